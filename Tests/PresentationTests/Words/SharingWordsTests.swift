import Domain
import Testing

@testable import Presentation

/// Sentences about targets, sums, and deletions of shared counters.
@Suite(.limited) struct SharingWordsTests {
  private static let limit = Target(120, isLimit: true)

  @Test(
    arguments: [
      (5, nil, "Current count is 5"), (118, 120, "Current count is 118 of 120"),
      (120, 120, "Current count is 120 of 120"),
      (123, 120, "Current count is 123 of 120, 3 over"),
      (-4, 120, "Current count is -4 of 120"),
      (.max, 1, "Current count is \(Int64.max) of 1, \(Int64.max - 1) over"),
      (118, limit, "Current count is 118 of at most 120, 2 left"),
      (120, limit, "Current count is 120 of at most 120, full"),
      (123, limit, "Current count is 123 of at most 120, 3 over"),
      (
        .min, limit,
        "Current count is \(Int64.min) of at most 120, \(Int64.min.magnitude + 120) left"
      ),
    ] as [(Int64, Target?, String)])
  func `a sentence has the count and the target`(count: Int64, target: Target?, sentence: String)
    throws
  {
    let counter = Counter(
      id: 1, name: CounterName(text: "door", key: "door"), owner: try Username("ada"),
      count: count, changedAt: nil, target: target)
    #expect(CounterWords.count(counter) == sentence)
  }

  @Test(
    arguments: [
      (5, "+5 today", "+5 in all"), (0, "0 today", "0 in all"), (-3, "-3 today", "-3 in all"),
      (nil, "today: out of range", "in all: out of range"),
    ] as [(Int64?, String, String)])
  func `a sum is shown with its period`(sum: Int64?, today: String, inAll: String) {
    #expect(CounterWords.today(sum) == today && CounterWords.inAll(sum) == inAll)
  }

  @Test(
    arguments: [
      (0, nil), (1, "bea loses the counters that you share"),
      (2, "bea and carl lose the counters that you share"),
      (5, "bea, carl, dora, eve and finn lose the counters that you share"),
      (6, "bea, carl, dora, eve, finn and 1 more lose the counters that you share"),
      (7, "bea, carl, dora, eve, finn and 2 more lose the counters that you share"),
    ] as [(Int, String?)])
  func `a deletion names up to five people, and says how many more`(
    count: Int, sentence: String?
  ) throws {
    let names = try ["bea", "carl", "dora", "eve", "finn", "gus", "hal"].map { try Username($0) }
    #expect(AccountWords.losing(Array(names.prefix(count))) == sentence)
  }

  @Test(arguments: [(0, ""), (1, ". 1 member loses it too"), (7, ". 7 members lose it too")])
  func `a deletion says which counter, and how many members lose it`(
    members: Int, sentence: String
  ) throws {
    let coffee = Counter(
      id: 1, name: CounterName(text: "coffee", key: "coffee"), owner: try Username("ada"),
      count: 0, changedAt: nil)
    let words = CounterWords.deletion(of: coffee, members: members)
    #expect(words == "This deletes coffee and its history\(sentence)")
  }
}
