/// What is wrong with what a store keeps. Names are as they stand there, and may break the rules of names.
public enum StoreFault: Equatable, Sendable {
  /// The store says of itself that it is damaged.
  case damaged(String)
  /// Something of that kind belongs to something that is missing, or that is another's.
  case orphan(kind: String)
  /// A setting on which durability rests is another one.
  case setting(String)
  /// Something of that kind is not found by its name.
  case name(String, kind: String)
  /// A counter's history does not add up to its count.
  case history(counter: String, owner: String)
  /// What can be undone and redone, or has been, is not what a counter's history says.
  case undoing(counter: String, owner: String)
}
