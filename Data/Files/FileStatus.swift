internal import Foundation

/// The result of `stat`, or `nil` when nothing is at the path. Follows symbolic links.
func fileStatus(at path: String) throws(SystemError) -> stat? {
  var status = stat()
  if stat(path, &status) == 0 { return status }
  guard errno == ENOENT else { throw .last }
  return nil
}

/// Whether two paths lead to the same file.
func isSameFile(_ path: String, _ other: String) -> Bool {
  // Other errors are reported by the code that opens the file.
  guard let first = try? fileStatus(at: path), let second = try? fileStatus(at: other) else {
    return false
  }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

extension stat {
  /// The file type, such as `S_IFREG`.
  var kind: mode_t { st_mode & S_IFMT }

  /// When the content was last changed, in seconds.
  var modifiedAt: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}

extension stat {
  /// Whether other users may read or write the file.
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }

  /// Why somebody else may have put this file here instead of `user`'s own, or `nil`.
  ///
  /// A file that is not regular could block for ever, and one with two names could be read or
  /// written through the other. The superuser may use other users' files.
  func plantFault(for user: uid_t = geteuid()) -> String? {
    if kind == S_IFLNK { return "it is a symbolic link" }
    if kind != S_IFREG { return "it is not a regular file" }
    if st_nlink != 1 { return "it has another name (a hard link)" }
    if st_uid != user, user != 0 { return "it belongs to somebody else" }
    return nil
  }
}
