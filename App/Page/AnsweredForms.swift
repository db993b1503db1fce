import Domain

/// Remembers the forms that were answered, so that a form that is sent twice acts once.
///
/// It holds for as long as the process runs, and not longer than an hour. Changes of counts have
/// the form's identifier in the store, and so are made once for ever. No token is remembered.
@MainActor
final class AnsweredForms {
  /// A form that was sent.
  struct SentForm: Hashable {
    let id: FormID
    /// A keyed hash of whose session it had, of the path and of what was typed, so that neither
    /// tokens nor passwords are kept.
    let content: Int
  }

  private static let lifetime = Duration.seconds(3_600)
  private static let mostItems = 10_000

  private var running: [SentForm: Task<PageAnswer, Never>] = [:]
  private var items: [SentForm: (response: PageResponse, end: ContinuousClock.Instant)] = [:]
  private var keys: [SentForm] = []

  /// The answer to a form: the first one, if it was sent before and led on.
  func answer(_ key: SentForm, by act: @escaping @MainActor () async -> PageAnswer) async
    -> PageAnswer
  {
    if let item = items[key], item.end > .now { return PageAnswer(response: item.response) }
    if let task = running[key] { return await task.value }
    let task = Task { await act() }
    running[key] = task
    let answer = await task.value
    running[key] = nil
    // A refused form changed nothing, and can be sent again.
    if answer.response.location != nil { remember(answer.response, key) }
    return answer
  }

  private func remember(_ response: PageResponse, _ key: SentForm) {
    if keys.count >= Self.mostItems {
      for key in keys.prefix(Self.mostItems / 2) { items[key] = nil }
      keys.removeFirst(Self.mostItems / 2)
    }
    items[key] = (response.withoutToken, end: .now + Self.lifetime)
    keys.append(key)
  }
}

extension PageResponse {
  /// The answer for a browser that has its token already, or logs in once more.
  fileprivate var withoutToken: PageResponse {
    var answer = self
    if case .begins = session { answer.session = .kept }
    return answer
  }
}

/// The identifier of a form that changes something: sent twice, it acts once.
struct FormID: Hashable, Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// Creates a new identifier of 128 random bits.
  init() {
    text = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Reads an identifier; `nil` when it is not valid.
  init?(_ text: String) {
    let isHexadecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard text.utf8.count == 32, isHexadecimal else { return nil }
    self.text = text
  }

  /// The identifier of the change that the form makes.
  var change: Change.ID { Change.ID(text) }
}
