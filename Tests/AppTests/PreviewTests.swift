import Foundation
import Presentation
import Samples
import Testing

/// The preview program for views.
@Suite(.limited) struct PreviewTests {
  private let tally: TallyProgram

  init() throws { tally = try TallyProgram() }

  private let path = "\(TallyProgram.folder)/preview"

  private func preview(_ arguments: [String] = [], environment additions: [String: String] = [:])
    async throws -> TallyProgram.Run
  {
    try await TallyProgram.run(
      path, arguments, input: [], environment: tally.environment.merging(additions) { $1 })
  }

  @Test func `Every scene has samples`() {
    #expect(ActiveScene.sampled.map { $0.name }.count == ActiveScene.kinds.count)
  }

  @Test func `Without a scene, all scenes and states are listed`() async throws {
    let run = try await preview()
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    let scenes = lines.filter { !$0.hasPrefix(" ") }
    #expect(
      Set(["account", "counter", "history", "home", "login", "members", "sign-up", "welcome"])
        .isSubset(of: scenes.map(String.init)))
    #expect(lines.contains("  passwords-differ"))
  }

  @Test func `A state is shown as at the line`() async throws {
    let run = try await preview(["login", "throttled", "--toolkit", "line"])
    #expect(
      run.output == """
        === login throttled
        Username: 
        Password: 
        Too many attempts. Try again in 4 seconds
        tally> 

        """)
    #expect(run.status == 0 && run.errors == "")
  }

  @Test func `A state is shown as on the screen`() async throws {
    let run = try await preview(
      ["login", "throttled", "--toolkit", "screen"], environment: ["COLUMNS": "60", "LINES": "12"])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 1 + 12 + 1 && lines.allSatisfy { $0.count <= 60 })
    #expect(lines.first == "=== login throttled")
    #expect(run.output.contains("\n Too many attempts. Try again in 4 seconds\n"))
    #expect(run.status == 0 && run.errors == "")
  }

  @Test func `All states of a scene are one page, with its style and without links to files`()
    async throws
  {
    let run = try await preview(["counter", "--toolkit", "page"])
    #expect(run.output.hasPrefix("<!doctype html>") && run.output.hasSuffix("</html>\n"))
    #expect(run.output.matches(of: /<!doctype html>/).count == 1)
    #expect(run.output.contains("<style>\n:root {"))
    #expect(!run.output.contains("/assets/") && !run.output.contains("<script"))
    let states = try await preview().output.split(separator: "\n").drop { $0 != "counter" }
      .dropFirst().prefix { $0.hasPrefix("  ") }
    for state in states {
      #expect(run.output.contains("<p class=\"sample\">counter \(state.dropFirst(2))</p>"))
    }
    #expect(run.status == 0 && run.errors == "")
  }

  @Test func `At a terminal, screens are shown one after the other`() async throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    try await terminal.start(
      path, ["sign-up", "--toolkit", "screen"], environment: tally.environment)
    try await terminal.expect("Repeat password")
    try await terminal.type("\u{4}")
    try await terminal.expect("=== sign-up filled-in")
    try await terminal.expect("Repeat password")
    try await terminal.type("\u{3}")
    #expect(try await terminal.waitForEnd() == 130)
  }

  @Test(arguments: ["line", "screen"])
  func `Every state of every scene is shown without a store`(toolkit: String) async throws {
    let list = try await preview().output.split(separator: "\n").map(String.init)
    for (index, scene) in list.enumerated() where !scene.hasPrefix(" ") {
      let states = list[(index + 1)...].prefix { $0.hasPrefix(" ") }
      let run = try await preview([scene, "--toolkit", toolkit])
      #expect(run.status == 0 && run.errors == "")
      let headings = run.output.split(separator: "\n").filter { $0.hasPrefix("=== ") }
      #expect(headings.map(String.init) == states.map { "=== \(scene) \($0.dropFirst(2))" })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tally.home) == [])
  }

  @Test(arguments: [
    (["logn"], "There is no scene named logn. Did you mean login?"),
    (["settings"], "There is no scene named settings. Type preview alone for the list"),
    (["login", "throtled"], "There is no state of login named throtled. Did you mean throttled?"),
  ])
  func `A wrong name is an error with a suggestion`(
    arguments: [String], sentence: String
  ) async throws {
    let run = try await preview(arguments)
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.hasPrefix("Error: \(sentence)\n"))
  }
}
