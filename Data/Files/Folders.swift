internal import Foundation

/// Creates a folder that only its owner may enter, and its missing parents.
func makeFolders(_ path: String) throws(SystemError) {
  if mkdir(path, 0o700) == 0 { return }
  switch SystemError.last.code {
  case EEXIST:
    guard try fileStatus(at: path)?.kind == S_IFDIR else { throw SystemError(code: ENOTDIR) }
  case ENOENT where PathParts(path).folder != path:
    try makeFolders(PathParts(path).folder)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  default: throw .last
  }
}

/// Waits until the names in a folder are on the disk.
func syncFolder(_ path: String) throws(SystemError) {
  try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
}

/// Waits until the names of a folder and its parents, any of which may be new, are on the disk.
///
/// It stops at a mount point, and skips parents that this user may not read and so did not create.
func syncWay(to path: String) throws(SystemError) {
  let parent = PathParts(path).folder
  guard parent != path, try fileStatus(at: parent)?.st_dev == fileStatus(at: path)?.st_dev
  else { return }
  do throws(SystemError) {
    try syncFolder(parent)
  } catch {
    guard error.isReadOnly else { throw error }
  }
  try syncWay(to: parent)
}

/// A path, split at its last slash.
///
/// Paths are split by bytes: a character may consist of a slash and what follows it, and two paths
/// that Swift finds equal may be two files.
struct PathParts {
  /// The folder: `/` for the root, `.` when the path has no slash.
  let folder: String
  /// The name after the slash, which may be empty.
  let name: String

  init(_ path: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      (folder, name) = (".", path)
      return
    }
    folder = slash == bytes.startIndex ? "/" : String(Substring(bytes[..<slash]))
    name = String(Substring(bytes[bytes.index(after: slash)...]))
  }
}
