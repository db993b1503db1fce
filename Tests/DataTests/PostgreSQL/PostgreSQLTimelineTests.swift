import Foundation
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `A primary whose place another server has taken` {
  private let timelines = PostgreSQLTimelines()
  private let lane: PostgreSQLLane

  init() async throws {
    lane = PostgreSQLLane(
      to: try await PostgreSQLWorld().address, patience: patience, thread: nil,
      timelines: timelines)
  }

  private func timeline() throws -> PostgreSQLTimeline {
    try #require(try lane.once { try $0.readTimeline() })
  }

  @Test func `is used no more, also when it can be reached again`() throws {
    let now = try timeline()
    timelines.meet(PostgreSQLTimeline(system: now.system, number: now.number + 1))
    for _ in 1...2 {
      let error = #expect(throws: PostgreSQLError.self) { try timeline() }
      #expect(error?.isOfConnection == true)
    }
  }

  @Test func `is the same one after a restart`() throws {
    let now = try timeline()
    #expect(now.number > 0)
    timelines.meet(PostgreSQLTimeline(system: now.system, number: now.number - 1))
    timelines.meet(nil)
    #expect(try timeline() == now)
  }

  @Test func `can be of another database system, which the address names now`() throws {
    let now = try timeline()
    #expect(!timelines.isOver(PostgreSQLTimeline(system: now.system + 1, number: 0)))
    timelines.meet(PostgreSQLTimeline(system: now.system + 1, number: now.number + 1))
    #expect(try timeline() == now)
  }
}
