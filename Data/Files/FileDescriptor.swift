internal import Foundation

/// An open file, which is closed at the end of its owner's scope.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  /// Opens a file; programs that are started meanwhile do not inherit it.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    let number = retryingInterrupted { open(path, flags | O_CLOEXEC, mode) }
    guard number >= 0 else { throw .last }
    self.number = number
  }

  deinit { close(number) }

  /// What the file is.
  func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Locks the file against others, or says at once that another has it.
  func lock() throws(SystemError) -> Bool {
    if retryingInterrupted({ flock(number, LOCK_EX | LOCK_NB) }) == 0 { return true }
    let error = SystemError.last
    guard error.code == EWOULDBLOCK else { throw error }
    return false
  }

  /// What is in the file, up to `limit` bytes.
  func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while content.count < limit {
      let wanted = min(chunk.count, limit - content.count)
      let got = retryingInterrupted { Foundation.read(number, &chunk, wanted) }
      guard got >= 0 else { throw .last }
      if got == 0 { break }
      content += chunk[..<got]
    }
    return content
  }

  /// Writes all of the bytes, and waits until the disk has them.
  func writeAndSync(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = retryingInterrupted {
        rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      }
      guard written >= 0 else { throw .last }
      rest = rest.dropFirst(written)
    }
    try sync()
  }

  /// Waits until the disk has what was written.
  func sync() throws(SystemError) {
    guard fsync(number) == 0 else { throw .last }
  }
}

/// Waits until the disk knows of the names in a folder.
func syncFolder(_ path: String) throws(SystemError) {
  try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
}

/// What is at a path, or `nil` where nothing is; follows symbolic links.
func fileStatus(at path: String) throws(SystemError) -> stat? {
  var status = stat()
  if stat(path, &status) == 0 { return status }
  guard errno == ENOENT else { throw .last }
  return nil
}

extension stat {
  /// The kind of file, one of `S_IFREG` and its like.
  var kind: mode_t { st_mode & S_IFMT }
}

private func retryingInterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
