import Foundation
import Testing

/// Folders that other users may write to.
@Suite(.limited) struct SharedFolderTests {
  /// Renames each new folder and puts another in its place, with files that anybody may read.
  private static let thief = #"""
    my $i = 0;
    while (-e "going") {
      opendir(my $folder, ".") or last;
      for my $name (grep { /^\.tally-/ } readdir $folder) {
        next if (stat $name)[4] == $>;
        next unless rename $name, "stolen$i";
        $i++;
        next unless mkdir $name, 0777;
        chmod 0777, $name;
        for my $file ("unfinished", "content") {
          open(my $handle, ">", "$name/$file") and chmod 0666, "$name/$file";
        }
      }
    }
    """#

  @Test(
    .enabled(if: geteuid() == 0, "only the superuser can be two people"),
    .enabled(if: access("/usr/bin/setpriv", X_OK) == 0, "setpriv is missing"),
    .enabled(if: access("/usr/bin/perl", X_OK) == 0, "perl is missing"))
  func `Nobody in the group gets a backup by exchanging folders`() async throws {
    let tally = try await TallyProgram.ofAda()
    try tally.write(Self.thief, to: "thief.pl")
    let run = try await tally.bash(
      """
      chmod 711 ~ && mkdir shared && chgrp 1 shared && chmod 775 shared && cp thief.pl shared &&
      cd shared && touch going || exit
      setpriv --reuid=65534 --regid=1 --clear-groups perl thief.pl & thief=$!
      until compgen -G 'stolen*' > /dev/null; do mkdir .tally-bait 2> /dev/null; done
      for number in {1..10}; do
        tally backup copy$number.db 2> /dev/null; echo "status $?"
      done
      rm going; wait $thief
      find . -user 65534 -type f -size +0 | sed 's/^/exposed: /'
      for number in {1..10}; do
        [ ! -e copy$number.db ] || tally check --store copy$number.db
      done
      """)
    let lines = run.output.split(separator: "\n")
    let backups = lines.filter { $0 == "status 0" }.count
    #expect(!run.output.contains("exposed"), "\(run)")
    #expect(backups > 0 && lines.filter { $0 == "No problems found" }.count == backups, "\(run)")
    // A backup whose folder was exchanged before it was opened is refused.
    #expect(lines.filter { $0 == "status 74" }.count == 10 - backups, "\(run)")
  }
}
