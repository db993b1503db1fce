import Foundation
import Programs
import Testing

/// The last sync of a tap's commit fails, so that nobody knows whether it is on the disk.
@Suite(.limited, .enabled("needs a C compiler") { await Compiler.library != nil })
struct OutcomeTests {
  @Test func `the server ends with status 74, and a tap sent again to the next one counts once`()
    async throws
  {
    let library = try #require(await Compiler.library)
    var unknown = 0
    for sync in 1...6 {
      let tally = try await TallyProgram.ofAda()
      let cookie = try tally.cookie()
      let weak = try await ServerProcess(
        for: tally,
        environment: ["LD_PRELOAD": library, "FAULTS": "fail fdatasync \(sync) *"])
      let reply = try await weak.tap(["tap"], cookie: cookie)
      if reply.body.contains("It is not known whether the change was saved") {
        unknown += 1
        #expect(reply.status == 503)
        #expect(try await weak.ended() == 74)
        #expect(
          weak.logLines.last
            == "tally: It is not known whether the change was saved. Check with tally list")
      } else {
        // A sync before the commit: nothing was saved, and the server goes on.
        #expect([200, 503].contains(reply.status), "\(reply)")
        #expect(try await weak.get("/healthz").status == 200)
        #expect(try await weak.end(by: SIGTERM) == 0)
      }
      let next = try await ServerProcess(for: tally)
      #expect(try await next.tap(["tap"], cookie: cookie).status == 200)
      #expect(try await tally.count() == "1\n")
    }
    #expect(unknown > 0)
  }

  @Test func `a form says so too, and counts once when it is sent again to the next server`()
    async throws
  {
    let library = try #require(await Compiler.library)
    var unknown = 0
    for sync in 1...6 {
      let tally = try await TallyProgram.ofAda()
      let browser = Browser(
        try await ServerProcess(
          for: tally,
          environment: ["LD_PRELOAD": library, "FAULTS": "fail fdatasync \(sync) *"]),
        try tally.cookie())
      let form = try await browser.form("add", on: "/counters/main")
      let reply = try await browser.send(form)
      if reply.body.contains("It is not known whether the change was saved") {
        unknown += 1
        #expect(reply.status == 503)
        #expect(reply.body.contains("Look at its history"))
        #expect(try await browser.server.ended() == 74)
      } else {
        #expect([303, 500, 503].contains(reply.status), "\(reply)")
      }
      let next = Browser(try await ServerProcess(for: tally), try tally.cookie())
      #expect(try await next.send(form).status == 303)
      #expect(try await tally.count() == "1\n")
    }
    #expect(unknown > 0)
  }
}

/// Builds the library that makes system calls fail.
private enum Compiler {
  static var library: String? {
    get async { await building.value }
  }

  private static let building = Task { () -> String? in
    let source = URL(
      filePath: "../../../../Tests/Faults/Library/faults.c", relativeTo: URL(filePath: #filePath)
    ).absoluteURL.path
    let library = "\(TallyProgram.folder)/server-faults-\(getpid()).so"
    let place = "\(TallyProgram.folder)/server-faults.so"
    let run = try? await TallyProgram.run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-O1", "-o", library, source], input: [],
      environment: ProcessInfo.processInfo.environment)
    guard run?.status == 0, rename(library, place) == 0 else { return nil }
    return place
  }
}
