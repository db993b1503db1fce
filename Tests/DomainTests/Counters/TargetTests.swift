import Domain
import Testing

/// What a count is to reach or not to exceed.
@Suite(.limited) struct TargetTests {
  @Test(
    arguments: [
      (107, .below, 13), (108, .lastTenth, 12), (119, .lastTenth, 1), (120, .reached, 0),
      (121, .over, -1), (-5, .below, 125), (.max, .over, 120 - .max), (.min, .below, nil),
    ] as [(Int64, Target.Standing, Int64?)])
  func `a count stands before the last tenth, in it, at the number or beyond it`(
    count: Int64, standing: Target.Standing, left: Int64?
  ) {
    let target = Target(120, isLimit: true)
    #expect(target.standing(of: count) == standing)
    #expect(target.left(at: count) == left)
  }

  @Test(
    arguments: [(9, 8, .below), (9, 9, .reached), (1, 0, .below), (10, 9, .lastTenth)]
      as [(Int64, Int64, Target.Standing)])
  func `a tenth of less than 10 is nothing`(
    number: Int64, count: Int64, standing: Target.Standing
  ) {
    #expect(Target(number, isLimit: true).standing(of: count) == standing)
  }

  @Test(
    arguments: [
      (119, 120, true), (119, 125, true), (120, 121, false), (119, 119, false), (121, 120, false),
      (.min, .max, true),
    ] as [(Int64, Int64, Bool)])
  func `a change from below the number to it or beyond is an arrival`(
    before: Int64, count: Int64, isArrival: Bool
  ) {
    #expect((Target(120).event(from: before, to: count) == .targetReached) == isArrival)
    let event = Target(120, isLimit: true).event(from: before, to: count)
    #expect((event == .limitReached) == isArrival)
  }

  @Test(
    arguments: [
      (120, 121, 1), (123, 125, 5), (125, 123, nil), (125, 125, nil), (118, 119, nil),
    ] as [(Int64, Int64, Int64?)])
  func `beyond a limit, and not beyond a number to reach, each addition is an event`(
    before: Int64, count: Int64, distance: Int64?
  ) {
    let event = Target(120, isLimit: true).event(from: before, to: count)
    #expect(event == distance.map { .overLimit(by: $0) })
    #expect(Target(120).event(from: before, to: count) == nil)
  }

  @Test(
    arguments: [
      ("", nil), (" ", nil), ("day", .day), ("Week", .week), (" month ", .month),
    ] as [(String, Span?)])
  func `a typed period is a day, a week, a month or all time`(text: String, span: Span?) throws {
    #expect(try Target.Period.span(typed: text) == span)
  }

  @Test(arguments: ["year", "hour", "daily", "2"])
  func `no target has another period`(_ text: String) {
    #expect(throws: Refusal.input(.notAPeriod(text))) { try Target.Period.span(typed: text) }
  }

  @Test func `the target of a period is held against what was added in it`() throws {
    var counter = Counter(
      id: 1, name: CounterName(text: "tea", key: "tea"), owner: try Username("ada"), count: 41,
      changedAt: nil, target: Target(3), added: 2)
    #expect(counter.reached == 41)
    counter.target = Target(3, in: Target.Period(.day, zone: "UTC0"))
    #expect(counter.reached == 2)
    counter.take(BatchResult.Outcome(event: .made(.add(2)), count: 43, added: 4))
    #expect(counter.count == 43 && counter.reached == 4)
    // A repeated change does not say how much has been added since.
    counter.take(BatchResult.Outcome(event: .made(.add(2)), count: 43, isRepeat: true))
    #expect(counter.reached == 4)
  }
}
