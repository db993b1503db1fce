import Commands
import Composition
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Server

/// Serving phones in the same network, with a certificate of this machine.
@Suite(.limited, .enabled("needs openssl and curl") { Tool.areThere(["openssl", "curl"]) })
struct LANTests {
  private func serve(_ tally: TallyProgram, _ more: [String] = []) async throws -> ServerProcess {
    try await ServerProcess(for: tally, ["--lan"] + more, until: "SHA-256")
  }

  /// What a command of the shell prints, in the home folder.
  private func shell(_ script: String, in tally: TallyProgram) async throws -> String {
    let run = try await TallyProgram.run(
      "/bin/bash", ["-c", "cd; { \(script)\n} 2>&1"], input: [],
      environment: tally.environment.merging(["PATH": "/usr/sbin:/usr/bin:/bin"]) { $1 })
    return run.output
  }

  /// The address of the page that helps phones to trust the machine.
  private func plainURL(_ server: ServerProcess) throws -> String {
    let line = try #require(server.greeting.first { $0.contains("install its certificate from ") })
    return try #require(line.split(separator: " ").last.map(String.init))
  }

  private func fetchRoot(_ server: ServerProcess) async throws {
    let script = """
      curl -sS -o root.der \(try plainURL(server))/tally.crt
      openssl x509 -inform der -in root.der -out root.pem
      """
    #expect(try await shell(script, in: server.tally) == "")
  }

