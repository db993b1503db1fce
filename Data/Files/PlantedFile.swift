internal import Foundation

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
