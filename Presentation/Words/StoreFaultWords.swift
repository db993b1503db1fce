import Domain

extension StoreFault {
  /// What is wrong, in a line.
  public var sentence: String {
    switch self {
    case .damaged(let message): "The database is damaged: \(message)"
    case .orphan(let kind): "A row of \(kind) refers to something that is missing"
    case .setting(let name): "The setting \(name) has the wrong value"
    case .name(let name, let kind): "The lookup key of \(name) in \(kind) is wrong"
    case .history(let counter, let owner):
      "The history of \(counter) of \(owner) does not add up to its count"
    case .undoing(let counter, let owner):
      "The undo data of \(counter) of \(owner) does not match its history"
    }
  }

  /// What is said of a store without faults.
  public static let none = "No problems found"
}
