internal import Foundation

/// Makes a folder that only its owner may enter, with those that lead to it, where they are missing.
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

/// Waits until the disk knows of the names in a folder.
func syncFolder(_ path: String) throws(SystemError) {
  try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
}

/// Waits until the disk knows the names that lead to a folder, any of which may be new.
///
/// What this person may not even read, nobody made for him; beyond a mount point lies another disk.
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

/// A path, parted at its last slash.
///
/// Paths are bytes. Characters are no measure of them: one may hold a slash and what follows it, and two
/// that are equal to Swift may be two files.
struct PathParts {
  /// The folder: `/` for what is in the root, `.` when the path names none.
  let folder: String
  /// What follows the slash, which is empty where the path ends there.
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
