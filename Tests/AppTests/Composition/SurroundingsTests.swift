import Foundation
import Testing

/// The environment of the program: paths, variables and limits.
@Suite(.limited) struct SurroundingsTests {
  @Test func `.. after a symbolic link is resolved by the kernel`() async throws {
    let tally = try TallyProgram()
    let run = try await tally.bash(
      """
      mkdir -p real/inner && ln -s real/inner link && cd real &&
      echo long enough 1 | tally signup ada --password-stdin --store ../link/.././/d.db &&
      ls && tally whoami --store ~/real/d.db && tally whoami --store ./d.db && ls ..
      """)
    let files = "d.db\nd.db-journal\nd.db.gate\ninner\n"
    #expect(run.output == "Logged in as ada\n\(files)ada\nada\nlink\nreal\nstate\n")
    #expect(run.errors == "")
  }

  @Test func `A machine without a home folder needs the store and the file of its login`()
    async throws
  {
    let tally = try TallyProgram()
    let run = try await tally.bash(
      """
      mkdir machine; cd machine; unset HOME XDG_DATA_HOME; export XDG_STATE_HOME=ignored
      TALLY_STORE=counts.db tally whoami; TALLY_TOKEN_FILE=login tally whoami
      export TALLY_STORE=counts.db TALLY_TOKEN_FILE=login
      echo \(TallyProgram.password) | tally signup ada --password-stdin && tally up main
      tally logout; tally whoami; ls -A
      """)
    #expect(
      run.output
        == "Logged in as ada\n1\nLogged out\n"
        + "counts.db\ncounts.db-journal\ncounts.db.gate\nlogin.device\n")
    let homeless = "tally: There is no home folder. Set HOME, or TALLY_STORE and TALLY_TOKEN_FILE\n"
    #expect(
      run.errors == homeless + homeless
        + "tally: You are not logged in. Use tally login or tally signup\n")
  }

  @Test func `A named login is another than the usual one`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      """
      export TALLY_TOKEN_FILE=~/logins/bea
      echo \(TallyProgram.password) | tally signup bea --password-stdin
      tally whoami; TALLY_TOKEN_FILE= tally whoami; stat -c %a ~/logins/bea
      """)
    #expect(run.output == "Logged in as bea\nbea\nada\n600\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    ("HOME=$'/tmp/\\xff'", "HOME is not UTF-8. Set it to a path that is"),
    ("TALLY_STORE=$'\\xff.db'", "TALLY_STORE is not UTF-8. Set it to a path that is"),
    ("XDG_DATA_HOME=$'/\\xff'", "XDG_DATA_HOME is not UTF-8. Set it to a path that is"),
    ("HOME=here", "HOME is not a full path. Set it to one that begins with /"),
    ("HOME=", "There is no home folder. Set HOME, or TALLY_STORE and TALLY_TOKEN_FILE"),
  ])
  func `An invalid variable is refused, and nothing is created`(
    _ setting: String, sentence: String
  ) async throws {
    let tally = try TallyProgram()
    let run = try await tally.bash(
      """
      mkdir empty && cd empty && [[ "\(setting)" = XDG* ]] || unset XDG_DATA_HOME XDG_STATE_HOME
      \(setting) tally whoami; echo $?; ls -A
      """)
    #expect(run.output == "74\n")
    #expect(run.errors == "tally: \(sentence)\n")
  }

  #if os(Linux)
    @Test func `A login that cannot be saved is reported in plain words`() async throws {
      let tally = try TallyProgram()
      let input = "\(TallyProgram.password)\n"
      try await tally.checkRefusal(
        "signup ada --password-stdin",
        "The saved login /proc/none/tally/session cannot be used: its folder cannot be created: "
          + "No such file or directory. "
          + "Choose another place with XDG_STATE_HOME or TALLY_TOKEN_FILE",
        status: 74, input: input, environment: ["XDG_STATE_HOME": "/proc/none"])
    }

    @Test func `A file that may not grow is an error, and leaves nothing unfinished`() async throws
    {
      let tally = try await TallyProgram.ofAda()
      let run = try await tally.bash(
        """
        mkdir out; cd out
        for command in 'up main' 'export file' 'backup file'; do
          (ulimit -f 0; tally $command 2> /dev/null; echo $?)
        done
        ls -A; tally check
        """)
      #expect(run.output == "74\n74\n74\nNo problems found\n")
    }

    @Test(arguments: [
      ("-n 4", "Too few open files are allowed. Raise the limit with: ulimit -n"),
      ("-n 7", "Too few open files are allowed. Raise the limit with: ulimit -n"),
      ("-v 100000", "Too little memory is allowed. Raise the limit with: ulimit -v"),
    ])
    func `Too low a system limit is an error`(_ limit: String, sentence: String)
      async throws
    {
      let run = try await TallyProgram().bash("ulimit \(limit); tally list; echo $?")
      #expect(run.output == "74\n")
      #expect(run.errors == "tally: \(sentence)\n")
    }
  #endif
}
