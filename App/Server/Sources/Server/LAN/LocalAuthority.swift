import Commands
import Crypto
import Domain
import Foundation
import SwiftASN1
import X509

/// An authority of this machine, which phones can trust, and the certificate that it gave the server.
///
/// A root signs one intermediate authority, and its key is then destroyed: nobody can sign another
/// one. Both may sign only for the names of this machine and for private addresses (RFC 5280,
/// 4.2.1.10), so that a stolen key is worth nothing on the internet.
struct LocalAuthority {
  /// What phones install, in DER.
  let file: [UInt8]
  private let root: X509.Certificate
  private let intermediate: X509.Certificate
  private let intermediateKey: P256.Signing.PrivateKey
  private var page: X509.Certificate
  private var pageKey: P256.Signing.PrivateKey

  /// How long phones trust it.
  private static let lifetime: TimeInterval = 90 * day
  /// How long before the end it is announced that there will be another one.
  private static let announcement: TimeInterval = 14 * day
  /// How long before the end another one is made.
  private static let reserve = day
  /// How far a phone's clock may be behind.
  private static let delay: TimeInterval = 2 * day
  private static let day: TimeInterval = 86_400
  /// How many addresses a certificate has at most, the newest ones.
  private static let mostAddresses = 32

  /// Makes an authority and a certificate.
  ///
  /// - Parameters:
  ///   - machine: the name of the machine, for people.
  ///   - names: the names by which browsers may call it.
  ///   - addresses: its addresses; those that are not private are left out.
  ///   - now: when the authority begins.
  /// - Throws: the errors of the library.
  init(machine: String, names: [String], addresses: [NetworkAddress], now: Timestamp) throws {
    let rootKey = P256.Signing.PrivateKey()
    intermediateKey = P256.Signing.PrivateKey()
    let constraints = NameConstraints(
      permittedSubtrees: names.map { .dnsName($0) }
        + (NetworkRange.lan + NetworkRange.loopback).map { range in
          .ipAddress(ASN1OctetString(contentBytes: (range.first + range.mask)[...]))
        })
    // RFC 5280 allows 64 characters. With the day, because a phone may have an earlier one too.
    let machine = machine.prefix(40)
    let name = try DistinguishedName {
      CommonName("Tally on \(machine), \(now.rfc3339.prefix(10))")
    }
    let ends = now.date.addingTimeInterval(Self.lifetime)
    func authority(
      _ subject: DistinguishedName, _ key: P256.Signing.PrivateKey, below: Int
    ) throws -> X509.Certificate {
      try Self.signed(
        subject, key, from: now, to: ends, by: (name, rootKey),
        extensions: try X509.Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: below))
          Critical(KeyUsage(keyCertSign: true))
          Critical(constraints)
          try ExtendedKeyUsage([.serverAuth])
        })
    }
    root = try authority(name, rootKey, below: 1)
    file = try root.serializeAsPEM().derBytes
    intermediate = try authority(
      try DistinguishedName { CommonName("Tally's server on \(machine)") }, intermediateKey,
      below: 0)
    pageKey = P256.Signing.PrivateKey()
    page = root
    try issue(names: names, addresses: addresses, now: now)
  }

  /// Reads what `pem` wrote.
  ///
  /// - Throws: an error for anything else.
  init(pem: String) throws {
    let documents = try PEMDocument.parseMultiple(pemString: pem)
    guard documents.count == 5 else { throw NotAnAuthority() }
    intermediateKey = try P256.Signing.PrivateKey(pemRepresentation: documents[0].pemString)
    pageKey = try P256.Signing.PrivateKey(pemRepresentation: documents[1].pemString)
    page = try X509.Certificate(pemDocument: documents[2])
    intermediate = try X509.Certificate(pemDocument: documents[3])
    root = try X509.Certificate(pemDocument: documents[4])
    file = documents[4].derBytes
    guard intermediate.publicKey == Self.publicKey(intermediateKey),
      page.publicKey == Self.publicKey(pageKey),
      root.publicKey.isValidSignature(intermediate.signature, for: intermediate),
      intermediate.publicKey.isValidSignature(page.signature, for: page)
    else { throw NotAnAuthority() }
  }

  /// A text that is no authority.
  struct NotAnAuthority: Error {}

  /// All that the machine keeps: the keys, then the certificates.
  var pem: String {
    get throws {
      let keys = [intermediateKey, pageKey].map(\.pemRepresentation)
      let certificates = try [page, intermediate, root].map { try $0.serializeAsPEM().pemString }
      return (keys + certificates).map { "\($0)\n" }.joined()
    }
  }

  /// The server's certificate, and the one that signed it.
  var chain: String {
    get throws {
      try [page, intermediate].map { try $0.serializeAsPEM().pemString + "\n" }.joined()
    }
  }

  /// The private key of the server's certificate.
  var key: String { pageKey.pemRepresentation }

  /// The SHA-256 of `file`, as phones show it.
  var fingerprint: String {
    SHA256.hash(data: file).map { String(format: "%02X", $0) }.joined(separator: ":")
  }

  /// When phones trust it no more.
  var end: Timestamp { Timestamp(root.notValidAfter) }

  /// Whether that is so near that it is announced.
  func isNearEnd(at now: Timestamp) -> Bool {
    now.date > root.notValidAfter.addingTimeInterval(-Self.announcement)
  }

  /// Whether it can be used at a time.
  func isUsable(at now: Timestamp) -> Bool {
    root.notValidBefore <= now.date
      && now.date < root.notValidAfter.addingTimeInterval(-Self.reserve)
  }

  /// Whether it may sign for a name.
  func permits(_ name: String) -> Bool {
    let constraints = try? root.extensions.nameConstraints
    return constraints?.permittedDNSDomains.contains(name) == true
  }

  /// Whether the server's certificate has these addresses, as far as they are private.
  func covers(_ addresses: [NetworkAddress]) -> Bool { missing(of: addresses).isEmpty }

  /// Gives the server a new certificate, with a new key, if the present one lacks an address.
  ///
  /// The addresses that it had stay in it: a phone may come back to one.
  ///
  /// - Throws: the errors of the library.
  mutating func cover(_ addresses: [NetworkAddress], now: Timestamp) throws {
    let missing = missing(of: addresses)
    if missing.isEmpty { return }
    let names = try root.extensions.nameConstraints?.permittedDNSDomains.map(\.self) ?? []
    let all = (pageAddresses + missing).suffix(Self.mostAddresses)
    pageKey = P256.Signing.PrivateKey()
    try issue(names: names, addresses: all, now: now)
  }

  private func missing(of addresses: [NetworkAddress]) -> [NetworkAddress] {
    let known = pageAddresses
    return addresses.filter { $0.isPrivate && !known.contains($0) }
  }

  private var pageAddresses: [NetworkAddress] {
    let names = try? page.extensions.subjectAlternativeNames
    return names?.compactMap { name in
      guard case .ipAddress(let bytes) = name, let address = NetworkAddress(bytes: bytes.bytes)
      else { return nil }
      return address.isPrivate ? address : nil
    } ?? []
  }

  private mutating func issue(
    names: [String], addresses: some Sequence<NetworkAddress>, now: Timestamp
  ) throws {
    let own = ["127.0.0.1", "::1"].compactMap { NetworkAddress($0) }
    let all = own + addresses.filter(\.isPrivate)
    page = try Self.signed(
      try DistinguishedName { CommonName("Tally") }, pageKey, from: now, to: root.notValidAfter,
      by: (intermediate.subject, intermediateKey),
      extensions: try X509.Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(
          names.map { .dnsName($0) }
            + all.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) })
      })
  }

  private static func signed(
    _ subject: DistinguishedName, _ key: P256.Signing.PrivateKey, from now: Timestamp, to end: Date,
    by issuer: (name: DistinguishedName, key: P256.Signing.PrivateKey),
    extensions: X509.Certificate.Extensions
  ) throws -> X509.Certificate {
    var extensions = extensions
    let identifier = SubjectKeyIdentifier(hash: publicKey(key))
    try extensions.append(X509.Certificate.Extension(identifier, critical: false))
    let above = SubjectKeyIdentifier(hash: publicKey(issuer.key))
    try extensions.append(
      X509.Certificate.Extension(
        AuthorityKeyIdentifier(keyIdentifier: above.keyIdentifier), critical: false))
    return try X509.Certificate(
      version: .v3, serialNumber: serialNumber, publicKey: publicKey(key),
      notValidBefore: now.date.addingTimeInterval(-delay), notValidAfter: end, issuer: issuer.name,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
      issuerPrivateKey: X509.Certificate.PrivateKey(issuer.key))
  }

  /// A random number of 16 bytes: of the 20 that RFC 5280 allows, one may be needed for the sign.
  private static var serialNumber: X509.Certificate.SerialNumber {
    X509.Certificate.SerialNumber(bytes: (0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  private static func publicKey(_ key: P256.Signing.PrivateKey) -> X509.Certificate.PublicKey {
    X509.Certificate.PublicKey(key.publicKey)
  }
}

extension Timestamp {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
