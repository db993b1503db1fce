import Doubles
import Foundation
import Synchronization

/// A home that is made once and copied for every test, because hashing a password is slow.
public actor PreparedHome {
  private let make: @Sendable () async throws -> TallyProgram
  private var making: Task<TallyProgram, any Error>?

  /// Creates a home from the program that `make` returns, when the first copy is needed.
  public init(_ make: @escaping @Sendable () async throws -> TallyProgram) {
    self.make = make
  }

  /// The program with a copy of the home.
  public func copy(
    on medium: TemporaryFolder.Medium = .memory, environment: [String: String] = [:]
  ) async throws -> TallyProgram {
    let making = making ?? Task { [make] in try await make() }
    self.making = making
    let original = try await making.value
    homesMade.withLock { _ = $0.insert(original.home) }
    removeHomesAtExit
    let copy = try TallyProgram(on: medium, environment: environment)
    for folder in try FileManager.default.contentsOfDirectory(atPath: original.home) {
      try FileManager.default.copyItem(atPath: original.file(folder), toPath: copy.file(folder))
      // A saved token has the path of its store beside it.
      for token in ["session", "device"].map({ copy.file("\(folder)/tally/\($0)") })
      where FileManager.default.fileExists(atPath: token) {
        let text = try String(contentsOfFile: token, encoding: .utf8)
        try text.replacingOccurrences(of: original.home, with: copy.home)
          .write(toFile: token, atomically: false, encoding: .utf8)
      }
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
  public static let password = "long enough 1"

  /// The program with ada's account and her counter `main`; she is logged in.
  public static func ofAda(
    on medium: TemporaryFolder.Medium = .memory, environment: [String: String] = [:]
  ) async throws -> TallyProgram {
    try await adasHome.copy(on: medium, environment: environment)
  }

  /// The program with accounts of ada and bea, who have a counter `main` each. Ada is logged in, and
  /// bea in her own environment.
  public static func ofAdaAndBea() async throws -> TallyProgram { try await sharedHome.copy() }

  /// The environment of bea, who shares the store and has a login of her own.
  public var beas: [String: String] { environment(of: "bea") }

  /// The environment of somebody who shares the store and has a login of their own.
  public func environment(of username: String) -> [String: String] {
    ["XDG_STATE_HOME": file(username)]
  }

  /// Makes an account, and logs in to it in its own environment.
  public func signUp(_ username: String) async throws {
    try await signUp(username, in: environment(of: username))
  }

  private func signUp(_ username: String, in environment: [String: String]) async throws {
    let run = try await run(
      ["signup", username, "--password-stdin"], input: "\(Self.password)\n",
      environment: environment)
    guard run.status == 0 else { throw NoAccount(run: run) }
  }

  private static let adasHome = PreparedHome {
    let tally = try TallyProgram()
    try await tally.signUp("ada", in: [:])
    return tally
  }

  private static let sharedHome = PreparedHome {
    let tally = try await ofAda()
    try await tally.signUp("bea")
    return tally
  }

  /// The sign-up failed.
  private struct NoAccount: Error {
    let run: Run
  }
}
