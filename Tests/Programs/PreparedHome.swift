import Doubles
import Foundation
import Synchronization

/// A home that is made once and copied for every test, because hashing a password is slow.
package actor PreparedHome {
  private let make: @Sendable () async throws -> TallyProgram
  private var making: Task<TallyProgram, any Error>?

  /// Creates a home from the program that `make` returns, when the first copy is needed.
  package init(_ make: @escaping @Sendable () async throws -> TallyProgram) {
    self.make = make
  }

  /// The program with a copy of the home.
  package func copy(
    on medium: TemporaryFolder.Medium = .memory, environment: [String: String] = [:]
  ) async throws -> TallyProgram {
    let making = making ?? Task { [make] in try await make() }
    self.making = making
    let original = try await making.value
    homesMade.withLock { _ = $0.insert(original.home) }
    removeHomesAtExit
    let copy = try TallyProgram(on: medium, environment: environment)
    for folder in ["data", "state"] {
      try FileManager.default.copyItem(atPath: original.file(folder), toPath: copy.file(folder))
    }
    // A saved token has the path of its store beside it.
    for token in ["state/tally/session", "state/tally/device"] {
      let text = try String(contentsOfFile: original.file(token), encoding: .utf8)
      try text.replacingOccurrences(of: original.home, with: copy.home)
        .write(toFile: copy.file(token), atomically: false, encoding: .utf8)
    }
    return copy
  }
}

/// The homes that last until the tests end.
private let homesMade = Mutex<Set<String>>([])

private let removeHomesAtExit: Void = {
  _ = atexit {
    for home in homesMade.withLock({ $0 }) {
      // A remaining folder does no harm.
      try? FileManager.default.removeItem(atPath: home)
    }
  }
}()

extension TallyProgram {
  /// Ada's password.
  package static let password = "long enough 1"

  /// The program with ada's account and her counter `main`; she is logged in.
  package static func ofAda(
    on medium: TemporaryFolder.Medium = .memory, environment: [String: String] = [:]
  ) async throws -> TallyProgram {
    try await adasHome.copy(on: medium, environment: environment)
  }

  private static let adasHome = PreparedHome {
    let tally = try TallyProgram()
    let run = try await tally.run(["signup", "ada", "--password-stdin"], input: "\(password)\n")
    guard run.status == 0 else { throw NoAccount(run: run) }
    return tally
  }

  /// The sign-up failed.
  private struct NoAccount: Error {
    let run: Run
  }
}
