import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Glibc
import ImageRegistration
import Imaging
import Locations

/// `booth pair OLD NEW`: of two files, without any location.
struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make pictures, films and sheets of an old photograph and its new one.",
    discussion: """
      Into the folder come both pictures in one frame, side by side, with a slider, blinking, and on sheets to be printed \
      on A4 and on 4x6 inches. Neither picture is changed. Without --transform nobody knows how the new one lies on the \
      old one: they are shown as they are.
      """)
  @Argument(help: "The old picture, JPEG or PNG.") var old: String
  @Argument(help: "The new picture, JPEG or PNG.") var new: String
  @Option(help: "The folder for the files: an existing one, or a new one in it.") var out: String
  @Option(help: "The place's name.") var title = ""
  @Option(help: "When the old picture was taken, as it shall be written.") var then: String?
  @Option(help: "When the new picture was taken, as it shall be written.") var now: String?
  // Southern and western places begin with a minus.
  @Option(parsing: .unconditional, help: "Where: degrees north and east, 31.7683,35.2137.") var at: String?
  @Option(help: "The archive, library or person that has the old picture.") var archive: String?
  @Option(help: "Its signature there.") var signature: String?
  @Option(help: "The old picture's photographer.") var author: String?
  @Option(help: "Under which licence the old picture may be shown.") var licence: String?
  @Option(help: "The old picture's page on the web.") var source: String?
  @Option(help: "The pair's name; begins the files' names.") var id = "pair"
  @Option(help: "The pair's page on the web, for the code.") var link: String?
  @Option(
    parsing: .unconditional,
    help: "Nine numbers with commas between: from old pixels to new ones, row by row, upright and full size.")
  var transform: String?
  @Option(
    help: "The photograph in the old picture, without a card around it: X,Y,WIDTH,HEIGHT, auto, or none for all of it.")
  var crop = "none"
  @Option(help: "Of the words on sheets and pages: en, de, fr, es, he, ar.") var language = "en"
  @OptionGroup var output: OutputOptions

  private struct Answer: Encodable {
    var folder: String
    var files: [String]
    var isRegistered: Bool
  }

  func validate() throws {
    if out.isEmpty { throw ValidationError("--out is empty: name the folder for the files") }
    if Language(code: language) == nil {
      throw ValidationError("--language \(language): expected one of en, de, fr, es, he, ar")
    }
    if crop != "auto", KeptCrop(text: crop) == nil {
      throw ValidationError("--crop \(crop): expected X,Y,WIDTH,HEIGHT in pixels, auto or none")
    }
    if let at, Self.place(at) == nil {
      throw ValidationError("--at \(at): expected degrees from -90 to 90 and from -180 to 180, as 31.7683,35.2137")
    }
    if let transform, Self.homography(transform) == nil {
      throw ValidationError("--transform: expected nine numbers with commas between")
    }
    if let link {
      do throws(WebAddress.Fault) { _ = try WebAddress(link) } catch {
        throw ValidationError("--link \(link): \(error)")
      }
    }
  }

  func run() async throws {
    var facts = PairFacts(title: title, pair: id)
    (facts.then, facts.now, facts.language) = (then, now, Language(code: language) ?? .english)
    if let place = at.flatMap(Self.place) { (facts.latitude, facts.longitude) = (place.latitude, place.longitude) }
    (facts.archive, facts.signature, facts.author) = (archive, signature, author)
    (facts.licence, facts.source, facts.link) = (licence, source, link)
    let photograph = try CropOption.part(crop, of: Settings.absolute(old))
    let folder = Settings.absolute(out)
    let shows = !output.json && isatty(STDERR_FILENO) == 1
    let made = try PairProducts(facts: facts, folder: folder).make(
      old: Settings.absolute(old), new: Settings.absolute(new), homography: transform.flatMap(Self.homography),
      photograph: photograph
    ) { file in
      if shows { complain("\(file)") }
    }
    if transform != nil, !made.isRegistered {
      complain("booth: --transform cannot be one of two photographs of a place; the pictures are shown as they are")
    }
    if transform == nil {
      complain(
        "booth: the two are not aligned: both are shown whole. `booth location pair` aligns them; see \"Two files\" in Docs/manual/then-and-now.md"
      )
    }
    if output.json {
      return try printJSON(Answer(folder: folder, files: made.files, isRegistered: made.isRegistered))
    }
    for file in made.files { say("\(folder)/\(file)") }
  }

  private static func numbers(_ text: String, _ count: Int) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(String(part.filter { $0 != " " }))
    }
    guard parts.count == count else { return nil }
    let numbers = parts.compactMap(\.self).filter(\.isFinite)
    return numbers.count == count ? numbers : nil
  }

  static func homography(_ text: String) -> Homography? { numbers(text, 9).map(Homography.init) }

  static func place(_ text: String) -> (latitude: Double, longitude: Double)? {
    guard let found = numbers(text, 2), abs(found[0]) <= 90, abs(found[1]) <= 180 else { return nil }
    return (found[0], found[1])
  }
}
