import Domain
import Testing

/// What is said about a database, and what to do.
@Suite(.limited) struct DatabaseSentenceTests {
  @Test(
    arguments: [
      (
        .store(.database(.unreachable, cause: "no answer")),
        "The store cannot be opened: no answer. "
          + "Check its address, and whether the server is running"
      ),
      (
        .store(.database(.loginRefused, cause: "no password supplied")),
        "The store cannot be opened: no password supplied. "
          + "Check the role in the address, and its password in ~/.pgpass"
      ),
      (
        .store(.database(.tlsFailed, cause: "no TLS")),
        "The store cannot be opened: no TLS. "
          + "Check TLS on the server, and the settings sslmode and sslrootcert"
      ),
      (
        .store(.database(.missing, cause: "no database")),
        "The store cannot be opened: no database. Check its name, or create it with createdb"
      ),
      (
        .store(.database(.schemaMissing, cause: "no schema")),
        "The store cannot be opened: no schema. "
          + "Create the schema, or grant the role USAGE on it"
      ),
      (
        .store(
          .database(.schemaOpen(schema: "public", to: "PUBLIC, bea"), cause: "others may create")),
        "The store cannot be opened: others may create. "
          + "As its owner, run: REVOKE CREATE ON SCHEMA public FROM PUBLIC, bea"
      ),
      (
        .store(.database(.wrongEncoding, cause: "its encoding is LATIN1")),
        "The store cannot be opened: its encoding is LATIN1. "
          + "Create a database with: createdb --encoding=UTF8 --template=template0"
      ),
      (
        .store(.database(.tooFewRights, cause: "permission denied for table users")),
        "The role has too few rights: permission denied for table users. "
          + "Ask the owner of the database to grant them"
      ),
      (
        .store(.database(.outdated, cause: "it is old")),
        "The store cannot be opened: it is old. As their owner, run: tally check"
      ),
      (
        .store(.database(.readOnly, cause: "standby")),
        "The store is read-only. Use a server that accepts changes"
      ),
      (
        .store(.database(.diskFull, cause: "No space left on device")),
        "The server's disk is full, and nothing was changed. Make room on it, then try again"
      ),
      (
        .store(.database(.tooOld, cause: "its server is old")),
        "The store cannot be opened: its server is old. Update the server"
      ),
      (
        .store(.database(.clientMissing(package: "libpq5"), cause: "libpq is missing")),
        "The store cannot be opened: libpq is missing. Install the package libpq5"
      ),
      (
        .store(.database(.damaged, cause: "torn")),
        "The store is damaged. Restore a backup of the database"
      ),
    ] as [(Refusal, String)])
  func `a fault of a database is told with its remedy`(refusal: Refusal, sentence: String) {
    #expect(refusal.sentence == sentence)
    #expect(refusal.shellSentence == sentence)
  }

  @Test(arguments: ["Is it running?", "It is not.", "It is!"])
  func `a cause that ends as a sentence gets no full stop`(cause: String) {
    #expect(
      Refusal.store(.database(.tooOld, cause: cause)).sentence
        == "The store cannot be opened: \(cause) Update the server")
  }
}
