/// The modules that the sources of a folder may import besides Tally's own; all others are forbidden.
///
/// Which target may use which other one is said in `Package.swift`; `PackageGraphTests` hold the
/// sources to it.
struct ImportRule {
  let folder: String
  let allowed: Set<String>
  /// The modules whose types may appear in public signatures; `nil` for all allowed ones.
  var published: Set<String>?

  /// The C library, which has a different name on each platform and is imported under `#if`.
  static let platforms: Set = ["Glibc", "Musl", "Darwin"]

  private static let own: Set = [
    "Domain", "Data", "Presentation", "Samples", "Terminal", "Composition", "Commands",
    "LineToolkit",
    "ScreenToolkit", "PageToolkit", "Server",
  ]

  /// The import rules; the first rule that matches a source applies.
  static let all = [
    // Wiping a password needs the C library.
    ImportRule(folder: "Domain/Accounts", allowed: platforms.union(["Synchronization"])),
    ImportRule(folder: "Domain", allowed: ["Synchronization"]),
    ImportRule(folder: "Data/Platform", allowed: platforms),
    ImportRule(folder: "Data/SQL", allowed: ["Synchronization"]),
    ImportRule(
      folder: "Data",
      allowed: ["Platform", "CSodium", "CSQLite", "CUnicode", "Synchronization", "Dispatch"],
      published: ["Domain"]),
    ImportRule(folder: "Presentation", allowed: ["Observation", "Synchronization"]),
    ImportRule(
      folder: "App/Terminal", allowed: ["Platform", "CTerminal", "Synchronization", "Dispatch"]),
    ImportRule(
      folder: "App/Composition",
      allowed: ["Platform", "CMainQueue", "Synchronization", "Dispatch"]),
    ImportRule(
      folder: "App/Line", allowed: ["Platform", "CLineEditor", "Synchronization", "Dispatch"]),
    ImportRule(
      folder: "App/Screen/Terminal", allowed: ["Platform", "CNcurses", "Dispatch", "Observation"]),
    ImportRule(folder: "App/Screen", allowed: ["Platform", "Observation"]),
    ImportRule(folder: "App/Page", allowed: []),
    // The parser describes the commands in JSON, and brings a library for that anyway.
    ImportRule(
      folder: "App/Commands",
      allowed: ["Platform", "ArgumentParser", "FoundationEssentials", "Synchronization"]),
    ImportRule(folder: "App/Tally", allowed: ["Platform"]),
    ImportRule(
      folder: "App/Server/Sources/Server/Connections",
      allowed: [
        "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOSSL",
        "Foundation", "Synchronization",
      ]),
    ImportRule(
      folder: "App/Server/Sources/Server/LAN",
      allowed: [
        "Crypto", "SwiftASN1", "X509", "HummingbirdCore", "HTTPTypes", "NIOCore",
        "ServiceLifecycle", "Foundation", "Synchronization",
      ]),
    ImportRule(
      folder: "App/Server/Sources/Server",
      allowed: [
        "ArgumentParser", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOPosix",
        "ServiceLifecycle", "UnixSignals", "Foundation", "Dispatch", "Synchronization",
      ]),
    ImportRule(folder: "App/Server/Sources", allowed: []),
    ImportRule(folder: "App/Plugins", allowed: ["PackagePlugin", "Foundation"]),
    ImportRule(folder: "App/Preview", allowed: ["ArgumentParser", "Foundation"]),
  ]

  /// The violations in a source, one sentence per import.
  static func violations(in file: SourceFile) -> [String] {
    guard let rule = all.first(where: { file.path.hasPrefix($0.folder + "/") }) else {
      return ["no rule applies to \(file.path)"]
    }
    return ImportStatement.all(in: file.text).compactMap { statement in
      let module = statement.module
      if !own.contains(module), !rule.allowed.contains(module) {
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
