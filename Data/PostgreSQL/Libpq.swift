internal import Domain
internal import Platform

/// The functions of libpq, PostgreSQL's client library.
///
/// It is loaded when the first PostgreSQL store is opened: linked, it would make every command start
/// later, also with a SQLite store.
struct Libpq: Sendable {
  /// A connection (`PGconn`), a result (`PGresult`), or a list of options.
  typealias Pointer = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, Pointer?) -> Void

  /// Functions of a connection or a result.
  typealias Action = @Sendable @convention(c) (Pointer?) -> Void
  typealias Number = @Sendable @convention(c) (Pointer?) -> Int32
  typealias Message = @Sendable @convention(c) (Pointer?) -> Text?

  let startConnecting: @Sendable @convention(c) (Texts?, Texts?, Int32) -> Pointer?
  let goOnConnecting: Number
  let reset: Action
  let finish: Action
  let status: Number
  let socket: Number
  let errorMessage: Message
  let serverVersion: Number
  let parameterStatus: @Sendable @convention(c) (Pointer?, Text?) -> Text?
  let setErrorVerbosity: @Sendable @convention(c) (Pointer?, Int32) -> Int32
  let setNonblocking: @Sendable @convention(c) (Pointer?, Int32) -> Int32
  let setNoticeReceiver:
    @Sendable @convention(c) (Pointer?, NoticeReceiver?, UnsafeMutableRawPointer?) ->
      UnsafeMutableRawPointer?

  let sendQuery: @Sendable @convention(c) (Pointer?, Text?) -> Int32
  let sendQueryParams:
    @Sendable @convention(c) (
      Pointer?, Text?, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let sendPrepare:
    @Sendable @convention(c) (Pointer?, Text?, Text?, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendQueryPrepared:
    @Sendable @convention(c) (
      Pointer?, Text?, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  /// In pipeline mode, statements are sent without waiting for the answers of those before.
  let enterPipelineMode: Number
  let exitPipelineMode: Number
  let pipelineSync: Number
  let flush: Number
  let consumeInput: Number
  let isBusy: Number
  /// The next notification, to be freed with `freeMemory`.
  let notifies: @Sendable @convention(c) (Pointer?) -> UnsafeMutableRawPointer?
  let getResult: @Sendable @convention(c) (Pointer?) -> Pointer?

  let clear: Action
  let resultStatus: Number
  let resultErrorField: @Sendable @convention(c) (Pointer?, Int32) -> Text?
  let resultErrorMessage: Message
  let commandStatus: Message
  let commandTuples: Message
  let rowCount: Number
  let columnCount: Number
  let columnType: @Sendable @convention(c) (Pointer?, Int32) -> UInt32
  let isNull: @Sendable @convention(c) (Pointer?, Int32, Int32) -> Int32
  let length: @Sendable @convention(c) (Pointer?, Int32, Int32) -> Int32
  let value: @Sendable @convention(c) (Pointer?, Int32, Int32) -> Text?

  let parseOptions:
    @Sendable @convention(c) (Text?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) ->
      UnsafeMutableRawPointer?
  let freeOptions: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let freeMemory: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// `PQconninfoOption`; the list ends with one without a keyword.
  struct Option {
    let keyword, variable, compiled, value, label, display: UnsafeMutablePointer<CChar>?
    let size: Int32
  }

  /// The library, or the refusal that says which package to install.
  static let loaded = Result<Libpq, Refusal> { () throws(Refusal) in try Libpq() }

  private init() throws(Refusal) {
    #if canImport(Darwin)
      let names = ["libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
      let package = "libpq"
    #else
      let names = ["libpq.so.5"]
      let package = "libpq5"
    #endif
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw .store(
        .database(
          .clientMissing(package: package), cause: "PostgreSQL's client library is missing"))
    }
    func function<Function>(_ name: String) throws(Refusal) -> Function {
      guard let symbol = dlsym(library, name) else {
        throw .store(
          .database(
            .clientMissing(package: package), cause: "PostgreSQL's client library is too old"))
      }
      return unsafeBitCast(symbol, to: Function.self)
    }
    startConnecting = try function("PQconnectStartParams")
    goOnConnecting = try function("PQconnectPoll")
    reset = try function("PQreset")
    finish = try function("PQfinish")
    status = try function("PQstatus")
    socket = try function("PQsocket")
    errorMessage = try function("PQerrorMessage")
    serverVersion = try function("PQserverVersion")
    parameterStatus = try function("PQparameterStatus")
    setErrorVerbosity = try function("PQsetErrorVerbosity")
    setNonblocking = try function("PQsetnonblocking")
    setNoticeReceiver = try function("PQsetNoticeReceiver")
    sendQuery = try function("PQsendQuery")
    sendQueryParams = try function("PQsendQueryParams")
    sendPrepare = try function("PQsendPrepare")
    sendQueryPrepared = try function("PQsendQueryPrepared")
    enterPipelineMode = try function("PQenterPipelineMode")
    exitPipelineMode = try function("PQexitPipelineMode")
    pipelineSync = try function("PQpipelineSync")
    flush = try function("PQflush")
    consumeInput = try function("PQconsumeInput")
    isBusy = try function("PQisBusy")
    notifies = try function("PQnotifies")
    getResult = try function("PQgetResult")
    clear = try function("PQclear")
    resultStatus = try function("PQresultStatus")
    resultErrorField = try function("PQresultErrorField")
    resultErrorMessage = try function("PQresultErrorMessage")
    commandStatus = try function("PQcmdStatus")
    commandTuples = try function("PQcmdTuples")
    rowCount = try function("PQntuples")
    columnCount = try function("PQnfields")
    columnType = try function("PQftype")
    isNull = try function("PQgetisnull")
    length = try function("PQgetlength")
    value = try function("PQgetvalue")
    parseOptions = try function("PQconninfoParse")
    freeOptions = try function("PQconninfoFree")
    freeMemory = try function("PQfreemem")
  }
}

extension Libpq {
  /// Whether the server of a connection still accepts writes. It tells when that changes.
  func acceptsWrites(_ connection: Pointer) -> Bool {
    func isOn(_ setting: String) -> Bool {
      parameterStatus(connection, setting).map { String(cString: $0) } == "on"
    }
    return !isOn("default_transaction_read_only") && !isOn("in_hot_standby")
  }
}

/// The values of libpq's enumerations and macros.
enum LibpqCode {
  static let connectionBad: Int32 = 1
  /// The steps of a connection that is being made.
  static let connectingFailed: Int32 = 0
  static let connectingReads: Int32 = 1
  static let connected: Int32 = 3
  static let commandDone: Int32 = 1
  static let rows: Int32 = 2
  static let endOfPipeline: Int32 = 10
  static let binary: Int32 = 1
  static let usualVerbosity: Int32 = 1
  static let verbose: Int32 = 2

  /// Fields of an error or notice: its severity in English, SQLSTATE, and message.
  static let severity = Int32(UInt8(ascii: "V"))
  static let state = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
}
