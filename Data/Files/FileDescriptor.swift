internal import Dispatch
internal import Platform
internal import Synchronization

/// An open file, closed at the end of its owner's scope.
///
/// swift-system's descriptors are closed by hand and have no `openat`, locks, syncs or modes.
struct FileDescriptor: ~Copyable {
  let number: Int32

  /// Takes ownership of an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  /// Opens a file. Child processes do not inherit it.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    let number = retryingInterrupted { open(path, flags | O_CLOEXEC, mode) }
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Duplicates a descriptor that somebody else owns.
  init(duplicating other: Int32) throws(SystemError) {
    let number = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw .last }
    self.number = number
  }

  deinit { close(number) }

  /// The result of `fstat`.
  func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Changes the file's permissions.
  func setMode(_ mode: mode_t) throws(SystemError) {
    guard fchmod(number, mode) == 0 else { throw .last }
  }

  /// Locks the file, or returns `false` when another process held the lock until the deadline.
  func lock(until deadline: ContinuousClock.Instant) throws(SystemError) -> Bool {
    if try lockIfFree() { return true }
    return try waitForLock(until: deadline)
  }

  /// Locks the file, or returns `false` when another process holds the lock.
  func lockIfFree() throws(SystemError) -> Bool {
    if retryingInterrupted({ flock(number, LOCK_EX | LOCK_NB) }) == 0 { return true }
    let error = SystemError.last
    guard error.code == EWOULDBLOCK else { throw error }
    return false
  }

  /// Releases the lock; returns `false` when that failed.
  func unlock() -> Bool { flock(number, LOCK_UN) == 0 }

  /// Waits in the kernel's queue for the lock. A process that polls instead is overtaken by those
  /// that have just released the lock.
  ///
  /// The wait cannot be cancelled, so it has its own thread and descriptor. The lock belongs to
  /// both descriptors: if it comes too late, closing the other one releases it.
  private func waitForLock(until deadline: ContinuousClock.Instant) throws(SystemError) -> Bool {
    let other = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard other >= 0 else { throw .last }
    let outcome = WaitOutcome()
    do {
      try detachThread {
        let error = retryingInterrupted({ flock(other, LOCK_EX) }) == 0 ? 0 : errno
        close(other)
        outcome.finish(with: error)
      }
    } catch {
      close(other)
      throw error
    }
    guard let code = outcome.wait(until: deadline) else { return false }
    guard code == 0 else { throw SystemError(code: code) }
    return true
  }

  /// Reads the file, up to `limit` bytes.
  func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while content.count < limit {
      let wanted = min(chunk.count, limit - content.count)
      let got = retryingInterrupted { Platform.read(number, &chunk, wanted) }
      guard got >= 0 else { throw .last }
      if got == 0 { break }
      content += chunk[..<got]
    }
    return content
  }

  /// Reads up to `count` bytes from the offset `start`.
  func read(_ count: Int, from start: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = retryingInterrupted { pread(number, &bytes, count, off_t(start)) }
    guard got >= 0 else { throw .last }
    return Array(bytes[..<got])
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = retryingInterrupted {
        rest.withUnsafeBytes { Platform.write(number, $0.baseAddress, $0.count) }
      }
      guard written >= 0 else { throw .last }
      rest = rest.dropFirst(written)
    }
  }

  /// Waits until the data is on the disk.
  func sync() throws(SystemError) {
    guard fsync(number) == 0 else { throw .last }
  }
}

private func retryingInterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The result of a wait on another thread.
private final class WaitOutcome: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let code = Mutex<Int32>(0)

  /// Ends the wait with an error code, or 0.
  func finish(with code: Int32) {
    self.code.withLock { $0 = code }
    done.signal()
  }

  /// The error code, or `nil` when the deadline passes first.
  func wait(until deadline: ContinuousClock.Instant) -> Int32? {
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    guard done.wait(timeout: .now() + .milliseconds(Int(left))) == .success else { return nil }
    return code.withLock { $0 }
  }
}

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
    // Without a name it was replaced after it was opened, and is what was there before.
    if st_nlink > 1 { return "it has another name (a hard link)" }
    if st_uid != user, user != 0 { return "it belongs to somebody else" }
    return nil
  }
}
