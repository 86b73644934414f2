import BoothCore
import BoothStore
import BoothSystem
package import CommandSupport
import FoundationEssentials
import Glibc
package import LocationLibrary
import LocationSync
import Locations
import StudioLocations
import StudioModel
import Synchronization

/// The sync of a data folder, by the program's own command in a process of its own: as durable and as resumable as that is. That one
/// was begun, and what came of it, is in a file of the studio's.
package final class FolderSync: StudioSync {
  private struct State {
    var job: SyncJob?
    /// Whether a process runs for it.
    var isRunning = false
    var isOver = false
  }

  private static let patience = Duration.seconds(24 * 3600)
  /// A sync that another process has begun is waited for, so often and so long each time.
  private static let tries = 300
  private static let pause: UInt32 = 2
  /// Some hundred bytes for each location.
  private static let largestAnswer = 64 << 20

  /// A pair's pictures and more: 32 MiB.
  private static let leastRoom: Int64 = 32 << 20

  private static func brings(_ request: SyncRequest) -> Bool { request.direction != .push && !request.isRehearsal }

  private let settings: Settings
  private let places: StoredPlaces
  private let state: Mutex<State>

  /// - Parameter places: of the same data folder.
  package init(_ settings: Settings, places: StoredPlaces) {
    self.settings = settings
    self.places = places
    state = Mutex(State(job: Self.kept(places)))
  }

  private static let topic = "sync"

  /// The newest one. What cannot be read is told: it is then unknown whether one is to be continued.
  private static func kept(_ places: StoredPlaces) -> SyncJob? {
    let path = path(places)
    let shown = places.plain(path)
    switch KeptJSON<SyncJob>(path) {
    case .absent: return nil
    case .found(let job): return job
    case .unreadable(let why):
      places.remarks.note(
        topic,
        "whether a sync was under way is in \(shown), which cannot be read (\(why)): see that it belongs to who runs the "
          + "studio, and start it again; or sync once more by hand", .init(.syncLost, shown))
    case .damaged(let why):
      let aside = places.putAside(path)
      places.remarks.note(
        topic,
        "whether a sync was under way was in \(shown), and \(why); \(aside). Sync once more by hand: what was done is found, "
          + "and not done again", .init(.syncLost, shown))
    }
    return nil
  }

  private static func path(_ places: StoredPlaces) -> String { places.folder + "/sync.json" }
  /// What else the process says.
  private var complaints: String { places.passing + "/sync.said" }

  // MARK: How it is

  package func standing() async throws(PlaceError) -> SyncStanding {
    let needed: [SettingKey] = [.firebaseProject, .firebaseKey, .firebaseEmail]
    let missing = needed.filter { settings.text($0)?.isEmpty != false }.map(\.rawValue)
    let project = settings.text(.firebaseProject) ?? ""
    let account = settings.text(.firebaseEmail) ?? ""
    return SyncStanding(
      missing: missing, project: project, account: account, needsPassword: needsPassword(project, account),
      lastAt: try await lastAt(project), run: run)
  }

  private var run: SyncStanding.Run? {
    guard let job = state.withLock({ $0.job }) else { return nil }
    switch job.state {
    case .underWay:
      let progress = said().last { SyncProgress($0) != nil }.flatMap { SyncProgress($0) }
      return .underWay(job.request, done: progress?.done ?? 0, all: progress?.all ?? 0)
    case .ended: return job.result.map { .ended(job.request, $0) }
    case .failed: return .failed(job.request, job.words ?? "")
    }
  }

  private func said() -> [Substring] {
    let bytes = OrdinaryFile.bytes(complaints) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private struct KeptAccount: Decodable {
    var project: String
    var email: String
  }

  private static let accountTopic = "sync account"

  /// Whether the command would have to ask for it.
  private func needsPassword(_ project: String, _ account: String) -> Bool {
    guard settings.text(.firebasePassword) == nil else { return false }
    let path = settings.data + "/location-sync.account"
    let shown = places.plain(path)
    switch KeptJSON<KeptAccount>(path) {
    case .absent: return true
    case .found(let kept):
      places.remarks.clear(Self.accountTopic)
      return kept.project != project || kept.email != account
    case .unreadable(let why):
      places.remarks.note(
        Self.accountTopic,
        "what signs in for the sync is in \(shown), which cannot be read (\(why)): see that it belongs to who runs the studio",
        .init(.syncPassword, shown))
    case .damaged(let why):
      let aside = places.putAside(path)
      places.remarks.note(
        Self.accountTopic,
        "what signs in for the sync was in \(shown), and \(why); \(aside). Enter the account's password with the next sync",
        .init(.syncPassword, shown))
    }
    return true
  }

  private func lastAt(_ project: String) async throws(PlaceError) -> WallTime? {
    let store = try places.store()
    do throws(StoreError) {
      return try await store.note(SyncNote.lastRun, for: SyncNote.target(ofProject: project)).flatMap { Int64($0) }
        .map(WallTime.init(microseconds:))
    } catch { throw places.fault(error) }
  }

  // MARK: Running

  package func begin(_ request: SyncRequest, password: String?) async throws(PlaceError) -> Bool {
    if Self.brings(request) { try places.checkRoom(for: Self.leastRoom, at: settings.data) }
    let job = SyncJob(request)
    let begins = state.withLock { state in
      guard !state.isRunning, !state.isOver else { return false }
      (state.isRunning, state.job) = (true, job)
      return true
    }
    guard begins else { return false }
    do throws(PlaceError) {
      // Nothing takes the place of what could not be read.
      if case .unreadable = KeptJSON<SyncJob>(Self.path(places)) { _ = places.putAside(Self.path(places)) }
      try keep(job)
    } catch {
      state.withLock { ($0.isRunning, $0.job) = (false, job.failed(error.words)) }
      throw error
    }
    places.remarks.clear(Self.topic)
    start(job, password)
    return true
  }

  package func goOn() async {
    let job = state.withLock { state -> SyncJob? in
      guard let job = state.job, job.state == .underWay, !state.isRunning, !state.isOver else { return nil }
      state.isRunning = true
      return job
    }
    if let job { start(job, nil) }
  }

  package func end() { state.withLock { $0.isOver = true } }

  private func start(_ job: SyncJob, _ password: String?) {
    let fault = OwnThread.start("sync") { self.run(job, password) }
    if fault != 0 { over(job.failed("the machine has no thread left for it")) }
  }

  /// On a thread of its own.
  private func run(_ job: SyncJob, _ password: String?) {
    var arguments = ["location", "sync", "--json", "--follow", "--data", settings.data]
    switch job.request.direction {
    case .both: break
    case .push: arguments.append("--push")
    case .pull: arguments.append("--pull")
    }
    if job.request.isRehearsal { arguments.append("--dry-run") }
    // As this studio knows them, wherever it has them from.
    var environment: [String: String] = [:]
    for key in [SettingKey.firebaseProject, .firebaseKey, .firebaseBucket, .firebaseEmail, .firebasePassword] {
      environment[key.variable] = settings.text(key)
    }
    if let password { environment[SettingKey.firebasePassword.variable] = password }
    for _ in 0..<Self.tries {
      let ended = OwnProgram.run(
        arguments, atMost: Self.patience, complaints: complaints, environment: environment, limit: Self.largestAnswer
      ) { self.state.withLock { !$0.isOver } }
      // Cut on purpose: the next start goes on.
      if state.withLock({ $0.isOver }) { return }
      guard let ended else { return over(job.failed("it was ended from outside, or took too long")) }
      if ended.code == CommandError.unavailable, ended.output.isEmpty, isTaken {
        sleep(Self.pause)
        continue
      }
      do {
        return over(job.ended(try JSONDecoder().decode(SyncResult.self, from: Data(ended.output))))
      } catch {
        // It ended before it had anything to tell.
        let line = said().last { SyncProgress($0) == nil }.map(String.init) ?? "it ended with code \(ended.code)"
        let words = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
        return over(job.failed(places.plain(words.harmless)))
      }
    }
    over(job.failed("another sync of this folder runs all the time"))
  }

  /// Whether another sync of the folder runs, such as one that a studio had begun which was killed.
  private var isTaken: Bool { said().contains { $0.contains(SyncNote.taken) } }

  private func over(_ job: SyncJob) {
    do throws(PlaceError) { try keep(job) } catch {
      // It is known until the studio ends; then it is done again, and finds everything done.
      complain("booth: \(error.words)")
    }
    state.withLock { ($0.isRunning, $0.job) = (false, job) }
  }

  private func keep(_ job: SyncJob) throws(PlaceError) {
    let bytes: [UInt8]
    do { bytes = Array(try JSONEncoder().encode(job)) } catch { throw .unavailable("a sync cannot be kept: \(error)") }
    do throws(DurableFile.Fault) { try DurableFile.replace(Self.path(places), with: bytes) } catch {
      throw .unavailable("that a sync was begun cannot be kept: \(error.words)")
    }
  }
}
