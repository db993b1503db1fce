import Foundation
import Workloads

/// Phones that tap as fast as they are answered, each with its session and a connection that stays.
struct PhoneCrowd {
  private var phones: [Phone]
  private var waiting: Waiting
  private var random = SystemRandomNumberGenerator()
  /// How many taps were answered.
  private var answered = 0

  private init(_ served: Served, count: Int, on counter: KeyPath<Person, Int64>) throws {
    guard served.people.count >= count else { throw BareError(text: "there are too few people") }
    phones = try served.people.prefix(count).enumerated().map { number, person in
      try Phone(person, on: person[keyPath: counter], at: served.port(for: number))
    }
    waiting = Waiting(for: phones.map(\.link))
  }

  /// Lets phones tap on each server in turn. Prints a line for each server: the taps a second, the
  /// median and the 99th percentile of the time from tap to answer in nanoseconds, and the number
  /// of all answers.
  static func time(
    count: Int, on counter: KeyPath<Person, Int64>, rounds: Int, seconds: Int, servers: [Served]
  ) throws {
    var times: [[Int64]] = servers.map { _ in [] }
    var answers = servers.map { _ in 0 }
    for _ in 0..<rounds {
      for (index, served) in servers.enumerated() {
        var crowd = try PhoneCrowd(served, count: count, on: counter)
        // Connections and caches become warm.
        _ = try crowd.tap(for: .milliseconds(200))
        times[index] += try crowd.tap(for: .seconds(seconds))
        answers[index] += crowd.answered
      }
    }
    for (times, answers) in zip(times, answers) {
      let sorted = times.sorted()
      guard !sorted.isEmpty else { throw BareError(text: "nothing was answered") }
      print(
        sorted.count / (rounds * seconds), sorted[sorted.count / 2],
        sorted[sorted.count * 99 / 100], answers)
    }
  }

  /// Connects phones, each of which taps once, and keeps them connected until the input ends.
  static func hold(_ served: Served, count: Int) throws {
    var crowd = try PhoneCrowd(served, count: count, on: \.own)
    _ = try crowd.tap(for: .zero)
    print("connected")
    fflush(nil)
    while readLine() != nil {}
  }

  /// Taps for some time, and returns how long the answers within it took. Every tap is answered in
  /// the end.
  private mutating func tap(for duration: Duration) throws -> [Int64] {
    var times: [Int64] = []
    var open = phones.count
    let end = ContinuousClock.now + duration
    for index in phones.indices { try phones[index].tap(&random) }
    while open > 0 {
      try waiting.next { index in
        guard let time = try phones[index].answered() else { return }
        answered += 1
        let now = ContinuousClock.now
        if now < end {
          times.append(time)
          try phones[index].tap(&random)
        } else {
          open -= 1
        }
      }
    }
    return times
  }
}

/// A phone with a request of which only the id changes.
private struct Phone {
  let link: Link
  private var request: [UInt8]
  private let id: Range<Int>
  private var answer: [UInt8] = []
  private var began = ContinuousClock.now

  init(_ person: Person, on counter: Int64, at port: UInt16) throws {
    link = try Link(to: port)
    let zeros = String(repeating: "0", count: 32)
    let before = #"{"account":\#(person.account),"counter":\#(counter),"taps":[{"id":""#
    let body = before + zeros + #"","amount":1,"age":0}]}"#
    let head = """
      POST /taps HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Cookie: tally=\(person.token)\r
      Sec-Fetch-Site: same-origin\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r

      """
    request = Array((head + body).utf8)
    let start = (head + before).utf8.count
    id = start..<start + 32
  }

  mutating func tap(_ random: inout some RandomNumberGenerator) throws {
    var bits = (random.next() as UInt64, random.next() as UInt64)
    for index in id {
      request[index] = Self.digits[Int(bits.0 & 15)]
      bits = (bits.0 >> 4 | bits.1 << 60, bits.1 >> 4)
    }
    answer.removeAll(keepingCapacity: true)
    began = .now
    try link.send(request)
  }

  /// Receives; returns the time since the tap once the answer is whole.
  mutating func answered() throws -> Int64? {
    try link.receive(into: &answer)
    guard let body = answer.end(of: "\r\n\r\n") else { return nil }
    guard answer.starts(with: "HTTP/1.1 200".utf8),
      let field = answer.end(of: "ontent-Length:") ?? answer.end(of: "ontent-length:"),
      let length = answer.number(at: field)?.value
    else { throw BareError(text: String(decoding: answer, as: UTF8.self)) }
    guard answer.count >= body + Int(length) else { return nil }
    return Int64((ContinuousClock.now - began) / .nanoseconds(1))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
