import Testing

@testable import Commands

/// Addresses of the network, however they are written.
@Suite(.limited) struct NetworkAddressTests {
  @Test(arguments: [
    ("10.0.0.5", "10.0.0.5"), ("::ffff:10.0.0.5", "10.0.0.5"), ("::FFFF:a00:5", "10.0.0.5"),
    ("0:0:0:0:0:ffff:10.0.0.5", "10.0.0.5"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"),
    ("2001:DB8:0:0::7", "2001:db8::7"), ("fe80::1%eth0", "fe80::1"), ("::", "::"),
    ("::10.0.0.5", "::10.0.0.5"),
  ])
  func `have one form each`(written: String, form: String) {
    #expect(NetworkAddress(written)?.description == form)
    #expect(NetworkAddress(written) == NetworkAddress(form))
  }

  @Test(arguments: [
    "", "localhost", "10.0.0", "10.0.0.256", "10.0.0.5%eth0", "1::2::3", "[::1]", "10.0.0.5:80",
    "::1 ", "%eth0", "10.0.0.5\0",
  ])
  func `are not anything else`(_ text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test(arguments: [
    ("10.0.0.5", "10.0.0.5"), ("::ffff:10.0.0.5", "10.0.0.5"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8:1:2::", "2001:db8:1:2::"),
  ])
  func `belong to one person together with the rest of their /64`(address: String, network: String)
  {
    #expect(NetworkAddress(address)?.network == NetworkAddress(network))
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("0:0:0:0:0:0:0:1", true), ("10.0.0.127", false), ("::", false), ("::2", false),
    ("::127.0.0.1", false), ("7f00::1", false),
  ])
  func `are of this machine alone, or not`(address: String, isLoopback: Bool) {
    #expect(NetworkAddress(address)?.isLoopback == isLoopback)
  }
}
