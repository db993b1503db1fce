public import Data
import Domain
import Platform
import Terminal

/// A file with what this user keeps between runs, for programs that do not know Data.
public typealias PrivateFile = Data.PrivateFile

/// Where a server notes how phones reach it, for programs that do not know Data.
public typealias ServerNote = Data.ServerNote

/// Where Tally's files are: as requested, or as in the XDG Base Directory Specification (on macOS,
/// the store is in Application Support).
package struct FileLocations {
  /// The store: an absolute path, or the address of a database.
  package let store: String
  /// The folder of the default store; `nil` when another store was requested.
  private let usualFolder: String?
  /// The saved login.
  let savedLogin: String
  /// The token by which accounts know this device.
  let device: String
  /// The authority of this machine, beside the saved login.
  var authority: String { "\(PathParts(savedLogin).folder)/authority.pem" }
  /// The note of the server that runs for a store, beside the saved login.
  func serverNote(of store: StoreID) -> String {
    "\(PathParts(savedLogin).folder)/server-\(store.text)"
  }
  /// The history of the prompt; `nil` keeps none.
  package let lineHistory: String?

  /// - Parameters:
  ///   - store: the requested store, if any.
  ///   - environment: the process's environment.
  /// - Throws: `Refusal.environment` when there is no home folder, or a path is not valid;
  ///   `.input(.wrongUsage)` for the address of another kind of store.
  package init(store: String?, environment: Environment) throws(Refusal) {
    let login = try Self.file("TALLY_TOKEN_FILE", in: environment)
    let history = try Self.file("TALLY_HISTORY", in: environment)
    let folder = try environment.path("XDG_STATE_HOME")
    let home = try environment.path("HOME")
    if let login, home == nil, folder?.isFullPath != true {
      (savedLogin, device, lineHistory) = (login, "\(login).device", history)
    } else {
      let state =
        try Self.folder("XDG_STATE_HOME", else: ".local/state", in: environment) + "/tally"
      savedLogin = login ?? "\(state)/session"
      // A home folder of somebody else may be closed to this user.
      device = login.map { "\($0).device" } ?? "\(state)/device"
      lineHistory = environment["TALLY_HISTORY"] == "" ? nil : history ?? "\(state)/history"
    }
    let variable = try environment.path("TALLY_STORE")
    if let named = store ?? variable {
      self.store = PostgreSQLAddress.names(named) ? named : try Self.storeFile(named)
      usualFolder = nil
    } else {
      #if os(macOS)
        let data = try Self.home(in: environment) + "/Library/Application Support/Tally"
      #else
        let data =
          try Self.folder("XDG_DATA_HOME", else: ".local/share", in: environment) + "/tally"
      #endif
      self.store = "\(data)/tally.db"
      usualFolder = data
    }
  }

  private static func storeFile(_ named: String) throws(Refusal) -> String {
    let scheme = named.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if scheme.count > 1, named.dropFirst(scheme.count).hasPrefix("://") {
      throw .input(
        .wrongUsage(
          "Tally cannot use \(scheme):// as a store. Name a file, or postgresql://HOST/DATABASE",
          usage: nil))
    }
    return try fullPath(of: named)
  }

  /// Whether there is a store to open; a database is not asked.
  package var hasStore: Bool { PostgreSQLAddress.names(store) || access(store, F_OK) == 0 }

  /// Checks that a requested file exists.
  ///
  /// - Throws: `Refusal.store(.missing)`.
  func requireNamedStore() throws(Refusal) {
    if usualFolder == nil, !PostgreSQLAddress.names(store), access(store, F_OK) != 0,
      errno == ENOENT
    {
      throw .store(.missing(named: store))
    }
  }

  /// Creates the folder of the default store.
  ///
  /// - Throws: `Refusal.store(.misplaced)`.
  func makeUsualFolder() throws(Refusal) {
    guard let usualFolder, access(usualFolder, F_OK) != 0 else { return }
    do {
      try makeFolders(usualFolder)
    } catch {
      throw .store(.misplaced(cause: "its folder cannot be created"))
    }
  }

  private static func file(_ variable: String, in environment: Environment) throws(Refusal)
    -> String?
  {
    guard let path = try environment.path(variable) else { return nil }
    return try fullPath(of: path)
  }

  private static func folder(
    _ variable: String, else usual: String, in environment: Environment
  ) throws(Refusal) -> String {
    // The specification says to ignore a relative path.
    if let folder = try environment.path(variable), folder.isFullPath { return folder }
    return try home(in: environment) + "/" + usual
  }

  private static func home(in environment: Environment) throws(Refusal) -> String {
    guard let home = try environment.path("HOME") else {
      throw .environment(
        cause: "There is no home folder. Set HOME, or TALLY_STORE and TALLY_TOKEN_FILE")
    }
    guard home.isFullPath else {
      throw .environment(cause: "HOME is not a full path. Set it to one that begins with /")
    }
    return home
  }
}

extension String {
  /// Whether the path begins at the root.
  fileprivate var isFullPath: Bool { utf8.first == UInt8(ascii: "/") }
}

/// The path from the root, without `.` and `..`. Resolves `..` after symbolic links, as the kernel
/// does.
///
/// - Throws: `Refusal.environment` when the current folder has no usable path.
func fullPath(of path: String) throws(Refusal) -> String {
  let slash = UInt8(ascii: "/")
  let start = path.utf8.first == slash ? "" : try currentFolder()
  var full: [UInt8] = []
  for part in "\(start)/\(path)".utf8.split(separator: slash) {
    switch String(Substring(part)) {
    case ".": continue
    case "..": full = folder(above: full)
    default: full += [slash] + part
    }
  }
  if full.isEmpty || path.utf8.last == slash { full.append(slash) }
  return String(decoding: full, as: UTF8.self)
}

private func folder(above path: [UInt8]) -> [UInt8] {
  let text = String(decoding: path, as: UTF8.self)
  guard !path.isEmpty, let resolved = realpath(text, nil) else {
    // Opening this path reports that it does not exist.
    return path.isEmpty ? [] : path + Array("/..".utf8)
  }
  defer { free(resolved) }
  let real = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
  return Array(real[..<(real.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
}

private func currentFolder() throws(Refusal) -> String {
  guard let path = getcwd(nil, 0) else {
    throw .environment(cause: "The current folder is gone. Name the store by its full path")
  }
  defer { free(path) }
  guard let text = String(validatingCString: path) else {
    throw .environment(
      cause: "The current folder's path is not UTF-8. Name the store by its full path")
  }
  return text
}
