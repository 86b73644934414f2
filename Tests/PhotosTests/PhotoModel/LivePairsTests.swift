import PhotoModel
import Testing

/// Which film is which picture's.
@Suite struct LivePairsTests {
  private static let noon: Int64 = 1_720_958_400  // 2024-07-14 12:00:00 UTC

  private static func record(
    _ number: Int64, _ name: String, taken: PhotoMoment? = nil, content: String? = nil, place: String = "",
    changed: Int64 = noon, flags: PhotoFlags = [], trouble: String? = nil
  ) -> PhotoRecord {
    var details = PhotoDetails()
    (details.taken, details.contentIdentifier, details.trouble) = (taken, content, trouble)
    let entry = PhotoEntry(
      id: PhotoID(place + "/" + name), name: name, place: place, modified: FileMoment.number(seconds: changed),
      details: details, flags: flags)
    return PhotoRecord(
      number: number, stamp: "0", source: PhotoSourceID("s")!, entry: entry, shownSeconds: 0, isRead: true, tint: "",
      isStarred: false, tags: [], partner: nil)
  }

  private static func film(
    _ name: String = "IMG_1.MOV", at seconds: Int64? = noon, content: String? = nil, place: String = "",
    changed: Int64 = noon, trouble: String? = nil
  ) -> PhotoRecord {
    record(
      9, name, taken: seconds.map { PhotoMoment(wallSeconds: $0, offsetMinutes: 0) }, content: content, place: place,
      changed: changed, flags: [.film, .beside], trouble: trouble)
  }

  private static func zoned(_ seconds: Int64, _ minutes: Int?) -> PhotoMoment {
    PhotoMoment(wallSeconds: seconds + Int64(minutes ?? 0) * 60, offsetMinutes: minutes)
  }

  @Test func `content identifiers decide where both have one, whatever names and times say`() {
    let picture = Self.record(1, "holiday.heic", taken: Self.zoned(Self.noon - 9999, 120), content: "A")
    #expect(LivePairs.isPair(Self.film(content: "A"), picture))
    #expect(!LivePairs.isPair(Self.film("holiday.mov", content: "B"), picture))
    #expect(!LivePairs.isPair(Self.film(content: "A", place: "/other"), picture))
    #expect(!LivePairs.isPair(Self.film(content: "A", trouble: "cut"), picture))
    // One that has none is known by name and time.
    let same = Self.record(1, "img_1.heic", taken: Self.zoned(Self.noon, 120), content: "A")
    #expect(LivePairs.isPair(Self.film(), same))
  }

  @Test(arguments: [
    (-3, false), (-2, true), (0, true), (2, true), (3, false), (900, false), (3600, false),
  ]) func `with a zone both are within two seconds`(_ apart: Int64, _ isPair: Bool) {
    for minutes in [-420, 0, 345] {
      let picture = Self.record(1, "img_1.jpg", taken: Self.zoned(Self.noon + apart, minutes))
      #expect(LivePairs.isPair(Self.film(), picture) == isPair, "\(minutes)")
    }
  }

  @Test func `a clock of which nobody said the zone may stand in any, and is within two seconds there`() {
    for (apart, isPair) in [
      (0 as Int64, true), (7200, true), (-25_201, true), (20_702, true), (20_703, false), (7203, false), (450, false),
      (50_402, true), (51_300, false), (-43_200, true), (-44_100, false),
    ] {
      let picture = Self.record(1, "img_1.jpg", taken: PhotoMoment(wallSeconds: Self.noon + apart))
      #expect(LivePairs.isPair(Self.film(), picture) == isPair, "\(apart)")
    }
  }

  @Test func `a film that says no time has its file's, and so has a picture`() {
    let picture = Self.record(1, "img_1.jpg", changed: Self.noon)
    for (seconds, isPair) in [(Self.noon + 2, true), (Self.noon + 3, false)] {
      #expect(LivePairs.isPair(Self.film(at: nil, changed: seconds), picture) == isPair)
      #expect(LivePairs.isPair(Self.film(at: seconds, changed: 0), picture) == isPair)
    }
  }

  @Test func `another name, another folder, and a film alone are no pair`() {
    let picture = Self.record(1, "img_1.jpg", taken: Self.zoned(Self.noon, 0))
    #expect(!LivePairs.isPair(Self.film("IMG_2.MOV"), picture))
    #expect(!LivePairs.isPair(Self.film("IMG_1.x.MOV"), picture))
    #expect(!LivePairs.isPair(Self.film(place: "/b"), picture))
    #expect(!LivePairs.isPair(Self.film(), Self.film()))
    #expect(!LivePairs.isPair(picture, picture))
  }

  @Test(arguments: [
    ("a.mov", true), ("a.MP4", true), ("a.MoV", true), (".mov", false), ("mov", false), ("a.mov.txt", false),
    ("a.m4v", false),
  ])
  func `names of films`(_ name: String, _ isFilm: Bool) {
    #expect(PhotoNames.isFilm(Array(name.utf8)) == isFilm)
  }

  @Test func `a film is called like its picture where it is saved`() {
    #expect(ExportNames.film("x.MOV", of: "IMG_1-2.heic") == "IMG_1-2.MOV")
    #expect(ExportNames.film("x.m/v", of: "IMG_1") == "IMG_1.mov")
  }
}
