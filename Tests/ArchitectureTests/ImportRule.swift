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
    ImportRule(folder: "Domain", allowed: ["Synchronization", "FoundationEssentials"]),
    ImportRule(folder: "Data/SQL", allowed: ["Domain", "Synchronization"]),
    ImportRule(
      folder: "Data",
      allowed: platforms.union([
        "Domain", "GRDB", "CSodium", "CSQLite", "Foundation", "Synchronization", "Dispatch",
      ]),
      published: ["Domain"]),
    ImportRule(folder: "Presentation", allowed: ["Domain", "Observation", "Synchronization"]),
    ImportRule(
      folder: "App/Composition",
      allowed: platforms.union([
        "Domain", "Data", "Presentation", "CLineEditor", "ArgumentParser", "Foundation",
        "Synchronization", "Dispatch",
      ])),
    ImportRule(
      folder: "App/Line",
      allowed: platforms.union([
        "Domain", "Presentation", "CLineEditor", "Foundation", "Synchronization", "Dispatch",
      ])),
    ImportRule(
      folder: "App/Terminal",
      allowed: platforms.union([
        "Domain", "Presentation", "CLineEditor", "Foundation", "Synchronization", "Dispatch",
      ])),
    ImportRule(
      folder: "App/Screen/Terminal",
      allowed: ["Domain", "Presentation", "CNcurses", "Dispatch", "Observation"]),
    ImportRule(folder: "App/Screen", allowed: ["Domain", "Presentation", "Observation"]),
    ImportRule(folder: "App/Page", allowed: ["Domain", "Presentation"]),
    ImportRule(
      folder: "App/Commands",
      allowed: ["Domain", "Presentation", "ArgumentParser", "Synchronization"]),
    ImportRule(folder: "App/Tally", allowed: ["App"]),
    ImportRule(folder: "App/TallyServe", allowed: ["Server"]),
    ImportRule(
      folder: "App/Server/Connections",
      allowed: [
        "App", "Domain", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1",
        "NIOHTTPTypes", "NIOSSL", "Foundation", "Synchronization",
      ]),
    ImportRule(
      folder: "App/Server",
      allowed: [
        "App", "Domain", "Presentation", "ArgumentParser", "HummingbirdCore", "HTTPTypes",
        "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle", "UnixSignals", "Foundation",
        "Dispatch", "Synchronization",
      ]),
    ImportRule(folder: "App/Plugins", allowed: ["PackagePlugin", "Foundation"]),
    ImportRule(
      folder: "App/Preview",
      allowed: ["App", "Domain", "Presentation", "ArgumentParser", "Foundation"]),
    ImportRule(
      folder: "App", allowed: ["Domain", "Presentation", "ArgumentParser", "Foundation"]),
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
