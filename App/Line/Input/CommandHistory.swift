import Platform
import Terminal

/// Earlier commands without repeats, oldest first, in a file shared by several terminals.
///
/// If the file cannot be read or written, the history lasts until the program ends.
struct CommandHistory {
  /// The maximum number of commands.
  static let size = 1_000
  /// The maximum length of a command in bytes.
  static let longestCommand = 1_024

  private(set) var commands: [String] = []
  private let path: String?

  /// Loads the history from the file at `path`, which need not exist; `nil` keeps it nowhere.
  init(path: String?) {
    self.path = path
    commands = load() ?? []
  }

  /// Appends a command, after those that other terminals have appended since.
  mutating func append(_ command: String) {
    guard command.utf8.count <= Self.longestCommand, !command.contains("\n") else { return }
    let saved = load()
    commands = Self.latest((saved ?? commands) + [command])
    if saved != nil || isMissing { save() }
  }

  /// Whether there is no file yet. One that cannot be trusted, or is no history, stays as it is.
  private var isMissing: Bool {
    path.map { access($0, F_OK) != 0 && errno == ENOENT } ?? false
  }

  private static func latest(_ commands: [String]) -> [String] {
    var seen: Set<String> = []
    return commands.reversed().filter { !$0.isEmpty && seen.insert($0).inserted }
      .prefix(size).reversed()
  }

  /// Returns `nil` if the file is missing or may not be Tally's own: somebody could plant commands
  /// for the user to run.
  private func load() -> [String]? {
    guard let path else { return nil }
    let number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    let largest = Self.size * (Self.longestCommand + 1)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1, status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      status.st_size <= largest
    else { return nil }
    guard let bytes = try? Descriptor(number: number).readAll(upTo: Int(status.st_size)),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return Self.latest(text.split(separator: "\n").map(String.init))
  }

  /// Replaces the file in one step, so that nobody reads a part of it.
  private func save() {
    guard let path else { return }
    var status = stat()
    // A link to a missing file stays too.
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return }
    try? makeFolders(PathParts(path).folder)
    let draft = "\(path).\(getpid())"
    let number = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    let isWritten =
      (try? Descriptor(number: number).write(commands.map { $0 + "\n" }.joined())) != nil
    close(number)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }
}
