import Foundation
import Programs
import Testing

/// A command that may be interrupted, and how the store must work afterwards.
struct Operation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Creates a program with the store for the command.
  var prepared: @Sendable () async throws -> TallyProgram = { try await .ofAda() }
  let arguments: @Sendable (TallyProgram) -> [String]
  var input = ""
  /// The command's exit status without interruption.
  var status: Int32 = 0
  /// Continues with the store after an interruption. Returns what went wrong, or `nil`.
  let goOn: @Sendable (TallyProgram) async throws -> String?

  var testDescription: String { name }

  static let all = [signUp, change, rename, delete, migrate, backUp]

  private static let password = "\(TallyProgram.password)\n"

  static let signUp = Operation(
    name: "sign-up",
    prepared: {
      let tally = try await TallyProgram.ofAda()
      try await tally.logOut()
      return tally
    },
    arguments: { _ in ["signup", "bea", "--password-stdin"] }, input: password
  ) { tally in
    _ = try await tally.run(["logout"])
    let second = try await tally.run(["signup", "bea", "--password-stdin"], input: password)
    let isThere = second.errors == "tally: That username is taken\n"
    let third =
      isThere ? try await tally.run(["login", "bea", "--password-stdin"], input: password) : second
    guard third.status == 0 else { return "\(second), \(third)" }
    return try await tally.count() == 0 ? nil : "bea has no counter"
  }

  static let change = Operation(name: "a change", arguments: { _ in ["up", "main"] }) { tally in
    let next = try await tally.run(["up", "main"])
    return next.status == 0 && ["1\n", "2\n"].contains(next.output) ? nil : "\(next)"
  }

  static let rename = Operation(
    name: "a rename", arguments: { _ in ["rename", "main", "coffee"] }
  ) { tally in
    let next = try await tally.run(["rename", "main", "tea"])
    let other = try await tally.run(["rename", "coffee", "tea"])
    return [next.status, other.status].sorted() == [0, 1] ? nil : "\(next), \(other)"
  }

  static let delete = Operation(
    name: "a delete", arguments: { _ in ["delete", "main", "--yes"] }
  ) { tally in
    let next = try await tally.run(["up", "main", "--create"])
    return next.status == 0 && next.output == "1\n" ? nil : "\(next)"
  }

  static let migrate = Operation(
    name: "making and migrating a store", prepared: { try TallyProgram() },
    arguments: { _ in ["check"] }
  ) { tally in
    let next = try await tally.run(["signup", "ada", "--password-stdin"], input: password)
    return next.status == 0 ? nil : "\(next)"
  }

  static let backUp = Operation(
    name: "a backup", arguments: { ["backup", "\($0.home)/copy"] }
  ) { tally in
    let copy = "\(tally.home)/copy"
    if FileManager.default.fileExists(atPath: copy) {
      let early = try await tally.run(["check", "--store", copy])
      guard early.status == 0 else { return "\(early)" }
      try FileManager.default.removeItem(atPath: copy)
    }
    let next = try await tally.run(["backup", copy])
    let check = try await tally.run(["check", "--store", copy])
    return next.status == 0 && check.status == 0 ? nil : "\(next), \(check)"
  }
}
