import Presentation
import Testing

/// Names that begin with a scalar that makes one character with what is before it, such as a slash,
/// a blank or an equals sign.
@Suite(.limited) struct MarkedNameTests {
  private static let marks = ["\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}"]

  private let tally: TallyProgram
  private let bea: [String: String]

  init() async throws {
    tally = try await .ofAdaAndBea()
    bea = tally.beas
  }

  @Test func `No name is taken for one that begins with a minus`() async throws {
    let name = "\u{10FFFF}5"
    let calls = [
      ["up", name, "--create"], ["up", name], ["up", "--", name], ["up", name, "-f", "text"],
      ["up", name, "--id=\(name)"],
    ]
    for (number, call) in calls.enumerated() { try await tally.check(call, "\(number + 1)\n") }
    let history = try await tally.run(["history", name, "-n1", "-fcsv"]).output
    #expect(history.contains("\n\(name),\(name),"))
  }

  @Test(arguments: marks)
  func `A member names a counter in every way`(mark: String) async throws {
    let (own, name) = ("\(mark)x", "ada/\(mark)x")
    try await tally.check(["up", own, "--create"], "1\n")
    try await tally.checkRefusal(
      ["up", name], visible("There is no counter named \(name)"), environment: bea)
    try await tally.check(
      ["share", own, "with", "bea"], visible("Shared \(own) with bea") + "\n",
      errors: "Members see each other's names\n")
    try await tally.check(["up", name, "--create", "--id=\(mark)k"], "2\n", environment: bea)
    try await tally.check(["undo", name, "--quiet"], "1\n", environment: bea)
    try await tally.check(
      [], "Type + to start counting\nCurrent count is 1\nCurrent count is 6\n6\n",
      input: "open \(name)\n+5\nshow \(name)\n", environment: bea)
    // None of it made a counter of bea's own.
    let list = try await tally.run(["list", "--format", "csv"], environment: bea).output
    #expect(
      list.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
        == [name])
    try await tally.check(
      ["leave", name], visible("Left \(name)") + "\n", environment: bea)
    try await tally.check(["show", own], "6\n")
  }

  @Test(arguments: marks)
  func `The slash in a new name is seen`(mark: String) async throws {
    let name = "ada/\(mark)x"
    for command in [
      ["new", name], ["rename", "main", name], ["up", "x y/\(mark)", "--create"],
      ["up", name, "--create"],
    ] { try await tally.checkRefusal(command, "A counter's name has no slash", environment: bea) }
    try await tally.check("list", "main  0  0 today  never\n", environment: bea)
  }

  @Test(arguments: marks)
  func `An own counter is exported by its name and imported again`(mark: String) async throws {
    let name = "\(mark)x"
    try await tally.check(["up", name, "3", "--create"], "3\n")
    for format in ["json", "csv"] {
      let export = try await tally.run(["export", "--counter=\(name)", "--format", format])
      #expect(export.status == 0 && export.errors == "", "\(export)")
      try await tally.check(["delete", name, "--yes"])
      try await tally.check("import - --quiet", input: export.output)
      try await tally.check(["show", name], "3\n")
    }
  }
}
