import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import Documents
import Firebase
import FoundationEssentials
import Glibc
import LocationLibrary
import LocationSync
import Locations
import StudioModel

struct LocationSyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Synchronise locations with the organisation's Firebase.",
    discussion: """
      The last write of each location wins, by its time of change. What was deleted on one side is deleted on the other, \
      unless it was changed later. A document that the app could not read is named, and never written. A sync that was cut \
      off is gone on with by the next. Needs firebase.project, firebase.key and firebase.email; the password is asked for \
      once, or taken from BOOTH_FIREBASE_PASSWORD. Exit code 0: both sides agree; 1: something was left out; 69: the network \
      or the service; 77: rules or account.
      """)
  @Flag(help: "Only send what is new or later here.") var push = false
  @Flag(help: "Only bring what is new or later there.") var pull = false
  @Flag(help: "Only say what would happen; nothing is changed on either side.") var dryRun = false
  /// For the studio, which shows how far it is.
  @Flag(help: .hidden) var follow = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .takes)
    let environment = ProcessInfo.processInfo.environment
    let account = try SyncAccount(settings, environment: environment)
    let lock = try SyncLock(settings.data)
    defer { lock.end() }
    let store =
      dryRun
      ? try FolderLocationStore.openForReading(folder: settings.data) : try await LocationCommand.open(settings)
    let room = RoomBesideBooth(settings)
    let folder = SyncedFolder(store: store) { [data = settings.data] in room.left(at: data) }
    let last = try await folder.lastSync(with: account.target)
    if !output.json { say("last sync: \(last?.words ?? "never")") }
    try await account.signIn()
    if !dryRun, let cut = try await folder.begin(with: account.target, at: SystemClock().wallTime) {
      complain("booth: the sync that began at \(cut.words) was cut off; this one goes on where it was")
    }
    let report = await Self.sync(mode, isRehearsal: dryRun, folder, account, environment, follow: follow)
    if !dryRun {
      try await folder.end(with: account.target, at: SystemClock().wallTime, isWhole: report.isWhole)
    }
    try await account.keep()
    let answer = SyncAnswer(report, isRehearsal: dryRun, last: last, project: account.project)
    if output.json { try printJSON(answer) } else { answer.print() }
    if let failure = report.failure {
      throw CommandError("\(advice: answer.failure ?? "")", code: failure.exitCode)
    }
    let isFine = dryRun || report.isWhole
    if !isFine { throw ExitCode(report.exitCode) }
  }

  private var mode: SyncMode { push == pull ? .both : push ? .push : .pull }

  private static func sync(
    _ mode: SyncMode, isRehearsal: Bool, _ folder: SyncedFolder, _ account: SyncAccount,
    _ environment: [String: String], follow: Bool
  ) async -> SyncReport {
    var settings = FirestoreSettings(project: account.project)
    if let emulator = environment["FIRESTORE_EMULATOR_HOST"] {
      settings = FirestoreSettings(emulator: emulator, project: account.project)
    }
    var storage = FirebaseStorage.Settings(bucket: account.bucket)
    if let emulator = environment["FIREBASE_STORAGE_EMULATOR_HOST"] { storage.base = "http://\(emulator)" }
    let documents = FirestoreDocumentStore(settings, tokens: account.identity)
    let pictures = FirebaseStorage(storage, tokens: account.identity)
    let carrier = SyncCarrier(
      documents: documents, pictures: pictures, store: folder, target: account.target, checksum: { Checksum.of($0) })
    let run = SyncRun(mode, isRehearsal: isRehearsal, now: SystemClock().wallTime.microseconds)
    var told = ContinuousClock.now
    let report = await carrier.run(
      run,
      follow: { run in
        // Counting thousands for each request would cost more than the request.
        guard follow, ContinuousClock.now - told >= .milliseconds(300) else { return }
        told = .now
        let (done, all) = run.progress
        complain("\(SyncProgress(done: done, all: all).line)")
      })
    do {
      try await documents.shutdown()
      try await pictures.shutdown()
      try await account.identity.shutdown()
    } catch {
      complain("booth: a connection could not be closed: \(error)")
    }
    return report
  }
}

/// Keeps a second sync of the same folder away.
struct SyncLock {
  private let file: Int32

  init(_ data: String) throws {
    let path = data + "/location-sync.lock"
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw CommandError("\(path): \(SystemWords.of(errno))", code: CommandError.cannotCreate)
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw CommandError(
        "\(SyncNote.taken) \(data) runs; wait until it has ended", code: CommandError.unavailable)
    }
  }

  func end() { close(file) }
}
