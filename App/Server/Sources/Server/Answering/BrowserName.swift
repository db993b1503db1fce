/// What a browser with a header `User-Agent` is called in the list of sessions: `Firefox on Android`.
/// It consists of known words alone, because a browser can send any text.
func browserName(userAgent: String) -> String {
  func first(of names: KeyValuePairs<String, String>) -> String? {
    names.first { userAgent.contains($0.key) }?.value
  }
  // Many browsers also name those that they resemble.
  let browser = first(of: [
    "Firefox": "Firefox", "FxiOS": "Firefox", "Edg": "Edge", "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet", "CriOS": "Chrome", "Chrome": "Chrome",
    "Safari": "Safari", "curl": "curl",
  ])
  let system = first(of: [
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
    "Mac OS X": "Mac", "CrOS": "ChromeOS", "Linux": "Linux",
  ])
  return (browser ?? "a browser") + (system.map { " on \($0)" } ?? "")
}
