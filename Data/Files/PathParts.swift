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