  @Test func `phones that trust the machine see no warning, and others do`() async throws {
    let server = try await serve(try TallyProgram())
    try await fetchRoot(server)
    let page = "https://127.0.0.1:\(server.port)/login"
    let trusting = try await shell("curl -sS -D - --cacert root.pem \(page)", in: server.tally)
    #expect(trusting.hasPrefix("HTTP/1.1 200 OK"))
    // Whoever goes on after the warning must be able to do so again.
    #expect(!trusting.contains("Strict-Transport-Security"))
    #expect(trusting.contains("Secure") || !trusting.contains("Set-Cookie"))
    let others = try await shell("curl -sS \(page)", in: server.tally)
    #expect(others.contains("certificate"))
    for (host, status) in [("localhost", 404), ("evil.test", 421), ("192.168.77.77", 421)] {
      let code = try await shell(
        "curl -sS -k -o /dev/null -w '%{http_code}' -H 'Host: \(host)' https://127.0.0.1:\(server.port)/x",
        in: server.tally)
      #expect(code == "\(status)", "\(host)")
    }
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test func `the terminal shows the SHA-256 of the file that phones install`() async throws {
    let server = try await serve(try TallyProgram())
    try await fetchRoot(server)
    let shown = try await shell(
      "openssl x509 -in root.pem -noout -fingerprint -sha256", in: server.tally)
    let fingerprint = try #require(shown.split(separator: "=").last).dropLast()
    #expect(server.greeting.last == "SHA-256 of the certificate: \(fingerprint)")
    let page = try await shell("curl -sS \(try plainURL(server))/", in: server.tally)
    #expect(page.replacing("<wbr>", with: "").contains("<code>\(fingerprint)</code>"))
  }

  @Test func `the page without TLS has no form, and leads to the file alone`() async throws {
    let server = try await serve(try TallyProgram())
    let url = try plainURL(server)
    let page = try await shell("curl -sS -i \(url)/", in: server.tally)
    #expect(page.contains("Content-Type: text/html"))
    #expect(!page.contains("<form") && !page.contains("<script") && !page.contains("<input"))
    #expect(page.components(separatedBy: "href=").count - 1 == 2)
    #expect(page.contains("<link rel=\"stylesheet\" href=\"/assets/tally.css\">"))
    #expect(page.contains("<a href=\"/tally.crt\" download>"))
    for (words, status) in [
      ("/login", 404), ("/taps", 404), ("/assets/tally.css", 200), ("/assets/tally.js", 404),
      ("-X POST -d a=b /", 405),
    ] {
      let path = words.split(separator: " ").last ?? ""
      let options = words.dropLast(path.count)
      let code = try await shell(
        "curl -sS -o /dev/null -w '%{http_code}' \(options) \(url)\(path)", in: server.tally)
      #expect(code == "\(status)", "\(words)")
    }
  }

  @Test func `the authority cannot vouch for anything but this machine`() async throws {
    let server = try await serve(try TallyProgram())
    try await fetchRoot(server)
    let tally = server.tally
    #expect(try await shell("stat -c %a state/tally/authority.pem", in: tally) == "600\n")
    // A thief of the key signs for what it wants.
    let split = """
      openssl pkey -in state/tally/authority.pem -out thief.key
      awk '/BEGIN CERT/ { n++ } n == 2' state/tally/authority.pem > thief.pem
      openssl x509 -in thief.pem -noout -subject
      openssl ecparam -name prime256v1 -genkey -noout -out evil.key
      """
    #expect(try await shell(split, in: tally).hasPrefix("subject=CN = Tally's server on "))
    func verdict(_ name: String) async throws -> String {
      try await shell(
        """
        openssl req -new -key evil.key -subj /CN=x -addext subjectAltName=\(name) -out evil.csr
        openssl x509 -req -in evil.csr -CA thief.pem -CAkey thief.key -copy_extensions copy -days 1 \
          -set_serial 7 -out evil.pem 2> signing
        openssl verify -CAfile root.pem -untrusted thief.pem evil.pem
        """, in: tally)
    }
    for name in ["DNS:localhost", "IP:192.168.1.77", "IP:10.9.8.7", "IP:fd00::7"] {
      #expect(try await verdict(name) == "evil.pem: OK\n", "\(name)")
    }
    for name in ["DNS:bank.test", "DNS:localhost.bank.test", "IP:203.0.113.5", "IP:2001:db8::5"] {
      #expect(try await verdict(name).contains("permitted subtree violation"), "\(name)")
    }
  }

  @Test func `nobody has the root's key, and an authority below the one below is refused`()
    async throws
  {
    let server = try await serve(try TallyProgram())
    try await fetchRoot(server)
    let file = "state/tally/authority.pem"
    let keys = try await shell(
      """
      openssl x509 -in root.pem -noout -pubkey > root.pub
      awk '/BEGIN.*PRIVATE/ { n++ } { print > ("key" n) }' \(file)
      for key in key1 key2; do openssl pkey -in $key -pubout | cmp -s - root.pub && echo same; done
      grep -c 'PRIVATE KEY-----' \(file)
      """, in: server.tally)
    #expect(keys == "4\n")
    let text = try await shell(
      "openssl s_client -connect 127.0.0.1:\(server.port) -CAfile root.pem -showcerts </dev/null",
      in: server.tally)
    #expect(text.contains("Verify return code: 0 (ok)"))
    let lengths = try await shell(
      """
      openssl x509 -in root.pem -noout -ext basicConstraints,nameConstraints
      awk '/BEGIN CERT/ { n++ } n == 2' \(file) | openssl x509 -noout -ext basicConstraints,nameConstraints
      """, in: server.tally)
    #expect(lengths.contains("pathlen:1") && lengths.contains("pathlen:0"))
    #expect(lengths.components(separatedBy: "X509v3 Name Constraints: critical").count == 3)
  }

  @Test(arguments: [(80, true), (70, false)])
  func `the start says in the last 14 days until when phones trust the machine`(
    age: Int64, isSaid: Bool
  ) async throws {
    let tally = try TallyProgram()
    let clock = ManualClock(
      now: Timestamp(
        milliseconds: Int64(Date.now.timeIntervalSince1970 - Double(age) * 86_400) * 1_000))
    let authority = try AuthorityKeeper(
      file: PrivateFile(
        path: tally.file("state/tally/authority.pem"), meaning: "authority", remedy: "start again"),
      clock: clock, addresses: []
    ).authority
    let server = try await serve(tally)
    let line = "Phones trust this machine until \(authority.end.rfc3339.prefix(10)). "
    #expect(server.greeting.contains { $0.hasPrefix(line) } == isSaid)
    #expect(server.greeting.last == "SHA-256 of the certificate: \(authority.fingerprint)")
  }

  @Test func `a restart keeps the certificate that phones know`() async throws {
    let tally = try TallyProgram()
    func serial() async throws -> String {
      let server = try await serve(tally)
      let text = try await shell(
        "openssl s_client -connect 127.0.0.1:\(server.port) </dev/null 2> trust | openssl x509 -noout -serial",
        in: tally)
      #expect(try await server.end(by: SIGTERM) == 0)
      return text
    }
    let first = try await serial()
    #expect(first.hasPrefix("serial="))
    #expect(try await serial() == first)
  }

  @Test(arguments: [
    ("echo nonsense > $0; chmod 600 $0", "it is no authority of Tally"),
    ("chmod 640 $0", "others may read or write it"),
    ("mv $0 elsewhere; ln -s $HOME/elsewhere $0", "it is a symbolic link"),
    ("rm $0; mkfifo -m 600 $0", "it is not a regular file"),
    ("head -c 1000 $0 > part; cat part > $0", "it is no authority of Tally"),
    (
      "openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:prime256v1 -out other; "
        + "{ cat other; awk '/BEGIN/ { n++ } n > 1' $0; } > mixed; cat mixed > $0",
      "it is no authority of Tally"
    ),
  ])
  func `a file that cannot be trusted is no authority`(script: String, reason: String) async throws
  {
    let tally = try TallyProgram()
    #expect(try await serve(tally).end(by: SIGTERM) == 0)
    let file = tally.file("state/tally/authority.pem")
    _ = try await shell(script.replacing("$0", with: file), in: tally)
    let run = try await TallyProgram.run(
      "\(TallyProgram.folder)/tally-serve", ["--lan", "--listen", "127.0.0.1:0"], input: [],
      environment: tally.environment)
    #expect(
      run.errors
        == """
        tally: The authority \(file) cannot be used: \(reason). Move that file away and start again; phones then \
        need the new certificate

        """)
    #expect(run.status == 74)
  }

