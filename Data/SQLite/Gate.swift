internal import Domain
internal import Platform
internal import Synchronization

/// Lets one writer at a time through, among all processes that use a store.
///
/// SQLite's own waiting is unfair, and two processes that create a store at once would disturb each
/// other. The kernel releases the lock when its process ends, for whatever reason.
final class Gate: Sendable {
  /// The lock file beside the database.
  let path: String
  /// How long a writer waits for its turn.
  let patience: Duration
  /// The file that the last holder opened, kept because opening takes longer than locking. Two holders
  /// never share one: a lock belongs to the open file and would not keep the other thread out.
  private let spare = Mutex<FileDescriptor?>(nil)

  /// Creates a gate with the lock file `path`, which is made when it is first held.
  init(path: String, patience: Duration) {
    self.path = path
    self.patience = patience
  }

  /// Runs `body` while holding the lock.
  ///
  /// - Throws: `Refusal.store(.busy)` after `patience`, `.store(.readOnly)` when the folder may not be
  ///   written, `.store(.unopenable)` when the folder is gone, `.store(.misplaced)` when no file
  ///   can be created there, `.store(.failed)`, and the errors of `body`.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + patience
    while true {
      let file = try spare.withLock { $0.take() } ?? opened()
      guard try lock(file, until: deadline) else {
        throw Refusal.store(
          .busy(cause: "another process has been writing for more than \(patience)"))
      }
      if try isCurrent(file) {
        let result = Swift.Result(catching: body)
        leave(file)
        return try result.get()
      }
    }
  }

  private func opened() throws(Refusal) -> FileDescriptor {
    let fault: String
    do {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      let file = try FileDescriptor(opening: path, flags, mode: 0o600)
      let status = try file.status()
      guard let found = status.plantFault() else {
        // Anybody who can open the file can hold the lock for ever.
        if status.isOpenToOthers { try file.setMode(0o600) }
        return file
      }
      fault = found
    } catch {
      guard error.code != ENOENT else {
        // A folder of the kernel's, such as /proc, has no place for files.
        throw access(PathParts(path).folder, F_OK) == 0
          ? .store(.misplaced(cause: "files cannot be created in its folder"))
          : .store(.unopenable(cause: "its folder was moved or removed in the meantime"))
      }
      let cause = "its lock file: \(error.text)"
      throw error.isReadOnly ? .store(.readOnly(cause: cause)) : .store(.failed(cause: cause))
    }
    throw .store(.unopenable(cause: "its lock file cannot be trusted: \(fault)"))
  }

  /// Waits for the lock, or returns `false` after the deadline.
  private func lock(_ file: borrowing FileDescriptor, until deadline: ContinuousClock.Instant)
    throws(Refusal) -> Bool
  {
    do {
      return try file.lock(until: deadline)
    } catch {
      throw .store(.failed(cause: "its lock file: \(error.text)"))
    }
  }

  /// Whether the locked file is still at the path, and has not been replaced.
  func isCurrent(_ file: borrowing FileDescriptor) throws(Refusal) -> Bool {
    do {
      let (locked, found) = (try file.status(), try fileStatus(at: path))
      return locked.st_ino == found?.st_ino && locked.st_dev == found?.st_dev
    } catch {
      throw .store(.failed(cause: "its lock file: \(error.text)"))
    }
  }

  /// Releases the lock and keeps the file. A file that is not kept is closed, which releases its lock too.
  private func leave(_ file: consuming FileDescriptor) {
    guard file.unlock() else { return }
    var file: FileDescriptor? = file
    spare.withLock { spare in
      if spare == nil { spare = file.take() }
    }
  }
}

extension SQLiteStore {
  /// How long a reader polls SQLite before it waits for the gate.
  static let briefWait: Duration = .milliseconds(250)

  /// Reads while nobody writes. Writers that follow each other closely can block SQLite's readers,
  /// especially on a slow disk. Then the reader waits for the gate like a writer.
  ///
  /// `work` may be called several times.
  static func read<Value>(through gate: Gate, _ work: () throws -> Value) throws -> Value {
    let deadline = ContinuousClock.now + gate.patience
    while true {
      do {
        return try work()
      } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < deadline {
        do {
          return try gate.hold(work)
        } catch let error as SQLiteError where error.isBusy {
          // A program that does not use the gate is writing.
        } catch Refusal.store(.readOnly) {
          // Without the permission to write, the gate cannot be used.
        }
      }
    }
  }
}
