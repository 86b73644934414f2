import ArgumentParser
import BoothSystem
import CommandSupport
import PhotoLibrary
import PhotoModel

struct PhotosAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a folder, a bucket or a library of photos, and read it.",
    discussion: """
      FOLDER, with everything below it; s3://BUCKET/ACCOUNT, with the keys of the environment (AWS_ACCESS_KEY_ID …) or of a \
      file (?credentials=FILE), elsewhere than at Amazon with ?endpoint=https://…; NAME.photoslibrary; or a booth's data folder, \
      for its own sessions.
      """)
  @Argument(help: "What is added.") var folder: String
  @Flag(help: "Only add it: the studio reads it when it runs, or `booth photos scan`.") var later = false
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose, mayBeNew: true, data: .begins)
    try await PhotosWork.told {
      let added = try await photos.addSource(folder, withKeys: true)
      let (id, from) = (added.id, added.movedFrom)
      let source = try await one(id, photos)
      if !output.json, let from { say(Self.moved(source, from)) }
      guard !later else {
        if output.json { return try printJSON(["sources": [PhotoSourceAnswer(source, movedFrom: from)]]) }
        return say("\(id): \(from == nil ? "added; " : "")booth photos scan \(id) reads it")
      }
      if !output.json, from == nil { say("\(id): added") }
      do { try await PhotosScanCommand.scan([source], photos, json: output.json, movedFrom: from) } catch let code
        as ExitCode
      {
        if !output.json { say(Self.stays(source)) }
        throw code
      }
    }
  }

  private static func moved(_ source: PhotoSourceReport, _ from: String) -> CommandText {
    "\(source.id): these are the photos that were at \(from), and nothing is there any more: the source is at \(source.location) now, with "
      + "its name, its albums, its links and all that is known of it"
  }

  /// One that could not be read is a source all the same: a network that is down today is up tomorrow.
  private static func stays(_ source: PhotoSourceReport) -> CommandText {
    "\(source.id) stays in the list: the studio asks it every ten minutes, and booth photos scan \(source.id) does now. "
      + "If another one was meant, booth photos remove \(source.id) takes it away"
  }

  private func one(_ id: PhotoSourceID, _ photos: DataFolderPhotos) async throws -> PhotoSourceReport {
    try await PhotosWork.sources(photos, named: [id.text])[0]
  }
}

struct PhotosRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forget a source; its photos stay where they are.")
  @Argument(help: "Its name, as `booth photos sources` lists it.") var source: String
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told {
      guard let id = try PhotosWork.source(source, photos) else { return }
      try await photos.remove(id)
      say("\(id): forgotten; its photos are where they were")
    }
  }
}

struct PhotosSourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List the sources and their status.")
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told {
      let sources = try await photos.sources()
      if output.json { return try printJSON(["sources": sources.map { PhotoSourceAnswer($0) }]) }
      guard !sources.isEmpty else { return say("no photos yet: booth photos add FOLDER") }
      printTable(
        header: ["source", "state", "photos", "to read", "place", "notes"],
        sources.map { source in
          [
            source.id.text, source.state.rawValue, counted(source.count, "photo"),
            source.unread > 0 ? "\(source.unread) to be read" : "", source.location, source.remark,
          ]
        })
      PhotosWork.sayAway(of: sources)
    }
  }
}

struct PhotosScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Read what is new in the sources. Ends when all is read.")
  @Argument(help: "Names of sources. (default: all)") var sources: [String] = []
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    photos.index.whenRenewed {
      PhotosWork.progress("")
      complain("booth: photos: what is known of photos is made anew: all sources are looked at again")
    }
    try await PhotosWork.told {
      let wanted = try await PhotosWork.sources(photos, named: sources)
      guard !wanted.isEmpty || output.json else { return say("no photos yet: booth photos add FOLDER") }
      try await Self.scan(wanted, photos, json: output.json)
    }
  }

  /// Each after the other; fails at the end where one has failed. Where the index is made anew meanwhile, all sources come at last
  /// of which the new one knows nothing.
  /// - Parameter movedFrom: where they were, of sources that have come from elsewhere.
  static func scan(
    _ sources: [PhotoSourceReport], _ photos: DataFolderPhotos, json: Bool, movedFrom: String? = nil
  ) async throws {
    var answers: [PhotoScanAnswer] = []
    var (left, renewals, isAgain) = (sources, [:] as [PhotoSourceID: Int], false)
    while !left.isEmpty {
      let source = left.removeFirst()
      var answer = PhotoScanAnswer(source: source.id.text)
      if sources.contains(where: { $0.id == source.id }) { answer.movedFrom = movedFrom }
      do {
        let found = try await Self.scan(source.id, photos)
        PhotosWork.progress("")
        answer.take(found.report, read: found.read)
        (answer.listing, answer.reading) = (found.took.listing, found.took.reading)
      } catch {
        PhotosWork.progress("")
        answer.state = "failed"
        if case PhotoSourceError.sourceUnavailable = error { answer.state = "offline" }
        answer.words = DataFolderPhotos.words(error)
      }
      if !json { say("\(answer.line)") }
      if !json { for line in answer.remarks { say("  \(advice: line)") } }
      answers.removeAll { $0.source == answer.source }
      answers.append(answer)
      renewals[source.id] = photos.index.renewals
      if left.isEmpty, !isAgain, photos.index.renewals > 0 {
        isAgain = true
        left = try await photos.sources().filter { renewals[$0.id] != photos.index.renewals }
      }
    }
    if json { try printJSON(["scans": answers]) }
    if answers.contains(where: { $0.state == "failed" || $0.state == "offline" }) {
      throw ExitCode(CommandError.failed)
    }
  }

  /// Waits for another process that does it already, the studio perhaps: who comes next may go by what is known then.
  private static func scan(
    _ id: PhotoSourceID, _ photos: DataFolderPhotos
  ) async throws -> (report: PhotoScanReport, read: Int, took: PhotoScanTimes) {
    while true {
      if let found = try await photos.scan(id, progress: { printAnswer($0, id) }) { return found }
      PhotosWork.progress("\(id): is being read by another process; this waits for it")
      try await Task.sleep(for: .milliseconds(250))
    }
  }

  private static func printAnswer(_ progress: DataFolderPhotos.Progress, _ id: PhotoSourceID) {
    switch progress {
    case .listing(let report): PhotosWork.progress("\(id): \(report.found) found, \(report.added) new")
    case .reading(let done): PhotosWork.progress("\(id): \(done) read")
    }
  }
}

