import Foundation
import Programs
import Testing

extension FaultTests {
  /// A PostgreSQL server with a certificate, reached over TCP.
  @Suite struct CertificateTests {
    private static let row = "PostgreSQL: verify-full refuses a wrong certificate"

    /// Ways to a server with a certificate for `localhost`.
    private struct Way {
      var host = "localhost"
      var root = "right"
      var mode = "verify-full"

      static let right = Self()
      static let wrong = [Self(host: "127.0.0.1"), Self(root: "wrong"), Self(root: "missing")]
      static let unchecked = Self(root: "", mode: "require")
    }

    @Test(.needsPostgreSQL(for: row), .needs(.openssl, for: row))
    func `A server without the right certificate is refused plainly`() async throws {
      let server = try await Server()
      try #require(try await server.signUp("ada", by: .right).status == 0)
      var violations: [String] = []
      for (number, way) in Way.wrong.enumerated() {
        violations += try await server.accepted(by: way, "wrong-\(number)")
      }
      try await server.forgetCertificate()
      for way in [Way.right, .unchecked] {
        violations += try await server.accepted(by: way, "plain-\(way.mode)")
      }
      Figures.note(
        Self.row, asked: "5 of 5 refused: another host, authority, none, no TLS with both modes",
        reached: "\(5 - violations.count) of 5")
      #expect(violations == [])
    }

    @Test(.needsPostgreSQL(for: row), .needs(.openssl, for: row))
    func `A certificate that nobody checks is detected`() async throws {
      #expect(try await Server().accepted(by: .unchecked, "ada") != [])
    }

    private struct Server {
      let database: DatabaseServer
      let port: UInt16

      init() async throws {
        let folder = try await PostgreSQLFolder()
        database = DatabaseServer(name: "a", folder: folder)
        try await database.create()
        try await folder.run(
          """
          for name in right wrong; do
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
              -addext subjectAltName=DNS:localhost -keyout $name.key -out $name.crt 2>>log
          done
          chmod 644 *.crt
          chmod 711 .
          """)
        port = try LocalSocket.freePort()
        try await database.start(
          """
          listen_addresses = 'localhost'
          port = \(port)
          ssl = on
          ssl_cert_file = '\(folder.path)/right.crt'
          ssl_key_file = '\(folder.path)/right.key'
          """)
      }

      /// Ends TLS.
      func forgetCertificate() async throws {
        try await database.stop()
        try await database.start("listen_addresses = 'localhost'\nport = \(port)")
      }

      func signUp(_ name: String, by way: Way) async throws -> TallyProgram.Run {
        let folder = database.folder.path
        let root = way.root.isEmpty ? "" : "&sslrootcert=\(folder)/\(way.root).crt"
        let address =
          "postgresql://\(way.host):\(port)/postgres?user=tally&sslmode=\(way.mode)\(root)"
        return try await TallyProgram(environment: ["TALLY_STORE": address]).run(
          ["signup", name, "--password-stdin"], input: "\(TallyProgram.password)\n")
      }

      /// What is wrong when somebody signs up: they get in, or are refused in other words.
      func accepted(by way: Way, _ name: String) async throws -> [String] {
        let run = try await signUp(name, by: way)
        let isPlain =
          run.status == 74 && run.errors.hasPrefix("tally: The store cannot be opened: ")
          && run.errors.hasSuffix(
            "Check TLS on the server, and the settings sslmode and sslrootcert\n")
          && run.errors.split(separator: "\n").count == 1
        return isPlain ? [] : ["\(way): \(run)"]
      }
    }
  }
}
