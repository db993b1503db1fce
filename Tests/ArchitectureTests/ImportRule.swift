/// What the sources in a folder may import. Everything that is not said is forbidden.
struct ImportRule {
  let folder: String
  let allowed: Set<String>
  /// Those of `allowed` whose types may be in the folder's public signatures; `nil` for all of them.
  var published: Set<String>?

  /// The C libraries that go by another name on every platform, so that they are
  /// imported under `#if`.
  static let platforms: Set = ["Glibc", "Musl", "Darwin"]

  /// The rule of the arrows; of several folders that hold a source, the first counts.
  static let all = [
    // What wipes a password is the C library's.
    ImportRule(folder: "Domain/Accounts", allowed: platforms.union(["Synchronization"])),
    ImportRule(folder: "Domain", allowed: ["Synchronization", "FoundationEssentials"]),
    ImportRule(folder: "Data/SQL", allowed: ["Domain"]),
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
    ImportRule(
      folder: "App/Commands",
      allowed: ["Domain", "Presentation", "ArgumentParser", "Synchronization"]),
    ImportRule(folder: "App/Tally", allowed: ["App"]),
    ImportRule(folder: "App/Plugins", allowed: ["PackagePlugin", "Foundation"]),
    ImportRule(
      folder: "App/Preview",
      allowed: ["App", "Domain", "Presentation", "ArgumentParser", "Foundation"]),
    ImportRule(
      folder: "App", allowed: ["Domain", "Presentation", "ArgumentParser", "Foundation"]),
  ]

  /// What of the source breaks a rule, a sentence for each import.
  static func violations(in file: SourceFile) -> [String] {
    guard let rule = all.first(where: { file.path.hasPrefix($0.folder + "/") }) else {
      return ["\(file.path) is in no folder that has a rule"]
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
