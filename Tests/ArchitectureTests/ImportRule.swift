/// The modules that the sources of a folder may import; all others are forbidden.
struct ImportRule {
  let folder: String
  let allowed: Set<String>
  /// The modules whose types may appear in public signatures; `nil` for all allowed ones.
  var published: Set<String>?

  /// The C library, which has a different name on each platform and is imported under `#if`.
  static let platforms: Set = ["Glibc", "Musl", "Darwin"]

  /// The import rules; the first rule that matches a source applies.
  static let all = [
    // Wiping a password needs the C library.
    ImportRule(folder: "Domain/Accounts", allowed: platforms.union(["Synchronization"])),
    ImportRule(folder: "Domain", allowed: ["Synchronization"]),
    ImportRule(folder: "Data/Platform", allowed: platforms),
    ImportRule(folder: "Data/SQL", allowed: ["Domain", "Synchronization"]),
    ImportRule(
      folder: "Data",
      allowed: [
        "Domain", "Platform", "CSodium", "CSQLite", "CUnicode", "Synchronization", "Dispatch",
      ],
      published: ["Domain"]),
    ImportRule(folder: "Presentation", allowed: ["Domain", "Observation", "Synchronization"]),
    ImportRule(
      folder: "App/Composition",
      allowed: [
        "Domain", "Data", "Presentation", "Platform", "Terminal", "ScreenToolkit",
        "ArgumentParser", "Synchronization", "Dispatch",
      ]),
    ImportRule(
      folder: "App/Line",
      allowed: [
        "Domain", "Presentation", "Platform", "Terminal", "CLineEditor", "Synchronization",
        "Dispatch",
      ]),
    ImportRule(
      folder: "App/Terminal",
      allowed: [
        "Domain", "Presentation", "Platform", "CTerminal", "Synchronization", "Dispatch",
      ]),
    ImportRule(
      folder: "App/Screen/Terminal",
      allowed: [
        "Domain", "Presentation", "Platform", "Terminal", "CNcurses", "Dispatch", "Observation",
      ]),
    ImportRule(
      folder: "App/Screen",
      allowed: ["Domain", "Presentation", "Platform", "Terminal", "Observation"]),
    ImportRule(folder: "App/Page", allowed: ["Domain", "Presentation"]),
    ImportRule(
      folder: "App/Commands",
      allowed: ["Domain", "Presentation", "Terminal", "ArgumentParser", "Synchronization"]),
    // The parser describes the commands in JSON, and brings this library anyway.
    ImportRule(
      folder: "App/Manual",
      allowed: ["Domain", "Presentation", "ArgumentParser", "FoundationEssentials"]),
    ImportRule(folder: "App/Tally", allowed: ["App"]),
    ImportRule(folder: "App/TallyServe", allowed: ["Server"]),
    ImportRule(
      folder: "App/Server/Connections",
      allowed: [
        "App", "PageToolkit", "Domain", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore",
        "NIOHTTP1",
        "NIOHTTPTypes", "NIOSSL", "Foundation", "Synchronization",
      ]),
    ImportRule(
      folder: "App/Server",
      allowed: [
        "App", "Terminal", "PageToolkit", "Domain", "Presentation", "ArgumentParser",
        "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle",
        "UnixSignals", "Foundation",
        "Dispatch", "Synchronization",
      ]),
    ImportRule(folder: "App/Plugins", allowed: ["PackagePlugin", "Foundation"]),
    ImportRule(
      folder: "App/Preview",
      allowed: [
        "App", "Terminal", "ScreenToolkit", "PageToolkit", "Domain", "Presentation",
        "ArgumentParser", "Foundation",
      ]),
    ImportRule(folder: "App", allowed: ["Domain", "Presentation", "ArgumentParser"]),
  ]

  /// The violations in a source, one sentence per import.
  static func violations(in file: SourceFile) -> [String] {
    guard let rule = all.first(where: { file.path.hasPrefix($0.folder + "/") }) else {
      return ["no rule applies to \(file.path)"]
    }
    return ImportStatement.all(in: file.text).compactMap { statement in
      let module = statement.module
      if !rule.allowed.contains(module) {
        return "\(file.path) imports \(module), which \(rule.folder) may not"
      }
      if platforms.contains(module), !statement.isConditional {
        return "\(file.path) imports \(module) on every platform"
      }
      if let published = rule.published, !published.contains(module),
        statement.access != "internal"
      {
        return "\(file.path) imports \(module) without internal"
      }
      return nil
    }
  }
}
