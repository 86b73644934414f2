import ArgumentParser
import BoothCore
import BoothRegistration
import BoothStore
import FoundationEssentials
import Glibc
import ThenAndNow

struct LocationPairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make pictures, films and sheets of a location's old picture and its new one.",
    discussion: """
      The new picture is found in the old one first, and laid over it where that is sure; both files stay as they are. \
      Into the folder come both in one frame, side by side, with a slider, blinking, on sheets to be printed, and \
      PAIR-pair.json with the transform. --points gives points that a person marked in both; without it those kept with \
      the location (booth location points) are asked where nothing is found.
      """)

  @Argument(help: "The location's id.") var id: String
  @Option(help: "The folder for the files: an existing one, or a new one in it.") var out: String
  @Option(help: "A file of points marked in both pictures.") var points: String?
  @Option(help: "What the pair's page on the web begins with; the pair's name follows. Without it there is no code.")
  var linkBase: String?
  @Option(help: "In which the new picture's day is written: en, de, fr, es, he, ar.") var language = "en"
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
    let book = try FolderLocationBook.openForReading(folder: settings.data)
    let location = try await LocationCommand.find(id, in: book)
    let found = try register(location, book, settings)
    let pair = LocationPair(
      book: book, homography: { _ in found?.transform },
      link: { location in linkBase.map { $0.hasSuffix("/") ? $0 + location.pair : $0 + "/" + location.pair } },
      language: Language(code: language) ?? .english)
    let folder = Settings.absolute(out)
    let shows = !output.json && isatty(STDERR_FILENO) == 1
    let made = try await pair.make(location.id.text, folder: folder) { if shows { complain($0) } }
    // Beside those of other pairs in the same folder.
    let name = "\(location.pair)-pair.json"
    let answer = LocationPairAnswer(location, found, folder: folder, files: made.files + [name])
    try writeFile(try answer.json(), to: folder + "/" + name)
    if output.json { return try printJSON(answer) }
    if let found {
      say("\(found.result.isAccepted ? "registered" : "not registered"): \(found.result.verdict.words)")
    }
    for file in answer.files { say("\(folder)/\(file)") }
  }

  /// Nil where there is no new picture, which is said later.
  private func register(_ location: Location, _ book: FolderLocationBook, _ settings: Settings) throws
    -> PairRegistration?
  {
    guard let version = location.chosenVersion else { return nil }
    let marked = try points.map(PointsFile.read) ?? []
    let matcher = LearnedFeatures.here(settings).matcher
    func picture(_ picture: LocationPicture) throws -> UprightPicture {
      try UprightPicture(file: book.path(of: picture, in: location.id), side: Registration.Effort.final.rawValue)
    }
    let (old, new) = (try picture(location.old), try picture(version.picture))
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
  /// How the new picture lies on the old one; null where nobody looked.
  var registration: AlignAnswer?

  init(_ location: Location, _ found: PairRegistration?, folder: String, files: [String]) {
    self.location = location.id.text
    pair = location.pair
    version = location.chosen
    self.folder = folder
    self.files = files
    registration = found.map(AlignAnswer.init)
  }

  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }
}
