import Domain
import Doubles
import Testing

@Suite(.limited) struct NaturalOrderTests {
  @Test func `names are ordered as people expect, in one way`() {
    let names = [
      "", "0", "00", "1", "02", "2", "10", "room", "room 2", "room 2a", "room 2b", "room 10",
      "room 10 a", "room 99999999999999999999", "room 100000000000000000000", "roomy",
      "\u{E9}t\u{E9} 3",
    ]
    for (place, name) in names.enumerated() {
      for (otherPlace, other) in names.enumerated() {
        #expect(NaturalOrder.precedes(name, other) == (place < otherPlace), "\(name), \(other)")
      }
    }
  }
}