  @Test func `a certificate of one's own is shown instead, and needs no installation`() async throws
  {
    let tally = try TallyProgram()
    #expect(
      try await shell(
        """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=a \
          -addext subjectAltName=DNS:door.test -keyout own.key -out own.pem 2> making
        """, in: tally) == "")
    let server = try await ServerProcess(
      for: tally, ["--lan", "--certificate", tally.file("own.pem"), "--key", tally.file("own.key")])
    let code = try await shell(
      "curl -sS --cacert own.pem --connect-to ::127.0.0.1:\(server.port) -o /dev/null -w '%{http_code}' https://door.test/login",
      in: tally)
    #expect(code == "200")
    #expect(access(tally.file("state/tally/authority.pem"), F_OK) != 0)
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test func `a port in use is told at the start, and the plain page takes another one`()
    async throws
  {
    let server = try await serve(try TallyProgram())
    let run = try await TallyProgram.run(
      "\(TallyProgram.folder)/tally-serve", ["--lan", "--listen", "127.0.0.1:\(server.port)"],
      input: [], environment: server.tally.environment)
    #expect(
      run.errors
        == """
        tally: Cannot listen on 127.0.0.1:\(server.port): Address already in use. Tally serves this store already, \
        at https://127.0.0.1:\(server.port): stop that server, or choose another port, as with \
        --listen 0.0.0.0:9443

        """)
    #expect(run.status == 74)
    let other = try await serve(server.tally)
    #expect(try plainURL(other) != plainURL(server))
  }

  @Test func `the signal ends the server also while a phone with TLS sleeps`() async throws {
    let server = try await serve(try TallyProgram())
    let phone = try await shell(
      """
      mkfifo question; : > answer; exec 3<> question; printf 'GET /healthz HTTP/1.1\\r\\n\\r\\n' >&3
      openssl s_client -quiet -connect 127.0.0.1:\(server.port) <&3 > answer 2> trust & phone=$!
      for try in $(seq 2400); do grep -q 200 answer && break; sleep 0.05; done
      grep -c 200 answer; kill -STOP $phone; echo $phone
      """, in: server.tally)
    let words = phone.split(separator: "\n")
    try #require(words.count == 2 && words[0] == "1", "\(phone)")
    let start = ContinuousClock.now
    #expect(try await server.end(by: SIGTERM) == 0)
    // What the library would wait for the phone's farewell.
    #expect(ContinuousClock.now - start < .seconds(5))
    kill(try #require(pid_t(words[1])), SIGKILL)
  }
}
