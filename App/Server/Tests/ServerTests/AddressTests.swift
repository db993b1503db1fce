import Foundation
import Programs
import Testing

/// Addresses are what they are: one of IPv4 that comes to a server of IPv6 is one of IPv4.
@Suite(.limited, .enabled(if: access("/proc/sys/net/ipv6", F_OK) == 0, "needs IPv6"))
struct AddressTests {
  private static let request = HTTPText("GET", "/events?counter=1")

  @Test(arguments: ["127.0.0.1", "::ffff:127.0.0.1"])
  func `the proxy of IPv4 is known on [::], and others are not`(proxy: String) async throws {
    let server = try await ServerProcess(
      for: try TallyProgram(), ["--behind-proxy", proxy, "--host", "127.0.0.1"], at: "[::]")
    #expect(try await server.send(Self.request).status == 401)
    #expect(try await server.send(Self.request, from: "127.0.0.2").status == 403)
    #expect(try await server.send(Self.request, from: "::1").status == 403)
  }

  @Test func `a server on [::] answers to its address of IPv4, and to that of IPv6`()
    async throws
  {
    let tally = try TallyProgram()
    for (proxy, hosts) in [
      (
        "127.0.0.1",
        ["127.0.0.1", "127.0.0.1:8080", "[::ffff:127.0.0.1]:8080", "localhost", "[::]"]
      ),
      ("::1", ["[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]:8080", "[::1%25lo]:8080"]),
    ] {
      let server = try await ServerProcess(for: tally, ["--behind-proxy", proxy], at: "[::]")
      for host in hosts {
        var request = Self.request
        request.fields["Host"] = host
        #expect(try await server.send(request, from: proxy).status == 401, "\(host)")
      }
      for host in [
        "10.0.0.5", "[::2]", "[::ffff:10.0.0.5]", "::1", "[::1", "[::1]x", "[127.0.0.1]",
      ] {
        var request = Self.request
        request.fields["Host"] = host
        #expect([400, 421].contains(try await server.send(request, from: proxy).status), "\(host)")
      }
    }
  }

  @Test func `an address is a host however it was written for --host`() async throws {
    let server = try await ServerProcess(
      for: try TallyProgram(), ["--host", "::ffff:10.0.0.5", "--host", "2001:DB8:0::5"])
    for (host, status) in [
      ("10.0.0.5:80", 401), ("[2001:db8::5]", 401), ("127.0.0.1", 421), ("localhost", 421),
    ] {
      #expect(try await server.get("/events?counter=1", ["Host": host]).status == status, "\(host)")
    }
  }

  @Test(arguments: [
    (nil, "127.0.0.1"), ("::ffff:192.0.2.9", "192.0.2.9"), ("192.0.2.9:4711", "192.0.2.9"),
    ("[2001:db8::9]:443", "2001:db8::9"), ("fe80::9%eth0", "fe80::9"), ("unknown", "127.0.0.1"),
  ])
  func `the account's page names the address of a login as it is`(
    forwarded: String?, shown: String
  ) async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), ["--behind-proxy", "127.0.0.1"], at: "[::]")
    let browser = Browser(server)
    var form = try await browser.form(
      "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
    form.fields["X-Forwarded-For"] = forwarded
    #expect(try await browser.send(form).status == 303)
    // The page names the other logins of the account.
    let ada = Browser(server, "__Host-\(try server.tally.cookie())")
    let page = try await ada.get("/account").body
    #expect(page.contains("a browser at \(shown)"), "\(page)")
    #expect(!page.contains("::ffff"))
  }
}
