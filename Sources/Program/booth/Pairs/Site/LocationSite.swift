import BoothCore
import BoothStore
import CommandSupport
import FoundationEssentials
import ImageRegistration
import Imaging
import LocationLibrary
import Locations
import WebSupport

/// Writes locations as a static site: a page with a map and a list, and a page for each location with its pair under a slider.
///
/// ```
/// index.html            places/GATE.html           pictures/GATE-then.jpg, -now.jpg, -small.jpg
///                                                  files/GATE-sheet-a4.pdf, GATE-slider.html
/// ```
/// Every link is relative, no page asks another server for anything, and all can be read without scripts. One pair is in memory
/// at a time. Only alignments that are kept are used; nothing is registered.
struct LocationSite {
  let store: FolderLocationStore
  let title: String
  let language: Language
  /// Also locations without a new picture.
  let all: Bool

  /// What was written.
  private(set) var pages: [SitePage] = []
  /// Files left out, a sentence each.
  private(set) var notes: [String] = []
  private(set) var notAligned: [LocationID] = []

  init(_ store: FolderLocationStore, title: String, language: Language, all: Bool) {
    (self.store, self.title, self.language, self.all) = (store, title, language, all)
  }

  /// Puts every file, the index last.
  /// - Parameter progress: is told each location's title before its page is made.
  mutating func write(
    _ locations: [Location], _ put: (_ path: String, _ bytes: [UInt8], _ at: WallTime) throws -> Void, now: WallTime,
    progress: (String) -> Void = { _ in }
  ) throws {
    for location in locations.sorted(by: { ($0.title, $0.id) < ($1.title, $1.id) }) {
      guard all || location.chosenVersion != nil else { continue }
      progress(location.title)
      do {
        guard let page = try page(of: location) else { continue }
        for (path, bytes) in page.files { try put(path, bytes, now) }
        try put("places/\(location.id).html", page.html(language, site: title).bytes, now)
        var kept = page
        kept.files = []
        pages.append(kept)
      } catch let error as ImageError {
        notes.append("\(location.id) (\(location.title)) was left out: \(error.subject) \(error.detail)")
      }
    }
    try put("index.html", SiteIndex(title: title, language: language, pages: pages).html.bytes, now)
  }

  private mutating func bytes(of picture: LocationPicture, in location: Location) -> [UInt8]? {
    let path = store.path(of: picture, in: location.id)
    do throws(ImportFault) { return try ImportSource.bytes(path) } catch {
      notes.append("\(path) was left out: \(error.found)")
      return nil
    }
  }

  private mutating func page(of location: Location) throws -> SitePage? {
    guard let old = bytes(of: location.old, in: location) else { return nil }
    let id = location.id.text
    guard let version = location.chosenVersion, let new = bytes(of: version.picture, in: location) else {
      guard all else { return nil }
      var facts = PairFacts(title: location.title, pair: location.pair)
      facts.take(location, language)
      let whole = try ScaledPicture.jpeg(of: old, longestSide: SliderPage.longestSide)
      var page = SitePage(location: location, facts: facts, size: try JPEGCodec.probe(whole), isAligned: false)
      page.files = [
        ("pictures/\(id)-then.jpg", whole),
        ("pictures/\(id)-small.jpg", try ScaledPicture.jpeg(of: old, longestSide: SitePage.smallSide)),
      ]
      return page
    }
    let kept = version.registration.flatMap { $0.isOf(location.old, version.picture) ? $0 : nil }
    let answer = kept.map { AlignAnswer($0, old: location.old.size, new: version.picture.size) }
    let pictures = try PairPictures(
      old: old, new: new, homography: answer?.homography, region: answer?.claimed(of: location.old.size),
      photograph: location.crop?.part,
      names: (store.path(of: location.old, in: location.id), store.path(of: version.picture, in: location.id)))
    if pictures.view == nil { notAligned.append(location.id) }
    let pair = LocationPair(store: store, homography: { _ in nil }, link: { _ in nil }, language: language)
    let facts = pair.facts(of: location, version)
    let unsure = pictures.view?.unsure ?? []
    let shown = (
      old: pictures.shown.old.fitted(SliderPage.longestSide), new: pictures.shown.new.fitted(SliderPage.longestSide)
    )
    var page = SitePage(location: location, facts: facts, size: shown.old.size, isAligned: pictures.view != nil)
    page.unsure = unsure
    page.newSize = shown.new.size
    page.files = [
      ("pictures/\(id)-then.jpg", try ScaledPicture.jpeg(shown.old)),
      ("pictures/\(id)-now.jpg", try ScaledPicture.jpeg(shown.new)),
      ("pictures/\(id)-small.jpg", try ScaledPicture.jpeg(shown.new.fitted(SitePage.smallSide))),
      (
        "files/\(id)-sheet-a4.pdf",
        try PairSheet(facts, of: pictures, on: .a4).pdf(of: pictures, title: location.title)
      ),
      ("files/\(id)-slider.html", try SliderPage(facts: facts, unsure: unsure).bytes(of: pictures)),
    ]
    return page
  }
}
