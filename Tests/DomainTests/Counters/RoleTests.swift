import Domain
import Testing

@Suite(.limited) struct `Roles of a counter` {
  private let ada: Username

  init() throws { ada = try Username("ada") }

  @Test func `the owner may do everything`() throws {
    for right in Role.Right.allCases { try Role.owner.check(right) }
  }

  @Test(
    arguments: [
      (.counts, .see, true), (.counts, .count, true), (.counts, .manage, false),
      (.views, .see, true), (.views, .count, false), (.views, .manage, false),
    ] as [(Role.Permission, Role.Right, Bool)])
  func `a member may do what their role allows`(
    permission: Role.Permission, right: Role.Right, isAllowed: Bool
  ) {
    let role = Role.member(permission, ofCounterOf: ada)
    #expect(refusal(role, right) == (isAllowed ? nil : .ownerOnly(ada)))
  }

  private func refusal(_ role: Role, _ right: Role.Right) -> Refusal? {
    do throws(Refusal) { try role.check(right) } catch { return error }
    return nil
  }

  @Test(
    arguments: [
      (.counts, .add(1), true), (.counts, .add(0), true), (.counts, .set(1), false),
      (.counts, .reset, false), (.views, .add(-1), false), (.views, .add(0), false),
      (.views, .undo, false), (.views, .redo, false), (.views, .set(1), false),
    ] as [(Role.Permission, CountCommand, Bool)])
  func `a forbidden command changes nothing`(
    permission: Role.Permission, command: CountCommand, isAllowed: Bool
  ) throws {
    let before = Standing(role: .member(permission, ofCounterOf: ada), count: 5, lastSequence: 1)
    var standing = before
    guard !isAllowed else {
      _ = try standing.perform(command)
      return
    }
    #expect(throws: Refusal.ownerOnly(ada)) { try standing.perform(command) }
    #expect(standing == before)
  }
}
