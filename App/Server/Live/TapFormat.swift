/// The format of taps, as their address says it: `/taps?version=2&store=4be1...`.
///
/// A server takes the last two versions. The body is the same in both; version 1 says no store, and
/// is believed.
struct TapFormat {
  private static let versions = ["1", "2"]

  /// The id of the store where the taps were made; `nil` if they do not say it.
  let store: String?

  /// Parses the part of the address after the question mark; `nil` if this server cannot read it.
  init?(_ query: String) {
    var fields: [Substring: String] = [:]
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, fields.updateValue(String(sides[1]), forKey: sides[0]) == nil
      else { return nil }
    }
    let version = fields.removeValue(forKey: "version") ?? "1"
    store = fields.removeValue(forKey: "store")
    guard Self.versions.contains(version), fields.isEmpty else { return nil }
  }
}
