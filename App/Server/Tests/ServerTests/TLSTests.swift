import Foundation
import Programs
import Testing

/// Serving with a certificate.
@Suite(.limited, .enabled("needs openssl and curl") { Tool.areThere(["openssl", "curl"]) })
struct TLSTests {
  /// A certificate for a name, in the home folder.
  private func certificate(for name: String, in tally: TallyProgram) async throws -> [String] {
    let (chain, key) = (tally.file("page.pem"), tally.file("page.key"))
    let run = try await TallyProgram.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.9",
        "-keyout", key, "-out", chain,
      ], input: [], environment: tally.environment)
    try #require(run.status == 0, "\(run.errors)")
    return ["--certificate", chain, "--key", key]
  }

  /// What curl gets, which trusts only that certificate.
  private func curl(_ server: ServerProcess, _ host: String, _ more: [String] = []) async throws
    -> TallyProgram.Run
  {
    try await TallyProgram.run(
      "/usr/bin/curl",
      [
        "-sS", "-i", "--cacert", server.tally.file("page.pem"),
        "--connect-to", "::127.0.0.1:\(server.port)", "https://\(host)/healthz",
      ] + more, input: [], environment: server.tally.environment)
  }

  /// Waits until the server says so in its log.
  private func hear(_ text: String, from server: ServerProcess) async throws {
    try await eventually(text) { server.logLines.contains { $0.contains(text) } }
  }

  @Test func `TLS is promised for a year, for the certificate's names`() async throws {
    let tally = try TallyProgram()
    let options = try await certificate(for: "door.test", in: tally)
    let server = try await ServerProcess(for: tally, options)
    let run = try await curl(server, "door.test")
    #expect(run.output.hasPrefix("HTTP/1.1 200 OK"))
    #expect(run.output.contains("Strict-Transport-Security: max-age=31536000"))
    for (host, status) in [("door.test", 404), ("127.0.0.9", 404), ("evil.test", 421)] {
      let page = try await curl(
        server, "door.test", ["-H", "Host: \(host)", "https://door.test/nothing"])
      #expect(page.output.contains("HTTP/1.1 \(status) "), "\(host): \(page)")
    }
    let plain = try await server.connect()
    try await plain.send("GET / HTTP/1.1\r\nHost: door.test\r\n\r\n")
    #expect(try await !plain.rest().contains("HTTP"))
  }

  @Test(arguments: [
    ("-tls1", "ALL", false), ("-tls1_1", "ALL", false), ("-tls1_2", "ALL", true),
    ("-tls1_3", "ALL", true), ("-tls1_2", "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA", false),
    ("-tls1_2", "ECDHE-ECDSA-AES128-GCM-SHA256", true),
  ])
  func `only TLS 1.2 and later are spoken, without old ciphers`(
    version: String, ciphers: String, isSpoken: Bool
  ) async throws {
    let tally = try TallyProgram()
    let server = try await ServerProcess(for: tally, try await certificate(for: "a", in: tally))
    let run = try await TallyProgram.run(
      "/usr/bin/openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(server.port)", version, "-cipher",
        "\(ciphers):@SECLEVEL=0",
      ], input: [], environment: tally.environment)
    #expect(run.output.contains("Cipher is (NONE)") != isSpoken, "\(run.output)")
  }

  @Test func `SIGHUP reads the certificate anew, and keeps the old one if the new one is wrong`()
    async throws
  {
    let tally = try TallyProgram()
    let server = try await ServerProcess(
      for: tally, try await certificate(for: "old.test", in: tally))
    #expect(try await curl(server, "old.test").status == 0)
    _ = try await certificate(for: "new.test", in: tally)
    #expect(try await curl(server, "old.test").status != 0)
    server.child.send(SIGHUP)
    try await eventually("the new certificate") {
      try await curl(server, "new.test", ["-H", "Host: old.test"]).status == 0
    }
    try Data("nonsense".utf8).write(to: URL(filePath: tally.file("page.key")))
    server.child.send(SIGHUP)
    try await hear("The previous certificate stays", from: server)
    #expect(try await curl(server, "new.test", ["-H", "Host: old.test"]).status == 0)
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test(arguments: [false, true])
  func `SIGHUP brings the names of the new certificate, unless names were given`(isGiven: Bool)
    async throws
  {
    let tally = try TallyProgram()
    let options = try await certificate(for: "old.test", in: tally)
    let server = try await ServerProcess(
      for: tally, options + (isGiven ? ["--host", "old.test"] : []))
    func status(of host: String) async throws -> String {
      let words = ["-k", "-H", "Host: \(host)", "-o", "/dev/null", "-w", "%{http_code}"]
      let run = try await TallyProgram.run(
        "/usr/bin/curl",
        ["-sS", "https://127.0.0.1:\(server.port)/nothing"] + words, input: [],
        environment: tally.environment)
      return run.output
    }
    #expect(try await status(of: "old.test") == "404")
    #expect(try await status(of: "new.test") == "421")
    _ = try await certificate(for: "new.test", in: tally)
    server.child.send(SIGHUP)
    try await hear("The certificate was read anew", from: server)
    #expect(try await status(of: "new.test") == (isGiven ? "421" : "404"))
    #expect(try await status(of: "old.test") == (isGiven ? "404" : "421"))
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  /// What is no file that ends soon.
  private static let traps: [(script: String, reason: String)] = [
    ("mkfifo $0", "It is not a regular file"), ("mkdir $0", "It is not a regular file"),
    ("ln -s /dev/zero $0", "It is not a regular file"),
    ("truncate -s 100G $0", "It is larger than 1 MiB"),
  ]

  @Test(arguments: ["page.pem", "page.key"], traps.indices)
  func `a pipe, a device or a huge file is refused as a certificate and as a key`(
    name: String, trap: Int
  ) async throws {
    let (script, reason) = Self.traps[trap]
    let tally = try TallyProgram()
    let options = try await certificate(for: "a.test", in: tally)
    let server = try await ServerProcess(for: tally, options)
    let file = tally.file(name)
    let run = try await TallyProgram.run(
      "/bin/sh", ["-c", "rm $0 && \(script)", file], input: [], environment: tally.environment)
    try #require(run.status == 0, "\(run.errors)")
    server.child.send(SIGHUP)
    try await hear(
      "The previous certificate stays: \(file) cannot be read: \(reason)", from: server)
    #expect(try await server.end(by: SIGTERM) == 0)
    let start = try await TallyProgram.run(
      "\(TallyProgram.folder)/tally-serve", options, input: [], environment: tally.environment)
    #expect(start.errors == "tally: \(file) cannot be read: \(reason)\n")
    #expect(start.status == 66)
  }

  @Test func `a certificate that is missing, or of another key, is told at the start`() async throws
  {
    let tally = try TallyProgram()
    let options = try await certificate(for: "a", in: tally)
    let path = "\(TallyProgram.folder)/tally-serve"
    try FileManager.default.copyItem(atPath: tally.file("page.key"), toPath: tally.file("a.key"))
    _ = try await certificate(for: "b", in: tally)
    for (chain, key, reason, status) in [
      ("missing.pem", "page.key", "missing.pem cannot be read: No such file", 66),
      ("page.pem", "a.key", "cannot be used with the key", 74),
      ("page.key", "page.key", "cannot be used with the key", 74),
    ] as [(String, String, String, Int32)] {
      let run = try await TallyProgram.run(
        path, ["--certificate", tally.file(chain), "--key", tally.file(key)], input: [],
        environment: tally.environment)
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(run.status == status)
    }
    #expect(options.count == 4)
  }
}
