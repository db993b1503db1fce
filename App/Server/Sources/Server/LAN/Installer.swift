import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import PageToolkit

/// Answers without TLS, with the page that helps a phone to trust this machine and its file.
struct Installer: Sendable {
  let keeper: AuthorityKeeper
  let log: RequestLog

  /// Answers one request.
  ///
  /// - Throws: an error when the connection cannot be used any more.
  @Sendable func respond(
    to request: Request, writer: consuming ResponseWriter, channel: any Channel
  ) async throws {
    let start = ContinuousClock.now
    try await answer(to: request).send(through: writer, for: request, since: start, noting: log)
  }

  private func answer(to request: Request) -> Answer {
    guard [.get, .head].contains(request.method) else {
      return Answer.Refused(allowing: [.get, .head]).answer("install")
    }
    let (path, _) = request.target
    let authority = keeper.authority
    switch path {
    case "/":
      let page = InstallPage(fingerprint: authority.fingerprint, end: authority.end)
      return Answer("install", type: "text/html; charset=utf-8", body: page.html.utf8)
    case InstallPage.filePath:
      return Answer("certificate", type: "application/x-x509-ca-cert", body: authority.file)
    default: break
    }
    guard path == InstallPage.stylePath, let asset = PageAssets.asset(at: path) else {
      return .text("install", .notFound, "There is no such page")
    }
    return Answer("asset", type: asset.contentType, body: asset.bytes)
  }
}
