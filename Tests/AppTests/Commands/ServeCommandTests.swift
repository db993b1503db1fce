import Foundation
import Testing

@testable import Commands
@testable import Composition

@Suite(.limited) struct ServeCommandTests {
  private func options(_ words: String) throws -> ServeOptions {
    try ServeOptions.parse(words.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("", "127.0.0.1:8080", true), ("--listen [::1]:0", "[::1]:0", true),
    ("--listen localhost:80", "localhost:80", true),
    ("--listen [::ffff:127.0.0.1]:80", "[::ffff:127.0.0.1]:80", true),
    ("--listen [0:0:0:0:0:0:0:1]:80", "[0:0:0:0:0:0:0:1]:80", true),
    ("--listen [fe80::1%eth0]:443 --certificate c --key k", "[fe80::1%eth0]:443", false),
    ("--listen 0.0.0.0:443 --certificate c --key k", "0.0.0.0:443", false),
    ("--listen 10.0.0.5:80 --behind-proxy 10.0.0.1", "10.0.0.5:80", false),
    ("--lan", "0.0.0.0:8443", false), ("--lan --listen [fd00::5]:443", "[fd00::5]:443", false),
    ("--lan --listen localhost:0", "localhost:0", true),
  ])
  func `says where to listen`(words: String, address: String, isLoopback: Bool) throws {
    let options = try options(words)
    #expect(options.listen.text == address)
    #expect(options.listen.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("", true), ("--behind-proxy 127.0.0.1", false), ("--certificate c --key k", true),
    ("--listen 0.0.0.0:443 --certificate c --key k", false),
    ("--listen 0.0.0.0:443 --certificate c --key k --allow-sign-up", true),
    ("--behind-proxy ::1 --allow-sign-up", true),
    ("--lan", false), ("--lan --listen 127.0.0.1:0", false), ("--lan --allow-sign-up", true),
  ])
  func `others on the network may sign up only if that is said`(words: String, isAllowed: Bool)
    throws
  {
    #expect(try options(words).allowsSignUp == isAllowed)
  }

  @Test(arguments: [
    (
      "--listen 0.0.0.0:8080",
      """
      Without TLS, passwords would be readable on the network. Use --lan, --certificate and \
      --key, or --behind-proxy
      """
    ),
    ("--lan --behind-proxy 127.0.0.1", "--lan serves without a proxy"),
    (
      "--lan --listen 203.0.113.5:443",
      "--lan serves private addresses only, and 203.0.113.5 is not one. Leave out --lan or --listen"
    ),
    ("--certificate page.pem", "--certificate needs --key"),
    ("--key page.key", "--key needs --certificate"),
    ("--certificate= --key=", "--certificate needs a value"),
    ("--behind-proxy proxy", "--behind-proxy needs an address like 127.0.0.1, not proxy"),
    ("--behind-proxy 1::2::3", "--behind-proxy needs an address like 127.0.0.1, not 1::2::3"),
    (
      "--host counts.example.org:443",
      """
      --host needs a name or an address without a port, like counts.example.org, not \
      counts.example.org:443
      """
    ),
    (
      "--host https://counts",
      "--host needs a name or an address without a port, like counts.example.org, not https://counts"
    ),
  ])
  func `refuses what does not fit together, and says what does`(words: String, reason: String)
    async throws
  {
    try await TallyProgram().checkWrongUsage("serve \(words)", reason)
  }

  @Test(arguments: [
    "8080", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:-1", "example.org:80", "::1:80", "[::1]",
    "127.0.0.256:1", "127.1:80", ":80", "",
  ])
  func `refuses an invalid address`(_ address: String) async throws {
    let run = try await TallyProgram().run(["serve", "--listen=\(address)"])
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "for '--listen <address:port>': Use an address and a port, like 127.0.0.1:8080"))
  }

  @Test(arguments: [
    ("10.0.0.1", true), ("10.255.255.255", true), ("11.0.0.1", false), ("172.15.0.1", false),
    ("172.16.0.1", true), ("172.31.255.255", true), ("172.32.0.1", false), ("192.168.0.1", true),
    ("192.169.0.1", false), ("169.254.7.7", true), ("127.0.0.1", false), ("fd00::1", true),
    ("fc00::1", true), ("fe80::1", false), ("2001:db8::1", false), ("::ffff:10.0.0.1", true),
    ("::", false), ("0.0.0.0", false),
  ])
  func `knows the addresses that the internet does not reach`(address: String, isPrivate: Bool)
    throws
  {
    #expect(try #require(NetworkAddress(address)).isPrivate == isPrivate)
  }

  @Test func `is not a command of a session`() async throws {
    let run = try await TallyProgram.ofAda().run(input: "serve\n")
    #expect(run.errors == "tally: line 1: serve works only in a shell\n")
    #expect(run.status == 64)
  }

  @Test func `says how to install a missing server`() async throws {
    let tally = try TallyProgram()
    try await copyProgram(to: "", of: tally)
    let run = try await TallyProgram.run(
      tally.file("tally"), ["serve"], input: [], environment: tally.environment)
    #expect(
      run.errors
        == """
        tally: tally-serve is not installed. It is in the package tally-server

        """)
    #expect(run.status == 74)
  }

  @Test func `finds the server beside itself or in PATH, and passes all options`() async throws {
    let tally = try TallyProgram()
    try await copyProgram(to: "beside", of: tally)
    for folder in ["elsewhere", "beside"] {
      let making = try await tally.bash(
        """
        mkdir -p ~/\(folder); cd ~/\(folder)
        { echo '#!/bin/sh'; echo 'for word; do echo "$word"; done'; echo echo \(folder); } > tally-serve
        chmod +x tally-serve
        """)
      try #require(making.status == 0)
      let run = try await TallyProgram.run(
        tally.file("beside/tally"),
        [
          "--store", "a b.db", "serve", "--listen", "[::1]:81", "--allow-sign-up", "--host", "a",
          "--host", "b", "--certificate", "c", "--key", "k", "--behind-proxy", "::1", "--verbose",
        ], input: [],
        environment: tally.environment.merging([
          "PATH": "\(tally.file("elsewhere")):/usr/bin:/bin"
        ]) { $1 })
      #expect(
        run.output.split(separator: "\n") == [
          "--listen=[::1]:81", "--certificate=c", "--key=k", "--behind-proxy=::1",
          "--allow-sign-up", "--host=a", "--host=b", "--store=a b.db", "--verbose",
          "\(folder)"[...],
        ])
      #expect(run.status == 0)
    }
  }

  /// Copies the program by a process of its own: a file that is being written cannot be started.
  private func copyProgram(to folder: String, of tally: TallyProgram) async throws {
    let run = try await tally.bash("mkdir -p ~/\(folder); cp \(TallyProgram.path) ~/\(folder)/")
    try #require(run.status == 0, "\(run.errors)")
  }
}
