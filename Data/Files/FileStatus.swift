internal import Foundation

/// What is at a path, or `nil` where nothing is; follows symbolic links.
func fileStatus(at path: String) throws(SystemError) -> stat? {
  var status = stat()
  if stat(path, &status) == 0 { return status }
  guard errno == ENOENT else { throw .last }
  return nil
}

/// Whether two paths lead to one file, by whatever links.
func isSameFile(_ path: String, _ other: String) -> Bool {
  // What cannot be looked at is left to those who fail to open it.
  guard let first = try? fileStatus(at: path), let second = try? fileStatus(at: other) else {
    return false
  }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

extension stat {
  /// The kind of file, one of `S_IFREG` and its like.
  var kind: mode_t { st_mode & S_IFMT }

  /// When its content changed last, in seconds.
  var modifiedAt: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}

extension stat {
  /// Whether somebody else may read or write the file.
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }

  /// Why this may be a file that somebody else put in the place of `user`'s own, or `nil`.
  ///
  /// What is no regular file could wait for ever, and what has two names could be read or written by
  /// the other one. The superuser may work for others.
  func plantFault(for user: uid_t = geteuid()) -> String? {
    if kind == S_IFLNK { return "it is a symbolic link" }
    if kind != S_IFREG { return "it is not a regular file" }
    if st_nlink != 1 { return "it has another name (a hard link)" }
    if st_uid != user, user != 0 { return "it belongs to somebody else" }
    return nil
  }
}
