import Commands
import Foundation
import Programs
import Terminal
import Testing

@testable import Server

/// The networks of this machine, and how phones get to know it.
@Suite(.limited) struct MachineNetworkTests {
  @Test(
    .enabled("needs Python") { Tool.areThere(["python3"]) },
    arguments: [
      ("+ 2 0 192.168.1.5 laptop.local\n", "laptop.local"),
      ("+ 2 0 192.168.1.5 Laptop-2.local\n", "laptop-2.local"),
      ("+ 2 0 192.168.1.5 router.example.org\n", nil), ("-15 Timeout reached\n", nil), ("", nil),
    ])
  func `the name is the one that Avahi answers with`(answer: String, name: String?) async throws {
    let tally = try TallyProgram()
    let path = tally.file("avahi")
    let script = """
      import socket
      server = socket.socket(socket.AF_UNIX); server.bind("\(path)"); server.listen()
      print("ready", flush=True)
      peer, _ = server.accept()
      question = peer.recv(1000)
      peer.sendall(b"" if question != b"RESOLVE-ADDRESS 192.168.1.5\\n" else \(Self.literal(answer)))
      peer.close()
      """
    async let daemon = TallyProgram.run(
      "/usr/bin/python3", ["-c", script], input: [], environment: tally.environment)
    try await eventually("the daemon") { access(path, F_OK) == 0 }
    let address = try #require(NetworkAddress("192.168.1.5"))
    var found: String?
    try await eventually("its answer") {
      found = try await blocking { MachineNetwork.multicastName(of: address, asking: path) }
      return found != nil || name == nil
    }
    #expect(found == name)
    #expect(try await daemon.status == 0)
  }

  private static func literal(_ text: String) -> String {
    "bytes([\(text.utf8.map(String.init).joined(separator: ", "))])"
  }

  @Test(arguments: [
    ("Laptop", "laptop"), ("laptop.example.org", "laptop"), ("a-1", "a-1"), ("localhost", nil),
    ("", nil), ("-a", nil), ("a-", nil), ("a_b", nil), ("Käfer", nil), ("192.168.7.5", nil),
    (String(repeating: "a", count: 63), String(repeating: "a", count: 63)),
    (String(repeating: "a", count: 64), nil), ("*", nil), ("a b", nil),
  ])
  func `a machine's name is a part of a URL, or none`(name: String, label: String?) {
    #expect(MachineNetwork.label(of: name) == label)
  }

  @Test func `without Avahi, there is no name`() throws {
    let address = try #require(NetworkAddress("192.168.1.5"))
    #expect(MachineNetwork.multicastName(of: address, asking: "/nowhere/socket") == nil)
  }

  @Test(
    .enabled("needs libqrencode and zbarimg") {
      QRCode("x") != nil && Tool.areThere(["zbarimg"])
    },
    arguments: [
      "https://laptop.local:8443",
      "https://[fd00::5]:8443/join/a?b#" + String(repeating: "x", count: 200),
    ])
  func `phones read the code that a terminal shows`(text: String) async throws {
    let code = try #require(QRCode(text))
    // The picture that a terminal makes of the lines: each character is two pixels, one above the other.
    var rows: [String] = []
    for line in code.lines {
      #expect(line.hasPrefix("\u{1B}[30;107m") && line.hasSuffix("\u{1B}[0m"))
      let blocks = line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
      rows.append(blocks.map { "█▀".contains($0) ? "1" : "0" }.joined(separator: " "))
      rows.append(blocks.map { "█▄".contains($0) ? "1" : "0" }.joined(separator: " "))
    }
    let width = rows[0].split(separator: " ").count
    let large = rows.flatMap { row in
      let wide = row.split(separator: " ").flatMap { [$0, $0, $0, $0] }.joined(separator: " ")
      return [wide, wide, wide, wide]
    }
    let tally = try TallyProgram()
    let picture = "P1\n\(4 * width) \(4 * rows.count)\n\(large.joined(separator: "\n"))\n"
    try Data(picture.utf8).write(to: URL(filePath: tally.file("code.pbm")))
    let run = try await TallyProgram.run(
      "/usr/bin/zbarimg", ["-q", "--raw", tally.file("code.pbm")], input: [],
      environment: tally.environment)
    #expect(run.output == "\(text)\n")
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
  }

  /// A machine with networks of its own, in which only what the script makes exists.
  @Test(
    .enabled("needs network namespaces, ip and curl") {
      Tool.areThere(["unshare", "curl", "openssl", "python3"]) && access("/usr/sbin/ip", X_OK) == 0
        && system("unshare -rn true 2> /dev/null") == 0
    })
  func `the server follows the networks of the machine`() async throws {
    let tally = try TallyProgram()
    let script = """
      cd
      ip link set lo up
      ip link add v0 type veth peer name v1; ip link set v0 up; ip link set v1 up
      "$0" --lan > said 2> log & server=$!
      until_there() { for try in $(seq 600); do grep -q "$1" "$2" && return; sleep 0.05; done; echo "never: $1"; }
      until_there 'no address that phones can use' said
      ip addr add 203.0.113.5/24 dev v0; ip addr add 172.31.0.9/16 dev lo
      ip addr add 192.168.7.5/24 dev v0
      until_there 'https://192.168.7.5:8443' said
      until_there 'SHA-256' said
      plain=http://192.168.7.5:8080
      curl -sS -o root.der $plain/tally.crt; openssl x509 -inform der -in root.der -out root.pem
      curl -sS --cacert root.pem -o /dev/null -w 'first %{http_code}\\n' https://192.168.7.5:8443/login
      curl -sS -k -o /dev/null -w 'public %{http_code}\\n' https://203.0.113.5:8443/login 2> /dev/null
      ip addr add 10.42.0.1/24 dev v0
      until_there 'https://10.42.0.1:8443' said
      curl -sS --cacert root.pem -o /dev/null -w 'second %{http_code}\\n' https://10.42.0.1:8443/login
      curl -sS --cacert root.pem -o /dev/null -w 'first again %{http_code}\\n' https://192.168.7.5:8443/login
      ip addr del 192.168.7.5/24 dev v0
      until_there '192.168.7.5 is gone' log
      ip addr add 192.168.7.5/24 dev v0
      until_there '192.168.7.5 is back' log
      curl -sS --cacert root.pem -o /dev/null -w 'back %{http_code}\\n' https://192.168.7.5:8443/login
      echo 1 > /proc/sys/net/ipv4/ip_nonlocal_bind
      python3 -u -m http.server -b 10.9.9.9 8443 > other 2>&1 & other=$!
      until_there 'Serving' other
      ip addr add 10.9.9.9/24 dev v0
      until_there 'Cannot listen on 10.9.9.9:8443: Address already in use' log
      ip addr flush dev v0
      until_there 'no address that phones can use' said
      until_there '10.42.0.1 is gone' log
      kill $server; wait $server; echo "ended $?"; kill $other
      grep -c 10.9.9.9 said; grep -c 'Cannot listen' log; grep -c 172.31.0.9 said; grep -c 'no address' said
      """
    let run = try await TallyProgram.run(
      "/usr/bin/unshare",
      ["-rn", "/bin/bash", "-c", script, "\(TallyProgram.folder)/tally-serve"], input: [],
      environment: tally.environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
    #expect(
      run.output
        == """
        first 200
        public 000
        second 200
        first again 200
        back 200
        ended 0
        0
        1
        0
        2

        """, "\(run.errors)")
  }
}
