/// Results as programs read them: rows of named fields.
public struct Records: Equatable, Sendable {
  /// What a field holds.
  public enum Value: Equatable, Sendable {
    /// A text as it is; formats quote and escape it.
    case text(String)
    /// A 64-bit number.
    case integer(Int64)
    /// Nothing: `null` in JSON, an empty cell in CSV.
    case null
  }

  /// What the fields are called, in their order.
  public let fields: [String]
  /// The rows, each with a value for each field.
  public let rows: [[Value]]

  /// Rows of these fields.
  public init(fields: [String], rows: [[Value]]) {
    self.fields = fields
    self.rows = rows
  }
}
