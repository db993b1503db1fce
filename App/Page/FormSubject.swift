import Domain

/// What a form was made for: the store, the account and the counter that the person saw. It acts
/// for nothing else, whoever is logged in when it is sent, and whatever has the counter's name.
struct FormSubject: Equatable, Sendable {
  /// The id of the store.
  let store: String
  /// The account that was logged in.
  let account: User.ID
  /// The counter; `nil` if the form is about none.
  var counter: Counter.ID?

  /// Creates a subject from its parts.
  init(store: String, account: User.ID, counter: Counter.ID? = nil) {
    (self.store, self.account, self.counter) = (store, account, counter)
  }

  /// Reads the text of a form's field; `nil` when it is not valid.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let account = User.ID(parts[1]) else { return nil }
    self.init(store: String(parts[0]), account: account)
    guard parts.count == 3 else { return }
    guard let counter = Counter.ID(parts[2]) else { return nil }
    self.counter = counter
  }

  /// The text of a form's field.
  var text: String { "\(store).\(account)" + (counter.map { ".\($0)" } ?? "") }
}
