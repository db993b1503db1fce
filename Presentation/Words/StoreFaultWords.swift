import Domain

extension StoreFault {
  /// What is wrong, in a line.
  public var sentence: String {
    switch self {
    case .damaged(let message): "The database is damaged: \(message)"
    case .orphan(let kind): "A row of \(kind) belongs to something that is not there"
    case .setting(let name): "The setting \(name) is not what it must be"
    case .name(let name, let kind): "The name \(name) in \(kind) is not found as it is written"
    case .history(let counter, let owner):
      "The history of \(counter) of \(owner) does not add up to its count"
    case .undoing(let counter, let owner):
      "What can be undone in \(counter) of \(owner) is not what its history says"
    }
  }

  /// What is said of a store without faults.
  public static let none = "The store is whole"
}
