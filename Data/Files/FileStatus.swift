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
