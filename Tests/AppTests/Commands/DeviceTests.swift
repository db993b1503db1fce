import Foundation
import Programs
import Testing

/// How a program is known to an account after its first login.
@Suite(.limited) struct DeviceTests {
  private static let password = "\(TallyProgram.password)\n"
  private static let login = ["login", "ada", "--password-stdin"]

  private func device(_ tally: TallyProgram) -> String { tally.file("state/tally/device") }

  /// Another user of the store guesses ada's password until they have to wait.
  private func guess(in tally: TallyProgram) async throws {
    var statuses: [Int32] = []
    while statuses.last != 75, statuses.count < 30 {
      let run = try await tally.run(
        Self.login, input: "long enough 2\n", environment: ["XDG_STATE_HOME": tally.file("eve")])
      statuses.append(run.status)
    }
    #expect(statuses.last == 75 && statuses.dropLast().allSatisfy { $0 == 77 }, "\(statuses)")
  }

  @Test func `Whoever guesses elsewhere cannot make a program wait that was logged in before`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("logout", "Logged out\n")
    #expect(try tally.permissions(of: "state/tally/device") == 0o600)
    try await guess(in: tally)
    try await tally.check(Self.login, "Logged in as ada\n", input: Self.password)
    let changed = "\(TallyProgram.password)\nlonger still 1\n"
    try await guess(in: tally)
    try await tally.check(
      "password --password-stdin", "Password changed\n", input: changed)
    try await guess(in: tally)
    let run = try await tally.run(input: "logout\nlogin ada\nlonger still 1\n")
    #expect(run.output.contains("Logged out\nLogged in as ada\n"), "\(run)")
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test func `A program's own failures make only itself wait`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("logout", "Logged out\n")
    var status: Int32 = 77
    for _ in 1...30 where status == 77 {
      status = try await tally.run(Self.login, input: "long enough 2\n").status
    }
    #expect(status == 75)
    let elsewhere = ["XDG_STATE_HOME": tally.file("desk")]
    try await tally.check(
      Self.login, "Logged in as ada\n", input: Self.password, environment: elsewhere)
  }

  @Test func `A login in a session makes the program known, also where nothing can be kept`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    try FileManager.default.removeItem(atPath: tally.file("state"))
    for environment in [[:], ["XDG_STATE_HOME": "/proc/none"]] {
      let run = try await tally.run(input: "login ada\n\(Self.password)", environment: environment)
      #expect(run.output == "Logged in as ada\nType + to start counting\n", "\(run)")
      #expect(run.status == 0 && run.errors.isEmpty)
    }
    #expect(try tally.permissions(of: "state/tally/device") == 0o600)
    try await guess(in: tally)
    try await tally.check(Self.login, "Logged in as ada\n", input: Self.password)
  }

  @Test(
    arguments: [
      ("a symbolic link", "it is a symbolic link"), ("a FIFO", "it is not a regular file"),
      ("open to others", "others may read or write it"), ("damaged", "it has an invalid line"),
    ])
  func `A file of the token that cannot be trusted is refused before a password is asked for`(
    _ fault: (kind: String, cause: String)
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("logout", "Logged out\n")
    let path = device(tally)
    switch fault.kind {
    case "open to others": chmod(path, 0o640)
    case "damaged": try tally.write("no token\n", to: "state/tally/device")
    default:
      try FileManager.default.moveItem(atPath: path, toPath: tally.file("aside"))
      if fault.kind == "a FIFO" {
        #expect(mkfifo(path, 0o600) == 0)
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: tally.file("aside"))
      }
    }
    if fault.kind == "damaged" { chmod(path, 0o600) }
    let sentence =
      "The device's token \(path) cannot be used: \(fault.cause). "
      + "Move that file away and log in again"
    try await tally.checkRefusal(Self.login, sentence, status: 74, input: Self.password)
    try FileManager.default.removeItem(atPath: path)
    try await tally.check(Self.login, "Logged in as ada\n", input: Self.password)
  }
}
