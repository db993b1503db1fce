import Domain
import Presentation

/// Keeps what a page has to say after a redirect, so that neither a cookie nor a URL has it.
///
/// The cookie has a random number. A server that was started again has forgotten the message, and
/// nothing depends on it.
@MainActor
final class NoticeShelf {
  /// What is said on the next page.
  struct Notice {
    /// The result of the last action.
    var notice: String?
    /// Why it was refused.
    var alert: Alert?
    /// Whether the count has reached its target.
    var reachesTarget = false
    /// The link of the invitation that was just made.
    var link: String?

    var isEmpty: Bool { notice == nil && alert == nil && !reachesTarget && link == nil }
  }

  /// In seconds.
  private static let lifetime: Int64 = 60
  private static let mostItems = 10_000

  private var items: [UInt64: (message: Notice, account: User.ID?, end: Timestamp)] = [:]
  private var numbers: [UInt64] = []

  /// Keeps a message for an account, or for somebody who is logged out, and returns its number.
  func put(_ message: Notice, for account: User.ID?, at now: Timestamp) -> UInt64 {
    if numbers.count >= Self.mostItems {
      // Half of them at once, so that each takes constant time.
      for number in numbers.prefix(Self.mostItems / 2) { items[number] = nil }
      numbers.removeFirst(Self.mostItems / 2)
    }
    let number = UInt64.random(in: .min ... .max)
    items[number] = (message, account, end: now.adding(seconds: Self.lifetime))
    numbers.append(number)
    return number
  }

  /// Takes a message off the shelf; `nil` if it is another account's, or too old.
  func take(_ number: UInt64, for account: User.ID?, at now: Timestamp) -> Notice? {
    guard let item = items[number], item.account == account else { return nil }
    items[number] = nil
    return item.end > now ? item.message : nil
  }
}
