extension Refusal {
  /// Why the store cannot be used, or what happened to it.
  public enum Store: Equatable, Sendable {
    /// Another process held the store for too long; nothing was changed.
    case busy(cause: String)
    /// A newer Tally made the store; nothing was changed.
    case newer
    /// The store is read-only; nothing was changed.
    case readOnly(cause: String)
    /// The file is not a Tally store.
    case foreign(cause: String)
    /// The store's content is damaged.
    case damaged(cause: String)
    /// There can be no store at that path.
    case misplaced(cause: String)
    /// The store cannot be opened.
    case unopenable(cause: String)
    /// The permissions of the user's own store do not let them open it.
    case unreadable(named: String, cause: String)
    /// The system lets only somebody else open the store, usually another user of the machine.
    case closed(cause: String)
    /// The server of the store, or its database, cannot be used; nothing was changed.
    case database(DatabaseFault, cause: String)
    /// A file beside the store would change what opening it does; nothing was touched.
    case companion(name: String, cause: String)
    /// There is no store with that name, and the command does not create one.
    case missing(named: String)
    /// The store failed during an operation (a full disk, for example); nothing was changed.
    case failed(cause: String)
    /// The store failed during a commit; `counter` is the changed counter's name as typed.
    case outcomeUnknown(counter: String?, cause: String)
  }
}

/// Why the database of a store cannot be used.
public enum DatabaseFault: Equatable, Sendable {
  /// The server does not answer.
  case unreachable
  /// The server does not let the role in.
  case loginRefused
  /// TLS fails: the server has none, or its certificate is not the right one.
  case tlsFailed
  /// There is no such database on the server.
  case missing
  /// There is no schema that the role can use.
  case schemaMissing
  /// Others than its owner may create things in the schema. Both names are as in a statement.
  case schemaOpen(schema: String, to: String)
  /// The encoding of the database has no place for every name.
  case wrongEncoding
  /// The role has too few rights.
  case tooFewRights
  /// An older Tally made it, and the role may not change its tables.
  case outdated
  /// The server accepts no changes.
  case readOnly
  /// The server has no room left.
  case diskFull
  /// The server is too old.
  case tooOld
  /// The client library is missing or too old; `package` has it.
  case clientMissing(package: String)
  /// The content is damaged.
  case damaged
}

/// A problem found in a store. Names are as stored, and may be invalid.
public enum StoreFault: Equatable, Sendable {
  /// The database itself reports damage.
  case damaged(String)
  /// A row of that kind belongs to something that is missing or that somebody else owns.
  case orphan(kind: String)
  /// A setting that durability depends on is wrong.
  case setting(String)
  /// The lookup key of a name of that kind is wrong.
  case name(String, kind: String)
  /// A counter's history does not add up to its count.
  case history(counter: String, owner: String)
  /// The undo and redo marks do not match the counter's history.
  case undoing(counter: String, owner: String)
}
