import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Glibc
import ImageRegistration
import Imaging
import Locations
import StudioLocations

struct LocationPairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make pictures, films and sheets of a location's old picture and its new one.",
    discussion: """
      The new picture is found in the old one first, and laid over it where that is sure; both files stay as they are. \
      Into the folder come both in one frame, side by side, with a slider, blinking, on sheets to be printed, and \
      PAIR-pair.json with the transform. --points gives points that a person marked in both; without it those kept with \
      the location (booth location points) are asked where nothing is found. What was found is kept with the new \
      picture, and used again while both files are the same; --anew looks again.
      """)

  @Argument(help: "The location's id.") var id: String
  @Option(help: "The folder for the files: an existing one, or a new one in it.") var out: String
  @Option(help: "A file of points marked in both pictures.") var points: String?
  @Flag(help: "Find the new picture in the old one again, though it is known where it lies.") var anew = false
  @Option(help: "What the pair's page on the web begins with; the pair's name follows. Without it there is no code.")
  var linkBase: String?
  @Option(help: "Of the new picture's day, and of the words on sheets and pages: en, de, fr, es, he, ar.")
  var language = "en"
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if out.isEmpty { throw ValidationError("--out is empty: name the folder for the files") }
    if Language(code: language) == nil {
      throw ValidationError("--language \(language): expected one of en, de, fr, es, he, ar")
    }
    if let linkBase {
      do throws(WebAddress.Fault) { _ = try WebAddress(linkBase) } catch {
        throw ValidationError("--link-base \(linkBase): \(error)")
      }
    }
  }

  func run() async throws {
    let settings = try await place.settings()
    let store = try FolderLocationStore.openForReading(folder: settings.data)
    var location = try await LocationCommand.find(id, in: store)
    if location.crop == nil { location.crop = try await photograph(of: location, store, settings) }
    let found = try await registration(of: location, store, settings)
    let cropped = location.crop
    let pair = LocationPair(
      store: store, homography: { _ in found?.homography }, region: { found?.claimed(of: $0.old.size) },
      crop: { _ in cropped },
      link: { location in linkBase.map { $0.hasSuffix("/") ? $0 + location.pair : $0 + "/" + location.pair } },
      language: Language(code: language) ?? .english)
    let folder = Settings.absolute(out)
    let shows = !output.json && isatty(STDERR_FILENO) == 1
    let made = try await pair.make(location.id.text, folder: folder) { if shows { complain("\($0)") } }
    // Beside those of other pairs in the same folder.
    let name = "\(location.pair)-pair.json"
    let answer = LocationPairAnswer(location, found, folder: folder, files: made.files + [name], unsure: made.unsure)
    try writeFile(try answer.json(), to: folder + "/" + name)
    if output.json { return try printJSON(answer) }
    if let found {
      say("\(found.accepted ? "registered" : "not registered"): \(found.reason)")
      if !found.accepted {
        let advice = AlignmentAdvice(
          found.verdict, method: found.method, old: location.old.size, new: location.chosenVersion?.picture.size,
          hasFeatures: LearnedFeatures.isThere(settings))
        for line in advice.lines { say("would help: \(line)") }
      }
      if !made.unsure.isEmpty {
        say(
          "aligned in one part of the pictures; may be off: \(made.unsure.map { "\($0.rawValue) edge" }.joined(separator: ", "))"
        )
      }
    }
    for file in answer.files { say("\(folder)/\(file)") }
  }

  /// The photograph in the scan, where a border is there for sure; kept with the location, so that a person sees and may change
  /// it. Nil also for a picture that cannot be read, which is said later.
  private func photograph(
    of location: Location, _ store: FolderLocationStore, _ settings: Settings
  ) async throws -> KeptCrop? {
    let path = store.path(of: location.old, in: location.id)
    let part: PixelRect?
    do throws(CommandError) { part = try CropOption.found(in: path) } catch { return nil }
    guard let part else { return nil }
    let crop = KeptCrop(part, isFound: true)
    guard crop.isWithin(location.old.size) else { return nil }
    do throws(StoreError) {
      let writing = try FolderLocationStore.open(folder: settings.data)
      guard var now = try await writing.location(location.id), now.crop == nil else { return crop }
      now.crop = crop
      try await writing.change(now)
    } catch {
      complain("booth: which part of the old picture is the photograph could not be kept: \(error)")
    }
    return crop
  }

  /// As it is kept, where that is true of both files, or found now and kept; nil where there is no new picture, which is said
  /// later.
  private func registration(
    of location: Location, _ store: FolderLocationStore, _ settings: Settings
  ) async throws -> AlignAnswer? {
    guard let version = location.chosenVersion else { return nil }
    if !anew, points == nil, let kept = try current(location, version, store, settings) {
      return AlignAnswer(kept, old: location.old.size, new: version.picture.size)
    }
    guard let found = try register(location, store, settings) else { return nil }
    let answer = AlignAnswer(found)
    // Points that do not fit take nothing away that is known.
    if points != nil, !answer.accepted, try current(location, version, store, settings)?.isAccepted == true {
      if output.json {
        try printJSON(LocationPairAnswer(location, answer, folder: Settings.absolute(out), files: [], isKept: true))
      }
      throw CommandError("these points do not fit; the alignment that was found before is kept. \(answer.reason)")
    }
    do throws(StoreError) {
      let writing = try FolderLocationStore.open(folder: settings.data)
      try await writing.keep(
        answer.kept(old: location.old, new: version.picture), of: version.id, at: location.id)
    } catch {
      complain("booth: where the new picture lies could not be kept: \(error)")
    }
    return answer
  }

  /// What is kept, unless the files are others, or a person who knows more may find what was not found before.
  private func current(
    _ location: Location, _ version: LocationVersion, _ store: FolderLocationStore, _ settings: Settings
  ) throws -> KeptRegistration? {
    guard let kept = version.registration, kept.isOf(location.old, version.picture) else { return nil }
    for picture in [location.old, version.picture] {
      let path = store.path(of: picture, in: location.id)
      let bytes: [UInt8]
      do throws(StoreError) { bytes = try OutsideFile.read(path, limit: LocationVault.largestPicture) } catch {
        return nil
      }
      if Checksum.of(bytes) != picture.checksum { return nil }
    }
    let mayFindMore =
      kept.program != BoothCommand.programVersion || location.marks != nil
      || kept.method == RegistrationMethod.gradients.rawValue && LearnedFeatures.here(settings).matcher != nil
    return kept.isAccepted || !mayFindMore ? kept : nil
  }

  /// Nil where there is no new picture, which is said later.
  private func register(_ location: Location, _ store: FolderLocationStore, _ settings: Settings) throws
    -> PairRegistration?
  {
    guard let version = location.chosenVersion else { return nil }
    let marked = try points.map(PointsFile.read) ?? []
    let matcher = LearnedFeatures.here(settings).matcher
    func picture(_ picture: LocationPicture, _ part: PixelRect? = nil) throws -> UprightPicture {
      try UprightPicture(
        file: store.path(of: picture, in: location.id), side: Registration.Effort.final.rawValue, photograph: part)
    }
    // A card around the photograph would be found as a match, or as nothing.
    let (old, new) = (try picture(location.old, location.crop?.part), try picture(version.picture))
    guard marked.isEmpty, let marks = location.marks else {
      return PairRegistration(old: old, new: new, points: marked, matcher: matcher)
    }
    return PairRegistration(
      old: old, new: new, anchor: try picture(marks.anchor), marks: marks.points, matcher: matcher)
  }
}

/// What was made of a pair; also what stands in its `pair.json`.
struct LocationPairAnswer: Encodable {
  var location: String
  /// The pair's name, which never changes.
  var pair: String
  /// The new picture's, in the location.
  var version: String?
  var folder: String
  var files: [String]
  /// How the new picture lies on the old one; null if not computed.
  var registration: AlignAnswer?
  /// Only where points do not fit and the alignment that was found before is kept: true; then no file is written.
  var isKept: Bool?
  /// Edges of the frame where the two may be off: left, right, top, bottom; left out where there are none.
  var unsure: [String]?

  init(
    _ location: Location, _ found: AlignAnswer?, folder: String, files: [String], isKept: Bool? = nil,
    unsure: [SharedView.Edge] = []
  ) {
    self.location = location.id.text
    pair = location.pair
    version = location.chosen
    self.folder = folder
    self.files = files
    registration = found
    self.isKept = isKept
    self.unsure = unsure.isEmpty ? nil : unsure.map(\.rawValue)
  }

  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }
}
