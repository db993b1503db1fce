import Foundation
import Workloads

/// Event streams of the counter that all share, each of a plain client.
struct StreamCrowd {
  /// How many streams an account has; the server allows it 100.
  private static let ofAccount = 100

  private var streams: [EventReader]
  private var waiting: Waiting

  /// Opens streams, prints `open`, and then for each line of the input, which is a count: how many
  /// nanoseconds after the line the first stream, half of them and the last one had it.
  static func watch(_ served: Served, count: Int) throws {
    guard served.people.count * ofAccount >= count else {
      throw BareError(text: "there are too few people")
    }
    let streams = try (0..<count).map { number in
      try EventReader(served.people[number / ofAccount], at: served.port(for: number))
    }
    var crowd = StreamCrowd(streams: streams, waiting: Waiting(for: streams.map(\.link)))
    _ = try crowd.times(until: .min)
    print("open")
    fflush(nil)
    while let line = readLine() {
      let start = ContinuousClock.now
      guard let count = Int64(line) else { throw BareError(text: "not a count: \(line)") }
      let times = try crowd.times(until: count).map { Int64(($0 - start) / .nanoseconds(1)) }
      print(times[0], times[times.count / 2], times[times.count - 1])
      fflush(nil)
    }
  }

  /// When each stream first had at least this count, in order.
  private mutating func times(until count: Int64) throws -> [ContinuousClock.Instant] {
    var times: [ContinuousClock.Instant] = []
    var isThere = streams.map { ($0.count ?? .min) >= count && $0.count != nil }
    while times.count < streams.count {
      try waiting.next { index in
        try streams[index].receive()
        guard !isThere[index], let now = streams[index].count, now >= count else { return }
        isThere[index] = true
        times.append(.now)
      }
    }
    return times
  }
}

/// Reads the counts of one stream.
private struct EventReader {
  let link: Link
  /// The newest count.
  private(set) var count: Int64?
  private var rest: [UInt8] = []

  init(_ person: Person, at port: UInt16) throws {
    link = try Link(to: port)
    try link.send(
      Array(
        """
        GET /events?counter=\(person.shared) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Cookie: tally=\(person.token)\r
        \r

        """.utf8))
  }

  mutating func receive() throws {
    try link.receive(into: &rest)
    var read = 0
    while let place = rest.end(of: #""count":"#, from: read), let found = rest.number(at: place) {
      (count, read) = found
    }
    rest.removeFirst(read)
  }
}
