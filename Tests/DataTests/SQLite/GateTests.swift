import CSQLite
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

@Suite(.limited) struct `The gate` {
  @Test func `lets one writer through at a time`() async throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    let inside = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await blocking {
            for _ in 0..<20 {
              try gate.hold {
                #expect(inside.next() == 1)
                inside.change { $0 -= 1 }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `reports that the store is busy when its patience is over`() async throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    let impatient = Gate(path: folder.file("gate"), patience: .milliseconds(20))
    try await blocking {
      try gate.hold {
        let refusal = #expect(throws: Refusal.self) { try impatient.hold {} }
        expect(refusal, is: { .store(.busy(cause: $0)) })
      }
      try impatient.hold {}
    }
  }

  @Test func `takes no thread from others, however many have waited in vain`() async throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    let impatient = Gate(path: folder.file("gate"), patience: .milliseconds(1))
    try await blocking {
      try gate.hold {
        for _ in 0..<300 { #expect(throws: Refusal.self) { try impatient.hold {} } }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test").async { done.signal() }
        #expect(done.wait(timeout: .now() + 60) == .success)
      }
    }
  }

  @Test func `opens when its holder throws`() throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: .milliseconds(20))
    #expect(throws: Refusal.store(.newer)) { try gate.hold { throw Refusal.store(.newer) } }
    try gate.hold {}
  }

  @Test func `lets nobody in through a replaced file`() throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    try gate.hold {}
    let file = try FileDescriptor(opening: gate.path, O_RDWR)
    let isCurrentAtFirst = try gate.isCurrent(file)
    try FileManager.default.removeItem(atPath: gate.path)
    let isCurrentWhenGone = try gate.isCurrent(file)
    var isNewFileLocked = false
    try gate.hold {
      let new = try FileDescriptor(opening: gate.path, O_RDWR)
      isNewFileLocked = try !new.lock(until: .now)
    }
    let isCurrentWhenReplaced = try gate.isCurrent(file)
    #expect(isNewFileLocked)
    #expect(isCurrentAtFirst)
    #expect(!isCurrentWhenGone)
    #expect(!isCurrentWhenReplaced)
  }

  @Test func `refuses a symbolic link`() throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    try FileManager.default.createSymbolicLink(
      atPath: gate.path, withDestinationPath: folder.file("elsewhere"))
    #expect(throws: Refusal.self) { try gate.hold {} }
    #expect(try folder.names() == ["gate"])
  }

  @Test func `is used by writers and not by readers`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    let gate = FileHandle(forUpdatingAtPath: folder.path + ".gate")
    let number = try #require(gate?.fileDescriptor)
    #expect(flock(number, LOCK_EX) == 0)
    #expect(try await store.counters(in: session) == [counter])
    async let applied = store.apply([.add(1)], to: counter, in: session)
    #expect(try await folder.store().counters(in: session) == [counter])
    #expect(flock(number, LOCK_UN) == 0)
    #expect(try await applied.outcomes.map(\.count) == [1])
  }

  @Test func `gives readers a turn when writers follow each other closely`() throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: patience)
    var (attempts, isHeld) = (0, false)
    let value = try SQLiteStore.read(through: gate) {
      attempts += 1
      guard attempts > 1 else { throw SQLiteError(code: SQLITE_BUSY) }
      let other = try FileDescriptor(opening: gate.path, O_RDWR)
      isHeld = try !other.lock(until: .now)
      return "read"
    }
    #expect(value == "read" && attempts == 2 && isHeld)
  }

  @Test func `makes readers wait no longer than its patience`() throws {
    let folder = try TemporaryFolder()
    let gate = Gate(path: folder.file("gate"), patience: .milliseconds(20))
    #expect(throws: SQLiteError.self) {
      try SQLiteStore.read(through: gate) { throw SQLiteError(code: SQLITE_BUSY) }
    }
  }

  @Test func `held by another process delays neither timers nor readers of this one`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await SQLiteStore(path: folder.path, clock: folder.clock, patience: patience)
    let (session, counter) = try await folder.counting(in: store)
    let gate = try #require(FileHandle(forUpdatingAtPath: folder.path + ".gate"))
    #expect(flock(gate.fileDescriptor, LOCK_EX) == 0)
    try await withThrowingTaskGroup(of: [Int64].self) { group in
      for _ in 0..<256 {
        group.addTask {
          try await store.apply([.add(1)], to: counter, in: session).outcomes.map(\.count)
        }
      }
      // A few, because on a busy machine each may take seconds, and the others wait only so long.
      for _ in 0..<5 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(try await store.counters(in: session) == [counter])
      #expect(flock(gate.fileDescriptor, LOCK_UN) == 0)
      let counts = try await group.reduce(into: []) { $0 += $1 }
      #expect(counts.sorted() == Array(1...256))
    }
  }

  @Test func `held by another process delays only tasks that open the store`()
    async throws
  {
    let folder = try StoreFolder()
    let gate = try FileDescriptor(opening: folder.path + ".gate", O_RDWR | O_CREAT, mode: 0o600)
    #expect(flock(gate.number, LOCK_EX) == 0)
    try await withThrowingTaskGroup(of: Int32.self) { group in
      // More tasks than the cooperative pool has threads.
      for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          try await folder.store().read("test") { database, _ in
            try SQLiteStore.version(of: database)
          }
        }
      }
      // A few, because on a busy machine each may take seconds, and the others wait only so long.
      for _ in 0..<5 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(try !folder.folder.names().contains("tally.db"))
      #expect(flock(gate.number, LOCK_UN) == 0)
      for try await version in group { #expect(version == Schema.version) }
    }
  }
}
