public import Domain
internal import Platform

/// Where a server notes how phones reach it, so that other programs of this user can make links to it.
///
/// The file is locked while the server runs: the system ends the lock with the process, however that
/// ends.
public struct ServerNote: Sendable {
  private let path: String

  /// The file of a server that only this machine reaches, so that it is in nobody's way.
  private var localPath: String { "\(path)-local" }

  /// In bytes; longer than any URL of a server.
  private static let largestSize = 4_096

  /// - Parameter path: the file; its folder is created if missing.
  public init(path: String) {
    self.path = path
  }

  /// The URL of the server, without a slash at its end; `nil` if none runs.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be read or trusted.
  public func url() throws(Refusal) -> String? {
    if let url = try url(at: path) { return url }
    return try url(at: localPath)
  }

  private func url(at path: String) throws(Refusal) -> String? {
    let fault: String
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard let found = PrivateFile.fault(of: try file.status()) else {
        if try file.lockIfFree() { return nil }
        let url = String(decoding: try file.read(atMost: Self.largestSize), as: UTF8.self)
        return url.isEmpty ? nil : url
      }
      fault = found
    } catch {
      if error.code == ENOENT { return nil }
      fault = error.text
    }
    throw unusable(fault)
  }

  /// Takes the note for a server.
  ///
  /// - Parameter url: the URL that will be noted.
  /// - Returns: the note, which is the server's as long as this lives; `nil` if another server has it.
  /// - Throws: `Refusal.environment` when the file cannot be written or trusted.
  public func take(for url: String) throws(Refusal) -> Holder? {
    let path = url.hasPrefix("https://") ? path : localPath
    let fault: String
    do throws(SystemError) {
      try makeFolders(PathParts(path).folder)
      let file = try FileDescriptor(
        opening: path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
      guard let found = PrivateFile.fault(of: try file.status()) else {
        return try file.lockIfFree() ? Holder(file, refusal: unusable) : nil
      }
      fault = found
    } catch {
      fault = error.text
    }
    throw unusable(fault)
  }

  @Sendable private func unusable(_ reason: String) -> Refusal {
    .environment(cause: "The server's note \(path) cannot be used: \(reason)")
  }

  /// The note of a running server.
  public final class Holder: Sendable {
    private let file: FileDescriptor
    private let refusal: @Sendable (String) -> Refusal

    fileprivate init(
      _ file: consuming FileDescriptor, refusal: @escaping @Sendable (String) -> Refusal
    ) {
      self.file = file
      self.refusal = refusal
    }

    /// Notes the URL.
    ///
    /// - Throws: `Refusal.environment`.
    public func write(_ url: String) throws(Refusal) {
      let bytes = Array(url.utf8)
      guard pwrite(file.number, bytes, bytes.count, 0) == bytes.count,
        ftruncate(file.number, off_t(bytes.count)) == 0
      else { throw refusal(SystemError.last.text) }
    }
  }
}
