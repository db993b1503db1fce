import Domain
import Presentation

extension CounterScene: SampledScene {
  package static let name = "counter"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let new = try state(of: "main", count: 0, isStarted: false)
    var welcomed = new
    welcomed.notice = "Logged in as ada"
    var counted = try state(of: "coffee", count: 6)
    counted.chart = .sample([3, 0, 12, 7, -4, 1, 0])
    var undone = counted
    undone.notice = "Undid +5"
    var filling = try state(of: "door", count: 118, target: Target(120))
    filling.chart = .sample([0, 0, 0, 0, 0, 0, 118])
    var reached = filling
    reached.counter.count = 120
    reached.notice = Target.Event.targetReached.words
    var over = filling
    over.counter.count = 123
    let limit = Target(120, isLimit: true)
    let limited = try state(of: "door", count: 88, target: limit)
    let near = try state(of: "door", count: 112, target: limit)
    var full = try state(of: "door", count: 120, target: limit)
    full.notice = Target.Event.limitReached.words
    var beyond = try state(of: "door", count: 123, target: limit, .counts)
    beyond.notice = Target.Event.overLimit(by: 3).words
    var counting = try state(of: "door", count: 118, target: Target(120), .counts)
    counting.parts = [
      Part(username: try Username("bea"), sum: 77), Part(username: counting.username, sum: 41),
    ]
    let daily = Target(3, in: Target.Period(.day, zone: "UTC0"))
    let drinking = try state(of: "water", count: 41, target: daily, added: 2)
    let weekly = Target(5, isLimit: true, in: Target.Period(.week, zone: "UTC0"))
    let smoking = try state(of: "cigarettes", count: 45, target: weekly, added: 6)
    let viewing = try state(of: "door", count: 0, isStarted: false, target: Target(120), .views)
    var targeted = filling
    targeted.notice = CounterWords.targetSet(filling.counter)
    var deleting = filling
    deleting.notice = CounterWords.deletion(of: deleting.counter, members: 3)
    return [
      "new": welcomed,
      "counted": counted,
      "filling": filling,
      "target-reached": reached,
      "over": over,
      "limited": limited,
      "last-tenth": near,
      "full": full,
      "over-limit": beyond,
      "daily": drinking,
      "over-weekly-limit": smoking,
      "target-set": targeted,
      "counting-for-another": counting,
      "viewing": viewing,
      "owner-only": counting.refused(.ownerOnly(counting.counter.owner)),
      "deleting-what-is-shared": deleting,
      "negative": try state(of: "debts", count: -1_200),
      "undone": undone,
      "nothing-to-undo": new.refused(.nothingToUndo),
      "out-of-range": try state(of: "grains", count: .max).refused(.outOfRange),
      "lowest": try state(of: "depth", count: .min),
      "wide-name": try state(
        of: String(repeating: "茶", count: CounterName.maximumLength), count: 3),
      "wrong-name-to-delete": counted.refused(.nameNotConfirmed),
      "store-busy": counted.refused(.store(.busy(cause: "database is locked"))),
    ]
  }

  private static func state(
    of name: String, count: Int64, isStarted: Bool = true, target: Target? = nil,
    added: Int64 = 0, _ permission: Role.Permission? = nil
  ) throws(Refusal) -> State {
    let counter = Counter(
      id: 1, name: CounterName(text: name, key: name),
      owner: try Username(permission == nil ? "ada" : "bea"), permission: permission, count: count,
      changedAt: nil, target: target, added: added)
    var state = State(of: counter, username: try Username("ada"))
    state.isStarted = isStarted
    return state
  }
}
