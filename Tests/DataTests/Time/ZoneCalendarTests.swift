import Domain
import Programs
import Testing

@testable import Data

@Suite(.limited) struct `Days in a named time zone` {
  @Test func `follow the zone's rules, whatever the process's zone is`() throws {
    let berlin = try #require(ZoneCalendar(named: "Europe/Berlin"))
    let winter = try #require(Timestamp(rfc3339: "2026-01-15T12:00:00Z"))
    let summer = try #require(Timestamp(rfc3339: "2026-07-15T12:00:00Z"))
    #expect(berlin.secondsAhead(at: winter) == 3_600)
    #expect(berlin.secondsAhead(at: summer) == 7_200)
    #expect(ZoneCalendar(named: "UTC")?.secondsAhead(at: summer) == 0)
  }

  @Test(arguments: [
    ("Asia/Kolkata", 19_800), ("Asia/Calcutta", 19_800), ("Asia/Kathmandu", 20_700),
    ("Asia/Ho_Chi_Minh", 25_200), ("Atlantic/Faroe", 0), ("America/Indiana/Indianapolis", -18_000),
    ("America/Argentina/Buenos_Aires", -10_800), ("Europe/Kyiv", 7_200), ("Etc/GMT-3", 10_800),
  ])
  func `are known by every name that browsers use`(name: String, seconds: Int64) throws {
    let winter = try #require(Timestamp(rfc3339: "2026-01-15T12:00:00Z"))
    #expect(ZoneCalendar(named: name)?.secondsAhead(at: winter) == seconds)
  }

  @Test(arguments: ["", "Mars", "../../etc/passwd", "Europe/Berlin ", "EST5EDT,M3.2.0", "CST+99"])
  func `of an unknown name do not exist`(_ name: String) {
    #expect(ZoneCalendar(named: name) == nil)
  }

  @Test(arguments: [Int64.min, .max, -1, 0])
  func `exist for every moment`(_ milliseconds: Int64) throws {
    let kathmandu = try #require(ZoneCalendar(named: "Asia/Kathmandu"))
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(kathmandu.boundaries(of: .month, last: 3, until: moment).count == 4)
  }

  /// The C library reads the same files.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "America/Nuuk", "Africa/Casablanca", "Asia/Tehran",
    "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Europe/Dublin", "Etc/GMT+12",
  ])
  func `are those of the C library in every year`(name: String) async throws {
    let seconds = (0..<600).map { Int64($0) * 17_000_003 - 5_000_000_000 }
    let asked = seconds.map { "@\($0)\n" }.joined()
    let date = try await TallyProgram.run(
      "/bin/date", ["-f", "-", "+%::z"], input: Array(asked.utf8),
      environment: ["TZ": name, "LC_ALL": "C"])
    let calendar = try #require(ZoneCalendar(named: name))
    let found = seconds.map { calendar.secondsAhead(at: Timestamp(milliseconds: $0 * 1_000)) }
    #expect(found == (try date.output.split(separator: "\n").map { try Self.seconds($0) }))
  }

  /// The seconds of an offset such as `-03:30` or `+00:53:28`.
  private static func seconds(_ text: Substring) throws -> Int64 {
    let parts = try text.dropFirst().split(separator: ":").map { try #require(Int64($0)) }
    let sum = zip(parts, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return text.hasPrefix("-") ? -sum : sum
  }
}
