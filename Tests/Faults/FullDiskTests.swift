import Foundation
import Programs
import Testing

extension FaultTests {
  /// A store on a disk that is full or nearly full.
  @Suite struct FullDiskTests {
    private static let row = "full disk, with 0 to 60 KiB of room"
    /// The free space in KiB.
    private static let rooms = stride(from: 0, through: 60, by: Scale.isFull ? 4 : 20).map(\.self)

    @Test(.needs(.unshare, for: row))
    func `On a full disk, changes are refused and nothing is lost, until there is space`()
      async throws
    {
      let outcome = try await count(withRooms: Self.rooms)
      Figures.note(
        Self.row, asked: "\(Self.rooms.count) sizes of room, 0 violations",
        reached: "\(outcome.refused) changes refused, \(outcome.violations.count) violations")
      #expect(outcome.violations == [])
      #expect(outcome.refused > 0)
    }

    @Test(.needs(.unshare, .compiler, for: row))
    func `A store that ignores failed writes is detected`() async throws {
      let weakness = try await Weakness.environment(["skip pwrite64 1+ */tally.db"])
      #expect(try await count(withRooms: [0], weakness: weakness).violations != [])
    }

    @Test(.needs(.unshare, for: row))
    func `A store that could not be created is created once there is space`() async throws {
      let tally = try TallyProgram()
      let tried = Tried.all(
        in: try await tally.shell(
          """
          mkdir -p $folder; mount -t tmpfs -o size=1m none $folder
          dd if=/dev/zero of=$folder/filler bs=4096 2>/dev/null
          try check; ls $folder/*.db 2>/dev/null
          rm $folder/filler
          try check
          """))
      #expect(tried.map(\.status) == [74, 0])
      #expect(tried.first?.errors.contains("full") == true, "\(tried)")
    }

    private struct Outcome {
      var refused = 0
      var violations: [String] = []
    }

    /// Counts with each amount of free space, and then with enough.
    private func count(withRooms rooms: [Int], weakness: [String: String] = [:]) async throws
      -> Outcome
    {
      let tally = try await TallyProgram.ofAda()
      let run = try await tally.shell(
        """
        mkdir ~/copy; cp $folder/* ~/copy; mount -t tmpfs -o size=512k none $folder; cp ~/copy/* $folder
        for room in \(rooms.map(String.init).joined(separator: " ")); do
          dd if=/dev/zero of=$folder/filler bs=4096 2>/dev/null
          truncate -s -${room}K $folder/filler
          for n in 1 2 3; do try up main; try show main; try check; done
          rm $folder/filler
          try up main; try show main; try check
        done
        """, weakness: weakness)
      var outcome = Outcome()
      var count = 0
      let tried = Tried.all(in: run)
      if tried.count != rooms.count * 12 { outcome.violations.append("\(run)") }
      for (number, one) in tried.enumerated() {
        let isRoomy = number % 12 >= 9
        var isRight = true
        switch one.command {
        case "up main" where one.status == 0:
          count += 1
          isRight = one.output == "\(count)"
        case "up main":
          outcome.refused += 1
          isRight = one.status == 74 && one.output == "" && one.errors != "" && !isRoomy
        case "show main":
          let isUnknown = tried[number - 1].errors.contains("It is not known")
          if isUnknown, one.output == "\(count + 1)" { count += 1 }
          isRight = one.output == "\(count)"
        default:
          isRight = one.status == 0
        }
        if !isRight { outcome.violations.append("\(one), with \(count)") }
      }
      return outcome
    }
  }
}
