import Foundation
import Testing

/// `invite`, `invitations` and `uninvite`, without a server: `--url` names one.
@Suite(.limited) struct InvitationCommandTests {
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAdaAndBea()
    try await tally.check("new door", errors: "Created door\n")
    try await tally.check("share door with bea --quiet")
    return tally
  }

  private let tally: TallyProgram

  init() async throws {
    tally = try await Self.home.copy()
  }

  private func invite(_ options: String = "") async throws -> TallyProgram.Run {
    try await tally.run(
      "invite \(options)--url https://counts.example.org/".components(separatedBy: " "))
  }

  @Test func `The link is the result, and what it is for is said beside it`() async throws {
    let run = try await invite()
    #expect(run.status == 0)
    #expect(
      run.output.wholeMatch(of: /https:\/\/counts\.example\.org\/join\/[0-9a-f]{32}\n/) != nil)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Invitation 1: 20 people can count door until ") == true)
    #expect(lines.dropFirst() == ["Guests see members' names"])
    let quiet = try await invite("--view --people 1 --quiet ")
    #expect(quiet.output.hasPrefix("https://counts.example.org/join/") && quiet.errors == "")
    #expect(quiet.output != run.output)
    let list = try await tally.run(["invitations"]).output.split(separator: "\n")
    #expect(
      list.map { $0.prefix(26) } == ["1  counts  0 of 20 came  u", "2  views   0 of 1 came   u"])
  }

  @Test func `Programs read the invitations as rows`() async throws {
    _ = try await invite("--people 7 ")
    let csv = try await tally.run(["invitations", "door", "--format", "csv"]).output
    #expect(csv.contains(/^number,role,until,guests,places\n1,counts,2[0-9T:.-]+Z,0,7\n$/))
    let json = try await tally.run(["invitations", "door", "--format", "json"]).output
    #expect(json.contains(#""number":1,"role":"counts","until":"#))
  }

  @Test func `A number ends one invitation, and none ends all`() async throws {
    for _ in 1...3 { _ = try await invite() }
    let goOn =
      "Guests who came count on until the invitation's time is over. --everybody removes them\n"
    try await tally.check("uninvite 2", "Ended 1 invitation to door\n", errors: goOn)
    try await tally.checkRefusal("uninvite door 2", "There is no invitation 2")
    try await tally.check("uninvite door", "Ended 2 invitations to door\n", errors: goOn)
    try await tally.check("uninvite door --everybody", "No invitation to door\n")
    try await tally.check("invitations", errors: "No invitation to door\n")
    try await tally.check("new 7", errors: "Created 7\n")
    _ = try await invite("door ")
    try await tally.checkRefusal("uninvite door 5", "There is no invitation 5")
    let run = try await tally.run(["uninvite", "7"])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("7 is the number of an invitation here."))
  }

  @Test func `Only the owner invites`() async throws {
    for command in ["invite ada/door", "invitations ada/door", "uninvite ada/door 1"] {
      try await tally.checkRefusal(
        command, "Only ada can do that", status: 77, environment: tally.beas)
    }
    try await tally.checkRefusal("invite tea", "There is no counter named tea")
  }

  @Test func `A URL has a host, and no path`() async throws {
    for url in [
      "counts.example.org", "https://", "https://a/b", "https://a b", "ftp://a", "https://u@a", "",
    ] {
      let run = try await tally.run(["invite", "--url", url])
      #expect(run.status == 64, "\(url): \(run)")
      #expect(run.errors.contains("https://counts.example.org"), "\(url)")
    }
    for url in [
      "http://192.168.1.2:8080", "https://[fd00::1]:8443", "https://xn--e1afmkfd.example",
    ] {
      #expect(try await tally.run(["invite", "--url", url]).output.hasPrefix("\(url)/join/"))
    }
    // A scheme has no case.
    let capital = try await tally.run(["invite", "--url", "HTTPS://A.example"])
    #expect(capital.output.hasPrefix("https://A.example/join/"))
    try await tally.checkRefusal(
      "invite",
      "No server runs for this store. Start one with: tally serve --lan, or name one with --url")
  }

  @Test func `A session takes the same commands`() async throws {
    let run = try await tally.run(
      input: "invite --url https://a.example\ninvitations\nuninvite 1\nuninvite\n")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("\nhttps://a.example/join/"))
    #expect(run.output.hasSuffix("Ended 1 invitation to door\nNo invitation to door\n"))
  }
}
