internal import Data
internal import Domain

/// An account with a session, a counter of its own, and a counter that all share.
public struct Person: Sendable {
  /// The session's token in hexadecimal digits.
  public let token: String
  /// The account's number.
  public let account: Int64
  /// The number of the account's own counter.
  public let own: Int64
  /// The number of the counter that all share.
  public let shared: Int64

  /// Reads a person from its line.
  public init(_ text: Substring) throws(BareError) {
    let words = text.split(separator: " ")
    guard words.count == 4, let account = Int64(words[1]), let own = Int64(words[2]),
      let shared = Int64(words[3])
    else { throw BareError(text: "not a person: \(text)") }
    (token, self.account, self.own, self.shared) = (String(words[0]), account, own, shared)
  }

  private init(_ new: NewSession, own: Counter, shared: Counter) {
    token = new.token.bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    (account, self.own, self.shared) = (new.session.user.id, own.id, shared.id)
  }

  /// The person as a line.
  public var text: String { "\(token) \(account) \(own) \(shared)" }

  /// Creates people in a new store; the first one shares a counter with all others.
  public static func make(_ count: Int, inNewStoreAt place: String) async throws -> [Person] {
    let store = try await makeStore(place)
    let name = try CounterName("main", in: UnicodeNormalizer())
    let hash = Argon2idHasher().decoy
    var shared: (counter: Counter, session: Session)?
    var people: [Person] = []
    for number in 1...count {
      let user = NewUser(username: try Username("user\(number)"), passwordHash: hash)
      let new = try await store.signUp(user, firstCounter: name, on: Device(place: "a benchmark"))
      guard let own = try await store.openCounter(in: new.session) else {
        throw BareError(text: "there is no counter")
      }
      if let shared {
        _ = try await store.share(
          shared.counter, with: user.username, as: .counts, in: shared.session)
      } else {
        shared = (own, new.session)
      }
      people.append(Person(new, own: own, shared: shared?.counter ?? own))
    }
    return people
  }
}
