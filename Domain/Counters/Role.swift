/// What somebody may do with a counter: the role.
///
/// A counter has an owner, a change has an author, and a role says who may do what. Strangers have
/// no role: for them the counter does not exist.
public enum Role: Equatable, Sendable {
  /// The counter belongs to the person.
  case owner
  /// The owner shares the counter with the person.
  case member(Permission, ofCounterOf: Username)

  /// The permission of a member.
  public enum Permission: String, CaseIterable, Sendable {
    /// See the counter, add and subtract, undo and redo one's own changes.
    case counts
    /// See the counter.
    case views
  }

  /// A right that depends on the role.
  public enum Right: CaseIterable, Sendable {
    /// See the count, the history and the chart.
    case see
    /// Add and subtract; undo, redo and revert one's own changes.
    case count
    /// Set, reset, rename, delete and import.
    case manage
  }

  /// Checks that the role has the right.
  ///
  /// - Throws: `Refusal.ownerOnly`.
  public func check(_ right: Right) throws(Refusal) {
    switch (self, right) {
    case (.owner, _), (.member, .see), (.member(.counts, _), .count): return
    case (.member(_, let owner), _): throw .ownerOnly(owner)
    }
  }
}

extension CountCommand {
  /// The right that the command needs.
  var right: Role.Right {
    switch self {
    case .add, .undo, .redo, .revert: .count
    case .set, .reset: .manage
    }
  }
}
