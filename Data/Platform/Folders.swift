/// Creates a folder that only its owner may enter, and its missing parents.
package func makeFolders(_ path: String) throws(SystemError) {
  if mkdir(path, 0o700) == 0 { return }
  switch SystemError.last.code {
  case EEXIST:
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
  case ENOENT where PathParts(path).folder != path:
    try makeFolders(PathParts(path).folder)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  default: throw .last
  }
}

/// A path, split at its last slash.
///
/// Paths are split by bytes: a character may consist of a slash and what follows it, and two paths
/// that Swift finds equal may be two files.
package struct PathParts {
  /// The folder: `/` for the root, `.` when the path has no slash.
  package let folder: String
  /// The name after the slash, which may be empty.
  package let name: String

  package init(_ path: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      (folder, name) = (".", path)
      return
    }
    folder = slash == bytes.startIndex ? "/" : String(Substring(bytes[..<slash]))
    name = String(Substring(bytes[bytes.index(after: slash)...]))
  }
}
