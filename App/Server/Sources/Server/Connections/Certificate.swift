import Commands
import Domain
import Foundation
import NIOSSL
import Synchronization

/// The certificate that the server shows; it can be replaced while the server runs.
final class Certificate: Sendable {
  /// The files that it was read from; `nil` if it is from nowhere else.
  private let files: (chain: String, key: String)?
  private let current: Mutex<(context: NIOSSLContext, hosts: Set<String>)>
  /// More than any chain needs.
  private static let largestFile = 1 << 20

  /// Reads the certificate that the options name; `nil` without one.
  ///
  /// - Throws: `Refusal.input(.unreadable)` for an unreadable file, and `.environment` when key and
  ///   certificate cannot be used.
  convenience init?(_ options: ServeOptions) throws(Refusal) {
    guard let chain = options.certificate, let key = options.key else { return nil }
    try self.init(chain: chain, key: key)
  }

  private init(chain: String, key: String) throws(Refusal) {
    files = (chain, key)
    current = Mutex(try Self.read(chain, key))
  }

  /// Creates one from texts in PEM.
  ///
  /// - Parameters:
  ///   - chain: the certificate, and those that signed it.
  ///   - key: its private key.
  /// - Throws: the errors of the library.
  init(pem chain: String, key: String) throws {
    files = nil
    current = Mutex(try Self.parsed(Array(chain.utf8), Array(key.utf8)))
  }

  /// The present certificate and its settings.
  var context: NIOSSLContext { current.withLock { $0.context } }

  /// The names of hosts in the present certificate.
  var hosts: Set<String> { current.withLock { $0.hosts } }

  /// Reads the files again, if it was read from files. Connections that are open keep the certificate
  /// they began with.
  ///
  /// - Returns: whether there was something to read.
  /// - Throws: as when it was first read; then the previous certificate stays.
  func reload() throws(Refusal) -> Bool {
    guard let files else { return false }
    let new = try Self.read(files.chain, files.key)
    current.withLock { $0 = new }
    return true
  }

  /// Replaces it by another one in PEM, as `reload` does.
  ///
  /// - Parameters:
  ///   - chain: the certificate, and those that signed it.
  ///   - key: its private key.
  /// - Throws: the errors of the library; then the previous certificate stays.
  func replace(pem chain: String, key: String) throws {
    let new = try Self.parsed(Array(chain.utf8), Array(key.utf8))
    current.withLock { $0 = new }
  }

  private static func read(_ chain: String, _ key: String) throws(Refusal)
    -> (context: NIOSSLContext, hosts: Set<String>)
  {
    let (chainBytes, keyBytes) = (try content(of: chain), try content(of: key))
    do {
      return try parsed(chainBytes, keyBytes)
    } catch {
      throw .environment(
        cause: "The certificate \(chain) cannot be used with the key \(key). "
          + "Give a certificate chain and its private key, both as PEM (\(error))")
    }
  }

  private static func parsed(_ chain: [UInt8], _ key: [UInt8]) throws
    -> (context: NIOSSLContext, hosts: Set<String>)
  {
    let certificates = try NIOSSLCertificate.fromPEMBytes(chain)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem)))
    configuration.minimumTLSVersion = .tlsv12
    // Of TLS 1.2, without the ciphers in CBC mode.
    configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
    configuration.applicationProtocols = ["http/1.1"]
    // A phone that sleeps does not answer a farewell.
    configuration.shutdownTimeout = Limits.tlsFarewell
    let context = try NIOSSLContext(configuration: configuration)
    return (context, Set(certificates.first.map(hosts)?.map(HostList.normalized) ?? []))
  }

  /// The content of a file. A pipe or a device, which might never end, is not read.
  private static func content(of file: String) throws(Refusal) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .input(.unreadable(name: file, cause: String(cString: strerror(errno))))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .input(.unreadable(name: file, cause: "It is not a regular file"))
    }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while content.count <= largestFile {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        throw .input(.unreadable(name: file, cause: String(cString: strerror(errno))))
      }
      if count == 0 { return content }
      content += chunk.prefix(count)
    }
    throw .input(.unreadable(name: file, cause: "It is larger than 1 MiB"))
  }

  private static func hosts(of certificate: NIOSSLCertificate) -> [String] {
    certificate._subjectAlternativeNames().compactMap { name in
      switch name.nameType {
      case .dnsName: String(decoding: name.contents, as: UTF8.self)
      case .ipAddress: NetworkAddress(bytes: name.contents)?.description
      default: nil
      }
    }
  }
}
