import Foundation
import Testing

/// Two users of the machine. Only people who work as one user share a store's file.
@Suite(
  .limited, .enabled(if: geteuid() == 0, "only the superuser can be two people"),
  .enabled(if: access("/usr/bin/setpriv", X_OK) == 0, "setpriv is missing"))
struct OtherUserTests {
  /// Runs commands as another user with a home of their own, in a folder that everybody may enter.
  private func asAnother(_ script: String, in tally: TallyProgram) async throws -> TallyProgram.Run
  {
    try await tally.bash(
      """
      chmod 711 ~ && mkdir -p guest && chown 65534 guest || exit
      as_guest() {
        HOME=~/guest XDG_STATE_HOME= XDG_DATA_HOME= \
          setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
      }
      \(script)
      """)
  }

  private static let remedy =
    "Choose one of your own with --store, or ask its owner to run: tally serve"

  @Test(arguments: ["list", "signup bea --password-stdin", "check", "backup copy.db", "up main"])
  func `Another user cannot open the file, and hears why and what to do`(command: String)
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    for (mode, cause) in [
      ("711", "it belongs to another user of this machine"), ("700", "Permission denied"),
    ] {
      let run = try await asAnother(
        """
        chmod \(mode) data data/tally; cp -p $(type -p tally) guest/; chmod 755 guest/tally
        before=$(cat data/tally/* | sha256sum; ls -l data/tally)
        echo 'long enough 1' | as_guest guest/tally \(command) --store ~/data/tally/tally.db; echo $?
        [ "$before" = "$(cat data/tally/* | sha256sum; ls -l data/tally)" ] && echo unchanged
        """, in: tally)
      #expect(
        run.errors == "tally: The store cannot be opened: \(cause). \(Self.remedy)\n", "\(mode)")
      #expect(run.output == "74\nunchanged\n")
    }
  }

  @Test func `Wider permissions let nobody in, and are taken back`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await asAnother(
      """
      chmod 777 data data/tally; chmod 666 data/tally/*; cp -p $(type -p tally) guest/
      as_guest guest/tally list --store ~/data/tally/tally.db; echo $?
      tally list; stat -c %a data/tally/tally.db
      """, in: tally)
    #expect(run.output == "74\nmain  0  0 today  never\n600\n")
  }

  @Test func `An own store without the right to read it is answered with how to allow it`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let run = try await asAnother(
      """
      cp -p $(type -p tally) guest/; cd guest
      echo 'long enough 1' | as_guest ./tally signup bea --password-stdin --quiet
      chmod 000 .local/share/tally/tally.db; as_guest ./tally + 2; echo $?
      chmod u+rw .local/share/tally/tally.db; as_guest ./tally + 2
      """, in: tally)
    let store = "\(tally.home)/guest/.local/share/tally/tally.db"
    #expect(
      run.errors
        == "tally: The store cannot be opened: Permission denied. Allow it with: chmod u+rw '\(store)'\n"
    )
    #expect(run.output == "74\n2\n")
  }

  @Test func `Each has a store and a login of their own`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await asAnother(
      """
      cp -p $(type -p tally) guest/; cd guest
      echo 'long enough 1' | as_guest ./tally signup ada --password-stdin
      as_guest ./tally + 5; cd ..; tally + 2
      """, in: tally)
    #expect(run == .init(status: 0, output: "Logged in as ada\n5\n2\n", errors: ""))
  }

  @Test(arguments: [
    ("logout", "Logged out\n"), ("delete-account --password-stdin", "Account deleted\n"),
  ])
  func `A login ends even if its file cannot be removed, which is said after that`(
    command: String, answer: String
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await asAnother(
      """
      cp -p $(type -p tally) guest/; cd guest
      echo 'long enough 1' | as_guest ./tally signup bea --password-stdin --quiet
      chmod 500 .local/state/tally
      echo 'long enough 1' | as_guest ./tally \(command); echo $?
      as_guest ./tally whoami 2>&1; echo $?
      """, in: tally)
    #expect(
      run.output
        == answer + "74\ntally: You are not logged in. Use tally login or tally signup\n77\n")
    #expect(
      run.errors
        == "tally: The saved login \(tally.home)/guest/.local/state/tally/session cannot be used: Permission denied\n"
    )
  }
}
