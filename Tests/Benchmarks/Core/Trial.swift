import Data
import Foundation
import Presentation
import Workloads

/// An account in a new store, on the package's disk; removed with this object.
final class Trial {
  /// The path of the store.
  let path: String
  let account: Account
  /// The scene of the account's counter.
  let counterScene: SceneViewModel<CounterScene>?
  /// A login form for a user who is not logged in.
  let loginScene: SceneViewModel<LoginScene>?

  private let folder: URL
  private let flows: [Flow]
  private var bare: BareCounter?

  /// Creates a trial whose store uses these threads.
  init(threads: SQLiteStore.Threads = .callers) async throws {
    let place = URL(filePath: FileManager.default.currentDirectoryPath)
    folder = place.appending(path: ".build/benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "tally.db").path
    account = try await Account(inNewStoreAt: path, threads: threads)
    let signedIn = await Flow(
      useCases: account.useCases, device: Device(place: "a benchmark"),
      session: account.session)
    await signedIn.enter(.start)
    counterScene = if case .counter(let scene) = await signedIn.scene { scene } else { nil }
    let signedOut = await Flow(
      useCases: account.useCases, device: Device(place: "a benchmark"))
    await signedOut.enter(.login)
    loginScene = if case .login(let scene) = await signedOut.scene { scene } else { nil }
    flows = [signedIn, signedOut]
  }

  // A folder that cannot be removed only takes space in `.build`.
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The account's counter through SQLite alone, opened once.
  func bareCounter() throws -> BareCounter {
    if let bare { return bare }
    let counter = try BareCounter(1, inStoreAt: path)
    bare = counter
    return counter
  }
}
