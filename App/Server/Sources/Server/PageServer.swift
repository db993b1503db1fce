import Commands
import Composition
import Domain
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Terminal
import UnixSignals
import func Foundation.strerror

/// The server from its start to its end.
struct PageServer {
  let options: ServeOptions
  let certificate: Certificate?
  /// The authority behind the certificate; `nil` if it is not this machine's.
  let authority: AuthorityKeeper?
  let root: CompositionRoot
  let doubt: Doubt
  /// Without a log of requests if quiet; with what the libraries say if verbose.
  let shared: CommonValues

  /// Serves until SIGTERM or SIGINT, or until the outcome of a write is unknown.
  ///
  /// Prints the URL once connections are accepted.
  ///
  /// - Throws: `Refusal.environment` when the address cannot be listened on, and
  ///   `.store(.outcomeUnknown)`.
  func run() async throws(Refusal) {
    let logger = Logger(label: "tally-serve") { label in
      guard shared.verbose else { return SwiftLogNoOpLogHandler() }
      return StreamLogHandler.standardError(label: label)
    }
    let isSecure = certificate != nil || options.behindProxy != nil
    let log = RequestLog(clock: root.clock, isQuiet: shared.quiet)
    let connections = Limits.connections(with: Limits.raisedFiles())
    let room = ConnectionRoom(most: connections)
    let router = RequestRouter(
      guardian: Guardian(
        hosts: HostList(options, certificate: certificate), proxy: options.proxy,
        isSecure: isSecure),
      endpoints: try await Endpoints(
        root: root, allowsSignUp: options.allowsSignUp, isSecure: isSecure,
        room: StreamRoom(most: Limits.streams(with: connections))),
      health: Health { await root.reasonAgainstWriting },
      log: log)
    let note = try await ServingNote(root, log: log)
    let listener = Listener(connections: connections, logger: logger)
    // A phone that goes on after the warning of an unknown authority must be able to do so again.
    let channel = PageChannel(
      certificate: certificate, promisesTLS: isSecure && !options.lan, clock: root.clock,
      room: room, log: log, responder: router.respond)
    let server: any Service
    if options.lan {
      server = LANService(
        options: options, listener: listener, page: channel, authority: authority,
        installation: { installer in
          PageChannel(
            certificate: nil, promisesTLS: false, clock: root.clock, room: room, log: log,
            responder: installer.respond)
        }, note: note, clock: root.clock, log: log)
    } else {
      let scheme = certificate == nil ? "http" : "https"
      let address = options.listen.address
      server = listener.server(channel, at: address, port: Int(options.listen.port)) { port in
        let url = "\(scheme)://\(ListenAddress.inURL(address)):\(port)"
        log.tell("Listening on \(url)")
        note.write(options.publicURL(port: port, certificate: certificate) ?? url)
      }
    }
    let services: [any Service] =
      [server] + (certificate.map { [HangupListener(certificate: $0, log: log)] } ?? [])
    var configuration = ServiceGroupConfiguration(
      services: services.map {
        .init(
          service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
          failureTerminationBehavior: .gracefullyShutdownGroup)
      },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = Limits.farewell
    let group = ServiceGroup(configuration: configuration)
    doubt.prepare { Task { await group.triggerGracefulShutdown() } }
    do {
      try await group.run()
    } catch let refusal as Refusal {
      throw refusal
    } catch let error as IOError {
      throw .environment(
        cause:
          "Cannot listen on \(options.listen.text): \(error.sentence). "
          + note.remedy(choosing: "another with --listen")
      )
    } catch {
      throw .environment(cause: "The server failed: \(error)")
    }
    log.finish()
    if let refusal = doubt.refusal { throw refusal }
  }
}

extension IOError {
  /// What the system says.
  var sentence: String { String(cString: strerror(errnoCode)) }
}

/// Listens on addresses.
struct Listener: Sendable {
  /// How many connections there may be in all.
  let connections: Int
  let logger: Logger

  /// A server on an address.
  ///
  /// - Parameters:
  ///   - channel: serves a connection.
  ///   - address: an address of this machine, or its name.
  ///   - port: 0 for any that is free.
  ///   - ready: called with the port once connections are accepted.
  /// - Returns: what runs it, and throws `IOError` when the address cannot be listened on.
  func server(
    _ channel: PageChannel, at address: String, port: Int,
    ready: @escaping @Sendable (_ port: Int) -> Void
  ) -> any Service {
    channel.server(
      configuration: ServerConfiguration(
        address: .hostname(address, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          connections + Limits.connectionsToTell)),
      onServerRunning: { ready($0.localAddress?.port ?? port) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
  }
}

/// Reads the certificate anew at SIGHUP; ends the server if its terminal was closed.
struct HangupListener: Service {
  let certificate: Certificate
  let log: RequestLog
  private let beganAtTerminal = isatty(STDOUT_FILENO) == 1

  init(certificate: Certificate, log: RequestLog) {
    self.certificate = certificate
    self.log = log
  }

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      if beganAtTerminal, isatty(STDOUT_FILENO) != 1 { return }
      do {
        if try certificate.reload() { log.write("The certificate was read anew") }
      } catch {
        log.write("The previous certificate stays: \(error.shellSentence)")
      }
    }
  }
}

/// Runs a connection's tasks in the thread that reads and writes its socket, so that an answer does not have
/// to wait until one thread has woken another.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
