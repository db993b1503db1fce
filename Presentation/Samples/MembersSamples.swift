import Domain
import Presentation

extension MembersScene: SampledScene {
  package static let name = "members"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let alone = try state(members: [try member("ada", nil, 3, 42)])
    let several = try state(
      members: [
        try member("ada", nil, 3, 42), try member("bea", .counts, 12, 1_204),
        try member("carl@example.org", .views, 0, 0), try member("dora", .counts, nil, -7),
      ])
    var shared = several
    shared.notice = MemberWords.shared(several.counter, with: try Username("bea"))
    var guests = try state(
      members: [
        try member("ada", nil, 3, 42), try member("bea", .counts, 12, 1_204),
        Member(
          username: Username(guestNamed: "Door 2"), permission: .counts, recent: 61, total: 61),
      ])
    let end = Timestamp(milliseconds: 1_795_900_000_000)
    guests.invitations = [
      Invitation(number: 2, permission: .counts, end: end, places: 20, taken: 1),
      Invitation(number: 3, permission: .views, end: end, places: 1),
    ]
    var invited = guests
    invited.link = "https://192.168.1.2:8443/join/e27866a5439177a92797fc618192a183"
    let asMember = try state(members: several.members, permission: .counts)
    let many = try state(
      members: [try member("ada", nil, 0, 1)]
        + (1...1_000).map { number throws(Refusal) in
          try member("member-\(number)", .counts, Int64(number), Int64(number) * 10)
        })
    return [
      "alone": alone,
      "several": several,
      "shared": shared,
      "guests": guests,
      "invited": invited,
      "as-a-member": asMember,
      "no-such-account": several.refused(.noSuchAccount(named: "bee")),
      "own-counter": several.refused(.ownedAlready(counter: "door")),
      "member-already": several.refused(
        .alreadyMember(try Username("bea"), .counts, counter: "door")),
      "throttled": several.refused(.throttled(seconds: 4)),
      "owner-only": asMember.refused(.ownerOnly(asMember.counter.owner)),
      "thousand": many,
    ]
  }

  private static func state(
    members: [Member], permission: Role.Permission? = nil
  ) throws(Refusal) -> State {
    let counter = Counter(
      id: 1, name: CounterName(text: "door", key: "door"), owner: try Username("ada"),
      permission: permission, count: 118, changedAt: nil, target: Target(120))
    var state = State(
      username: try Username(permission == nil ? "ada" : "bea"), counter: counter)
    state.members = members
    return state
  }

  private static func member(
    _ name: String, _ permission: Role.Permission?, _ today: Int64?, _ total: Int64?
  ) throws(Refusal) -> Member {
    Member(username: try Username(name), permission: permission, recent: today, total: total)
  }
}
