import Foundation

/// Earlier commands, oldest first, each once, in a file that several terminals share.
///
/// A history that cannot be read or written is no reason to stop anybody: it then lasts as long as the
/// program.
struct CommandHistory {
  /// The most commands that are kept.
  static let size = 1_000
  /// The most bytes of a command that is kept.
  static let longestCommand = 1_024

  private(set) var commands: [String] = []
  private let path: String

  /// The history in the file at `path`, which need not exist.
  init(path: String) {
    self.path = path
    commands = load() ?? []
  }

  /// Appends a command, after what other terminals have appended in the meantime.
  mutating func append(_ command: String) {
    guard command.utf8.count <= Self.longestCommand, !command.contains("\n") else { return }
    commands = Self.latest((load() ?? commands) + [command])
    save()
  }

  private static func latest(_ commands: [String]) -> [String] {
    var seen: Set<String> = []
    return commands.reversed().filter { !$0.isEmpty && seen.insert($0).inserted }
      .prefix(size).reversed()
  }

  /// Nothing where there is no file, or none that Tally wrote: what somebody else put there would be
  /// carried out by whoever takes it for a command of their own.
  private func load() -> [String]? {
    let number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    let largest = Self.size * (Self.longestCommand + 1)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1, status.st_uid == geteuid(), status.st_mode & 0o022 == 0,
      status.st_size <= largest
    else { return nil }
    let bytes = try? [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { memory, count in
      let file = Descriptor(number: number)
      while count < memory.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(memory)[count...])
        let more = try file.read(into: rest)
        if more == 0 { break }
        count += more
      }
    }
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return Self.latest(text.split(separator: "\n").map(String.init))
  }

  /// Replaces the file whole, so that nobody reads half of it. What is no file (a link to /dev/null
  /// where somebody wants no history) stays.
  private func save() {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = "\(path).\(getpid())"
    let number = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    let isWritten =
      (try? Descriptor(number: number).write(commands.map { $0 + "\n" }.joined())) != nil
    close(number)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }
}
