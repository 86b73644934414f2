import BoothCore
import BoothSystem
import CommandSupport
import ImageRegistration
import Imaging
import Locations

/// Makes everything of a location's old picture and its chosen new one: `booth location pair`.
struct LocationPair {
  /// Whose pictures and words.
  let store: any LocationStore
  /// From the old picture's pixels to the chosen one's; nil if unknown.
  let homography: (Location) -> Homography?
  /// The part of the old picture that the homography was found by; nil if unknown.
  var region: (Location) -> ClaimedRegion? = { _ in nil }
  /// Which part of the old picture is the photograph.
  var crop: (Location) -> KeptCrop? = { $0.crop }
  /// Where the pair is on the web; nil where no base of links is set, and then there is no code.
  let link: (Location) -> String?
  /// In which the new picture's day, and the words around the facts, are written.
  var language = Language.english

  /// Writes the products into a folder.
  /// - Throws: ``CommandError`` for an unknown id, a location without a new picture, and what `PairProducts` says.
  func make(
    _ id: String, folder: String, progress: (String) -> Void = { _ in }
  ) async throws(CommandError) -> PairProducts.Made {
    guard let id = LocationID(id), let location = try await location(id) else {
      throw CommandError("there is no location \(id); booth location list names them", code: CommandError.usage)
    }
    guard let version = location.chosenVersion else {
      throw CommandError(
        "\(location.title) has no new picture yet: booth run --location \(id) takes one", code: CommandError.usage)
    }
    return try PairProducts(facts: facts(of: location, version), folder: folder).make(
      old: store.path(of: location.old, in: id), new: store.path(of: version.picture, in: id),
      homography: homography(location), region: region(location),
      photograph: crop(location)?.part, progress: progress)
  }

  private func location(_ id: LocationID) async throws(CommandError) -> Location? {
    do throws(StoreError) { return try await store.location(id) } catch { throw CommandError("\(error)") }
  }

  /// What is written beside the pictures.
  func facts(of location: Location, _ version: LocationVersion) -> PairFacts {
    var facts = PairFacts(title: location.title, pair: location.pair)
    facts.take(location, language)
    // A clock that is not trusted is no date for a document.
    facts.now = version.takenAt.trusted ? LongDate.day(version.takenAt.day, in: language) : nil
    facts.link = link(location)
    return facts
  }
}

extension PairFacts {
  /// What is known of a location's old picture.
  mutating func take(_ location: Location, _ language: Language) {
    self.language = language
    then = location.provenance.date
    (latitude, longitude) = (location.latitude, location.longitude)
    archive = location.provenance.archive
    signature = location.provenance.signature
    author = location.provenance.author
    licence = location.provenance.licence
    source = location.provenance.link
  }
}