/// A source, for programs.
struct PhotoSourceAnswer: Encodable {
  var source: String
  var kind: String
  var name: String
  var location: String
  var state: String
  var words: String?
  var photos: Int
  var unread: Int
  var away: [PhotoAwayAnswer]?
  var movedFrom: String?

  init(_ report: PhotoSourceReport, movedFrom: String? = nil) {
    self.movedFrom = movedFrom
    source = report.id.text
    kind = report.kind.rawValue
    name = report.displayName
    location = report.location
    state = report.state.rawValue
    words = report.remark.isEmpty ? nil : report.remark
    photos = report.count
    unread = report.unread
    away = report.away.isEmpty ? nil : report.away.map(PhotoAwayAnswer.init)
  }
}

/// A part of a source whose disk is not there, for programs.
struct PhotoAwayAnswer: Encodable {
  var folder: String
  var why: String
  var photos: Int

  init(_ away: PhotoAway) {
    folder = NameBytes.shown(String(away.prefix.dropLast()))
    why = away.why.rawValue
    photos = away.count
  }
}

/// What a scan came to, for programs.
struct PhotoScanAnswer: Encodable {
  struct Skipped: Encodable {
    var why: String
    var count: Int
  }

  struct Example: Encodable {
    var name: String
    var why: String
  }

  struct Unreadable: Encodable {
    var folder: String
    var words: String
  }

  var source: String
  var movedFrom: String?
  var state = "done"
  var words: String?
  var found = 0
  var added = 0
  var changed = 0
  var gone = 0
  var read = 0
  var skipped: [Skipped] = []
  var examples: [Example] = []
  var unreadable: [Unreadable] = []
  var away: [PhotoAwayAnswer]?
  var listing: WorkTime?
  var reading: WorkTime?

  init(source: String) { self.source = source }

  mutating func take(_ report: PhotoScanReport, read: Int) {
    (found, added, changed, gone) = (report.found, report.added, report.changed, report.gone)
    self.read = read
    skipped = report.skipped.map { Skipped(why: $0.key.rawValue, count: $0.value) }.sorted { $0.why < $1.why }
    examples = report.samples.map { Example(name: NameBytes.shown($0.name), why: $0.why.rawValue) }
    unreadable = report.unreadable.map { Unreadable(folder: NameBytes.shown($0.key), words: $0.value) }
      .sorted { $0.folder < $1.folder }
    away = report.away.isEmpty ? nil : report.away.map(PhotoAwayAnswer.init)
    awayWords = report.away.map(AwayWords.of)
  }

  private var awayWords: [String] = []

  private enum CodingKeys: String, CodingKey {
    case source, movedFrom, state, words, found, added, changed, gone, read, skipped, examples, unreadable, away,
      listing
    case reading
  }

  var line: String {
    switch state {
    case "offline": "\(source): is away (\(words ?? "")); everything known of it stays"
    case "failed": "\(source): failed: \(words ?? "")"
    default: "\(source): \(counted(found, "photo")), \(added) new, \(changed) changed, \(gone) gone; \(read) read"
    }
  }

  var remarks: [String] {
    skipped.map { "left out: \($0.count) \(Self.words($0.why))" }
      + examples.prefix(10).map { "\($0.name): \(Self.words($0.why))" }
      + unreadable.map { "\($0.folder) cannot be read: \($0.words)" } + awayWords
  }

  private static func words(_ why: String) -> String {
    switch PhotoSkip(rawValue: why) {
    case .linkLeadsOut: "link that leads out of the folder (add where it leads)"
    case .linkLeadsNowhere: "link to what is not there"
    case .linkToKnown: "link to what is found anyway"
    case .notAFile: "no file"
    case .denied: "may not be read"
    case .badRow: "a line that makes no sense"
    case .boothsOwn: "folder of the booth's own data, which no source shows"
    case .otherKind: "picture of a kind that is not read (save it as JPEG, PNG or TIFF)"
    case nil: why
    }
  }
}
