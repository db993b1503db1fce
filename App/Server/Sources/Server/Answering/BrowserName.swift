/// What a browser is called in the list of sessions: `Firefox on Android`. It consists of known
/// words alone, because a browser can send any text.
struct BrowserName: CustomStringConvertible {
  let description: String

  /// Creates the name from the header `User-Agent`.
  init(userAgent: String) {
    // Many browsers also name those that they resemble.
    let browser = Self.first(
      of: [
        "Firefox": "Firefox", "FxiOS": "Firefox", "Edg": "Edge", "OPR": "Opera",
        "SamsungBrowser": "Samsung Internet", "CriOS": "Chrome", "Chrome": "Chrome",
        "Safari": "Safari", "curl": "curl",
      ], in: userAgent)
    let system = Self.first(
      of: [
        "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
        "Mac OS X": "Mac", "CrOS": "ChromeOS", "Linux": "Linux",
      ], in: userAgent)
    description = (browser ?? "a browser") + (system.map { " on \($0)" } ?? "")
  }

  private static func first(of names: KeyValuePairs<String, String>, in text: String) -> String? {
    names.first { text.contains($0.key) }?.value
  }
}
