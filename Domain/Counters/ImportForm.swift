/// How the rows of an import are written, where a file from another program differs from Tally's.
public struct ImportForm: Sendable {
  /// A field of a row.
  public enum Field: String, CaseIterable, Sendable {
    /// A field with the name of its column in an export.
    case id, name, time, kind, change, count, of, by
  }

  /// The names of columns that differ from the fields' own.
  public let columns: [Field: String]
  /// The counter of rows that name none.
  public let counter: String?
  /// The calendar of times without a zone.
  public let calendar: any LocalCalendar

  /// Creates a form, by default that of Tally's own files.
  public init(
    columns: [Field: String] = [:], counter: String? = nil,
    calendar: any LocalCalendar = UTCCalendar()
  ) {
    self.columns = columns
    self.counter = counter
    self.calendar = calendar
  }
}
