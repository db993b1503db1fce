import App
import Domain
import Foundation
import NIOSSL
import Synchronization

/// The certificate that the server shows; it can be read anew while the server runs.
final class Certificate: Sendable {
  private let chain: String
  private let key: String
  private let current: Mutex<NIOSSLContext>
  /// The names of hosts in the certificate that was read first.
  let hosts: [String]

  /// Reads the certificate that the options name; `nil` without one.
  ///
  /// - Throws: `Refusal.inputFailed` for an unreadable file, and `.environment` when key and
  ///   certificate cannot be used.
  convenience init?(_ options: ServeOptions) throws(Refusal) {
    guard let chain = options.certificate, let key = options.key else { return nil }
    try self.init(chain: chain, key: key)
  }

  private init(chain: String, key: String) throws(Refusal) {
    self.chain = chain
    self.key = key
    let (context, hosts) = try Self.read(chain, key)
    current = Mutex(context)
    self.hosts = hosts
  }

  /// The present certificate and its settings.
  var context: NIOSSLContext { current.withLock { $0 } }

  /// Reads the files again. Connections that are open keep the certificate they began with.
  ///
  /// - Throws: as when it was first read; then the previous certificate stays.
  func reload() throws(Refusal) {
    let (context, _) = try Self.read(chain, key)
    current.withLock { $0 = context }
  }

  private static func read(_ chain: String, _ key: String) throws(Refusal)
    -> (context: NIOSSLContext, hosts: [String])
  {
    for file in [chain, key] where access(file, R_OK) != 0 {
      throw .inputFailed(name: file, cause: String(cString: strerror(errno)))
    }
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(chain)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: certificates.map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      // Of TLS 1.2, without the ciphers in CBC mode.
      configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
      configuration.applicationProtocols = ["http/1.1"]
      let context = try NIOSSLContext(configuration: configuration)
      return (context, certificates.first.map(hosts) ?? [])
    } catch {
      throw .environment(
        cause: "The certificate \(chain) cannot be used with the key \(key). "
          + "Give a certificate chain and its private key, both as PEM (\(error))")
    }
  }

  private static func hosts(of certificate: NIOSSLCertificate) -> [String] {
    certificate._subjectAlternativeNames().compactMap { name in
      switch name.nameType {
      case .dnsName: String(decoding: name.contents, as: UTF8.self)
      case .ipAddress: address(Array(name.contents))
      default: nil
      }
    }
  }

  /// The text of an address of IPv4 or IPv6.
  private static func address(_ bytes: [UInt8]) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard bytes.count == 4 || bytes.count == 16,
      inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
