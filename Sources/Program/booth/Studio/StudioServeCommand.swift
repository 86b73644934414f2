import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Documents
import Firebase
import FoundationEssentials
import LocationLibrary
import Logging
import PhotoLibrary
import Reports
import StudioLocations
import StudioModel
import StudioPhotos
import StudioReports
import StudioServer
import StudioStore
import Training
import WebSupport

struct StudioServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the studio's pages; what `booth studio` does by itself.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var studio: StudioOptions
  @Flag(help: "Make accounts and documents anew where those of a studio that was here are missing.")
  var beginAnew = false
  @Option(help: "How much is logged: trace, debug, info, notice, warning, error.") var logLevel: String?

  func run() async throws {
    var flags = studio.flags
    flags[.logLevel] = logLevel
    var settings = try await place.settings(flags, data: .begins, for: .beside, manner: .lenient)
    try settings.proveForStudio()
    settings.complainOfNotices()
    try await serve(settings)
  }

  private func serve(_ settings: Settings) async throws {
    let listen = try Self.listen(settings)
    let folder = try StudioFolder(data: settings.data)
    try folder.lock()
    StudioDisk.makeRoom(in: folder.path)
    let clock = SystemClock()
    // No others have them open, but commands that end soon.
    let care = DatabaseCare { complain("booth: \(advice: $0)") }
    let accounts = try folder.accounts(at: clock.wallTime.unixSeconds, anew: beginAnew, care: care)
    defer { accounts.close() }
    let documents = try folder.documents(beside: accounts, anew: beginAnew, care: care)
    defer { documents.close() }
    folder.noteBegun()
    let log = ConsoleLog.make("studio", level: settings.text(.logLevel) ?? "info")
    let publicURL = try StudioFolder.publicURL(settings)
    let disk = StudioDisk(settings, folder: folder.path, accounts: accounts)
    let uploads = UploadReceiver(folder: folder.path + "/coming", room: UploadRoom(disk.left))
    do throws(UploadFault) { try uploads.prepare() } catch { throw CommandError("\(advice: error.description)") }
    let darkroom = try folder.darkroom()
    let files = folder.reportFiles.preparing { (file) async throws(StudioPictureError) in
      try await darkroom.prepare(file)
    }
    let far = try FirebaseStudio(
      folder: folder.path, accounts: accounts, documents: documents, pictures: folder.pictures(darkroom),
      origin: publicURL,
      report: { hash, organisation in
        try await files.picture(hash, in: organisation.text, side: 2000)
      }, log: { log.warning("an organisation elsewhere", metadata: ["studio.error": "\($0)"]) })
    let photos = try DataFolderLibraries(data: settings.data, own: accounts.organisation.text, left: disk.left(at:))
    photos.watch()
    let training = TrainingFeature(
      documents: far.documents, pictures: far.pictures, accounts: far.accounts,
      lender: LibraryPhotoLender(photos, folder: folder.lending))
    let reports = ReportsFeature(
      documents: far.documents, attachments: Self.fetched(files, far), weather: WeatherChoice.source(settings),
      pay: try PayPeriods(settings), own: accounts.organisation)
    let places = try StoredPlaces(data: settings.data, folder: folder.path, left: disk.left(at:))
    let sync = FolderSync(settings, places: places)
    let booth = SocketBooth(settings: settings, places: places)
    let held = try folder.held(data: settings.data)
    let fault: @Sendable () -> HeldPlaces.Fault? = { held.fault() ?? accounts.fault ?? documents.fault }
    let misplaced: @Sendable () -> String? = { fault().map(StudioFolder.misplaced) }
    let fleet = StudioFleet(settings, clock: clock, log: log)
    let server = StudioServer(
      configuration: configuration(settings, publicURL),
      accounts: far.accounts, booth: booth,
      others: OtherBoothStore(
        folder: folder.path, own: accounts.organisation,
        lines: StudioLines(allowsThisMachine: settings.text(.studioBoothsHere) == "on")),
      fleet: fleet.source,
      preferences: accounts,
      features: [
        PlacesFeature(
          places, booth: booth, sync: sync, map: try MapPlaces.sources(settings),
          hasFeatures: { LearnedFeatures.isThere(settings) }),
        PhotosFeature(photos) { await photos.close() }, reports, training,
      ] + far.features + [
        StudioSweep(folder: folder.path), disk,
        StudioDatabases(folder: folder.path, accounts: accounts, documents: documents),
      ],
      uploads: uploads, misplaced: misplaced, logger: log, address: listen.host,
      port: listen.port
    ) { clock.wallTime.unixSeconds }
    let note: @Sendable (HeldPlaces.Fault) -> Void = { fault in
      let time = Date().formatted(.iso8601)
      accounts.noteStop(fault, at: time)
      documents.noteStop(fault, at: time)
    }
    let rescue: @Sendable () throws -> Void = {
      try accounts.rescue()
      try documents.rescue()
    }
    let watching = Task { await StudioFolder.watch(fault, note: note, rescue: rescue) }
    defer { watching.cancel() }
    let hearing = Task { await fleet.run() }
    defer { hearing.cancel() }
    try await ServedProgram(name: "studio", patience: .seconds(4)).run(server, log: log) {
      let port = try await server.boundPort()
      let base = publicURL ?? OwnGallery.base(host: listen.host, port: port)
      folder.note(address: base)
      say("studio: \(base)  (accounts in \(folder.path))")
      if publicURL == nil, !listen.isLoopback {
        complain(
          "booth: passwords cross the network in the clear; put a server with TLS in front of it (Docs/manual/studio.md)"
        )
      }
      try await Self.invite(accounts, base, at: clock.wallTime.unixSeconds)
      Task { await sync.goOn() }
      Task { await places.takeUp() }
      Task { await training.prepare(for: accounts.organisation) }
      Task { await reports.follow(accounts.organisation) { clock.wallTime.unixSeconds } }
      await far.begin()
    }
    await far.end()
    await fleet.end()
    watching.cancel()
    // As the databases are closed, SQLite brings whatever is in their logs into them.
    if let fault = fault() ?? accounts.logFault ?? documents.logFault {
      await StudioFolder.stop(fault, note: note, rescue: rescue)
    }
  }

  private func configuration(_ settings: Settings, _ publicURL: String?) -> StudioConfiguration {
    var configuration = StudioConfiguration(publicBaseURL: publicURL, version: BoothCommand.programVersion)
    let command: CommandText = "booth studio"
    configuration.command = command.printed + (logLevel.map { " --log-level \($0)" } ?? "")
    configuration.fixed[.tiles] = settings.text(.studioTiles)
    configuration.fixed[.tilesAttribution] = settings.text(.studioTilesAttribution)
    configuration.shown = [SettingKey.firebaseProject, .firebaseKey, .firebaseBucket, .firebaseEmail].map {
      ShownSetting($0.rawValue, settings.text($0))
    }
    return configuration
  }

  /// Those of the folder, and of organisations elsewhere what their bucket has.
  private static func fetched(_ files: FolderReportFiles, _ far: FirebaseStudio) -> PerRequester<any ReportFiles> {
    PerRequester { requester in
      FetchedReportFiles(files) { hash, organisation async throws(ReportFilesError) in
        do throws(StudioPictureError) {
          return try await far.reportPicture(hash, in: OrganisationID(organisation), for: requester)
        } catch {
          throw .unavailable("a report's picture cannot be fetched: \(error)")
        }
      }
    }
  }

  static func listen(_ settings: Settings) throws -> ListenAddress {
    let text = settings.text(.studioListen) ?? ""
    guard let address = ListenAddress(text) else {
      throw CommandError(
        "studio.listen is \"\(text)\": expected ADDRESS:PORT, such as 127.0.0.1:8090 or [::1]:8090",
        code: CommandError.usage)
    }
    return address
  }

  /// Where no account may invite others yet: a one-time link, with its code.
  private static func invite(_ accounts: SQLiteAccountStore, _ base: String, at now: Double) async throws {
    do throws(AccountError) {
      guard let secret = try await accounts.inviteFirst(at: now) else { return }
      let link = "\(base)/join/\(secret)"
      say("There are no accounts yet. To create the first administrator account, open this link within a week:")
      say("  \(link)")
      for line in TerminalCode.lines(link) ?? [] { print(line) }
    } catch {
      complain("booth: no link for the first administrator could be made: \(error.words)")
    }
  }
}
