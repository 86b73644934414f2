import PhotoModel
import Testing

@Suite struct PhotoViewTests {
  @Test(arguments: [
    "near:٣١٫٥,٣٥٫٢,٢", "near:٣١٫٥،٣٥٫٢،٢", "near:\u{2066}31.5,35.2,2\u{2069}", "near:۳۱٫۵,۳۵٫۲,۲",
    "near:31.5,35.2,2\u{200F}",
  ])
  func `a place is found with the digits of any script`(text: String) throws {
    let search = PhotoSearch(text)
    #expect(search.mistakes.isEmpty && search.box == PhotoSearch("near:31.5,35.2,2").box && search.box != nil)
    #expect(PhotoSearch("box:−٣١,٣٥,٣٢,٣٦").box == PhotoSearch("box:-31,35,32,36").box)
  }

  @Test func `a year that stands alone is named, as it may be meant as a word`() {
    #expect(PhotoSearch.years(in: "2025") == ["2025"] && PhotoSearch.years(in: "fall 2024 gym") == ["2024"])
    for text in ["\"2025\"", "2025-07", "2023..2025", "12345", "0025", "camera:2025", "2025a", ""] {
      #expect(PhotoSearch.years(in: text).isEmpty, "\(text)")
    }
  }

  @Test(
    arguments: [
      (0, 1970, 1, 1), (951_782_400, 2000, 2, 29), (-1, 1969, 12, 31), (4_102_444_800, 2100, 1, 1),
      (-2_208_988_800, 1900, 1, 1),
    ] as [(Int64, Int, Int, Int)])
  func `days are those of the calendar`(_ seconds: Int64, year: Int, month: Int, day: Int) {
    let found = CalendarDay.of(wallSeconds: seconds)
    #expect((found.year, found.month, found.day) == (year, month, day))
    let start = CalendarDay.wallSeconds(year: year, month: month, day: day)
    #expect(start <= seconds && seconds - start < 86400)
    let own = PhotoMonth(wallSeconds: seconds)
    #expect((own.year, own.month) == (year, month))
  }

  @Test func `every day of four hundred years comes back`() {
    var before = CalendarDay.wallSeconds(year: 1799, month: 12, day: 31)
    for _ in 0..<146_097 {
      before += 86400
      let (year, month, day) = CalendarDay.of(wallSeconds: before)
      #expect(CalendarDay.wallSeconds(year: year, month: month, day: day) == before)
    }
  }

  @Test(arguments: [
    "September 2023", "sept 2023", "SEP. 2023", "2023 september", "09/2023", "9.2023", "septembre 2023",
    "septiembre de 2023", "ספטמבר 2023", "בספטמבר 2023", "سبتمبر ٢٠٢٣", "beach September 2023",
  ])
  func `a month and its year are a date in each language`(_ text: String) {
    let search = PhotoSearch(text)
    #expect(search.from == CalendarDay.wallSeconds(year: 2023, month: 9, day: 1))
    #expect(search.until == CalendarDay.wallSeconds(year: 2023, month: 10, day: 1))
    #expect(search.words == (text.hasPrefix("beach") ? ["beach"] : []) && search.mistakes.isEmpty)
  }

  @Test(arguments: ["March", "jui 2023", "\"september\" 2023", "september \"2023\"", "se 2023", "13/2023", "may day"])
  func `a month without a year, and what may be two months, are words`(_ text: String) {
    #expect(!PhotoSearch(text).words.isEmpty)
    #expect(PhotoSearch(text).from != CalendarDay.wallSeconds(year: 2023, month: 9, day: 1))
  }

  @Test func `märz and mars, août and ago are months, too`() {
    for (text, month) in [
      ("März 2024", 3), ("mrz 2024", 3), ("mars 2024", 3), ("août 2024", 8), ("ago 2024", 8), ("mai 2024", 5),
    ] {
      #expect(PhotoSearch(text).from == CalendarDay.wallSeconds(year: 2024, month: month, day: 1), "\(text)")
    }
  }

  @Test func `a line of words is a filter`() {
    let filter = PhotoSearch(
      "Beach \"old town\" 2024-07 camera:Nikon tag:red tag:blue star type:nef box:-10,170,10,-170")
    #expect(filter.words == ["beach", "old town"])
    #expect(filter.from == CalendarDay.wallSeconds(year: 2024, month: 7, day: 1))
    #expect(filter.until == CalendarDay.wallSeconds(year: 2024, month: 8, day: 1))
    #expect(filter.camera == "nikon" && filter.format == "RAW-NEF" && filter.isStarred)
    #expect(filter.tags.text == "1:5")
    #expect(filter.box?.west == 170 && filter.box?.east == -170)
    #expect(PhotoSearch("   ").isEmpty)
    #expect(PhotoSearch("type:RAW").kind == .raw && PhotoSearch("type:raw").format == nil)
    #expect(PhotoSearch("type:video").kind == .video && PhotoSearch("type:photo").mistakes.isEmpty)
  }

  @Test(
    arguments: [
      ("2024-13", .noDate), ("2024-02-30", .noDate), ("2024..2020", .noDate), ("2023-00..", .noDate),
      ("box:1,2,3", .noBox), ("box:10,0,-10,0", .noBox), ("tag:pink", .noColour), ("Camera:", .noValue),
      ("type:raws", .noFormat), ("tag:", .noValue), ("colour:red", .noField), ("type:exe", .noFormat),
      ("near:91,0", .noPlace),
      ("near:1,2,9999", .noPlace), ("\"old town", .openQuote),
    ] as [(String, PhotoSearchReason)])
  func `what makes no sense is named, and filters nothing`(_ text: String, reason: PhotoSearchReason) {
    let search = PhotoSearch(text + (reason == .openQuote ? "" : " beach"))
    #expect(search.mistakes == [PhotoSearchMistake(name: text, reason: reason)])
    #expect(search.words == [reason == .openQuote ? "old town" : "beach"] && search.isEmpty == false)
    #expect(PhotoSearch(text).isEmpty == (reason != .openQuote))
  }

  @Test(arguments: [
    "..", "20240", "9999", "0042", "2024-1-x", "2024-123", "12:30", "c-3:po", "\"camera:\"", "\"2024-13\"",
  ])
  func `what is no mistake is a word`(_ text: String) {
    #expect(PhotoSearch(text).words == [text.filter { $0 != "\"" }] && PhotoSearch(text).mistakes.isEmpty)
  }

  @Test func `near a place is a box around it, also across the date line and at a pole`() throws {
    let box = try #require(PhotoSearch("near:60,25,111.195").box)
    #expect(abs(box.south - 59) < 0.001 && abs(box.north - 61) < 0.001)
    // At the parallel of 61 a degree of latitude is 2.0627 of longitude.
    #expect(abs(box.west - (25 - 2.0627)) < 0.001 && abs(box.east - (25 + 2.0627)) < 0.001)
    let far = try #require(PhotoSearch("near:0,179.9,50").box)
    #expect(far.west > 179 && far.east < -179)
    let pole = try #require(PhotoSearch("near:-90,0").box)
    #expect(pole.west == -180 && pole.east == 180 && pole.south == -90)
  }

  @Test func `photos move in an album by one place or to an end, and stay in their order`() {
    let all = ["a", "b", "c", "d", "e"]
    #expect(PhotoMove.first.carriedOut(on: all, of: ["b", "d"]) == ["b", "d", "a", "c", "e"])
    #expect(PhotoMove.last.carriedOut(on: all, of: ["b", "d"]) == ["a", "c", "e", "b", "d"])
    #expect(PhotoMove.earlier.carriedOut(on: all, of: ["b", "d"]) == ["b", "a", "d", "c", "e"])
    #expect(PhotoMove.later.carriedOut(on: all, of: ["b", "d"]) == ["a", "c", "b", "e", "d"])
    #expect(PhotoMove.earlier.carriedOut(on: all, of: ["a", "b"]) == all)
    #expect(PhotoMove.later.carriedOut(on: all, of: ["d", "e"]) == all)
  }

  @Test func `days may be open at one end`() {
    #expect(PhotoSearch("2020..").until == nil && PhotoSearch("2020..").from != nil)
    #expect(PhotoSearch("..2020-03").until == CalendarDay.wallSeconds(year: 2020, month: 4, day: 1))
  }

  @Test func `a cursor comes back`() {
    for name in ["", "a.b ~ ש", "1.2.3.4.5~x"] {
      let cursor = PhotoCursor(number: 7, shownSeconds: -5, fraction: 999_999_999, name: name, turn: .min, bytes: .max)
      #expect(PhotoCursor(cursor.text) == cursor)
      // Copied from a terminal it is one word.
      #expect(!cursor.text.contains { " \"'$`\\*?&;|<>()".contains($0) })
    }
    // The last two are of a version before: a list begins anew.
    for text in [
      "", ".", "x.1", "1.2.3.4~x", "1.2.3.4.x~x", "1.2.3.4.5.6~x", "1.2.3..5~x", "1.2.3.4.5~-", "1.2.3.4.5~-zz",
      "1.2.3.4.5~-ff", "7.-5", "7.~img",
    ] { #expect(PhotoCursor(text) == nil) }
  }

  @Test func `keys are sums and sizes, and nothing else`() {
    let sum = String(repeating: "0a", count: 16)
    #expect(PhotoKey("\(sum)-12")?.text == "\(sum)-12")
    for text in ["\(sum)-012", "\(sum)--1", "\(sum.uppercased())-12", "\(sum)", "../../etc-12", "\(sum)-1-2"] {
      #expect(PhotoKey(text) == nil)
    }
  }

  @Test func `names of copies are names that disks take, and no two are one`() {
    var photo = Self.photo(1, "a/b:c\u{0}.heic", "HEIF", taken: nil)
    #expect(ExportNames.file(photo, isOriginal: true) == "a_b_c_.heic")
    #expect(ExportNames.file(photo, isOriginal: false) == "a_b_c_.jpg")
    photo.entry.name = "..."
    #expect(ExportNames.file(photo, isOriginal: true) == "photo")
    // A name that reads `exe.jpg`, and is none: in folders and in archives.
    photo.entry.name = "IMG\u{202E}gpj.exe"
    #expect(ExportNames.file(photo, isOriginal: true) == "IMG_gpj.exe")
    photo.entry.name = ".\u{2067}a\u{200B}\r\nb. "
    #expect(ExportNames.file(photo, isOriginal: true) == "_a___b")
    for (name, format, flags, saved) in [
      ("IMG_1.HEIC", "JPEG", PhotoFlags.edited, "IMG_1.jpg"), ("IMG_1.JPEG", "JPEG", .edited, "IMG_1.JPEG"),
      ("IMG_1.CR2", "HEIF", .edited, "IMG_1.heic"), ("IMG_1.HEIC", "JPEG", [], "IMG_1.HEIC"),
      ("IMG", "PNG", .edited, "IMG.png"), ("IMG_1.HEIC", "UNKNOWN", .edited, "IMG_1.HEIC"),
    ] {
      photo.entry.name = name
      photo.entry.details.format = format
      photo.entry.flags = flags
      #expect(ExportNames.file(photo, isOriginal: true) == saved)
    }
    #expect(ExportNames.numbered("a.jpg", 2) == "a-2.jpg")
    // Letters of several bytes are left out whole, and the ending stays.
    let long = String(repeating: "é", count: 125) + "x.jpg"
    #expect(long.utf8.count == 255 && ExportNames.numbered(long, 1) == long)
    #expect(ExportNames.numbered(long, 2) == String(repeating: "é", count: 124) + "-2.jpg")
    #expect(ExportNames.numbered(long, 10_000) == String(repeating: "é", count: 122) + "-10000.jpg")
    let letter = "e" + String(repeating: "\u{301}", count: 130) + ".jpg"
    #expect(ExportNames.numbered(letter, 2) == "photo-2.jpg")
    let strange = String(repeating: "a", count: 100) + "." + String(repeating: "b", count: 154)
    #expect(ExportNames.numbered(strange, 3).utf8.count == 255)
  }

  @Test func `a raw picture belongs to the one of its name, place and time`() {
    let raw = Self.photo(1, "IMG_1.NEF", "RAW-NEF", taken: 100)
    #expect(PhotoPairs.isPair(raw, Self.photo(2, "img_1.jpg", "JPEG", taken: 101)))
    #expect(!PhotoPairs.isPair(raw, Self.photo(2, "img_1.jpg", "JPEG", taken: 200)))
    #expect(!PhotoPairs.isPair(raw, Self.photo(2, "img_2.jpg", "JPEG", taken: 100)))
    #expect(!PhotoPairs.isPair(raw, Self.photo(2, "img_1.jpg", "JPEG", taken: nil)))
    #expect(!PhotoPairs.isPair(raw, Self.photo(2, "img_1.dng", "RAW-DNG", taken: 100)))
  }

  static func photo(_ number: Int64, _ name: String, _ format: String, taken: Int64?) -> PhotoRecord {
    var details = PhotoDetails()
    details.format = format
    details.taken = taken.map { PhotoMoment(wallSeconds: $0) }
    let entry = PhotoEntry(id: PhotoID("/" + name), name: name, details: details)
    return PhotoRecord(
      number: number, stamp: "0", source: PhotoSourceID("s")!, entry: entry, shownSeconds: taken ?? 0, isRead: true,
      tint: "", isStarred: false, tags: [], partner: nil)
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
  func `any number is a moment, a day and a month`(_ seconds: Int64) {
    let moment = PhotoMoment(wallSeconds: seconds, offsetMinutes: seconds < 0 ? .min : .max)
    let day = CalendarDay.of(wallSeconds: seconds)
    #expect(CalendarDay.of(wallSeconds: moment.wallSeconds) == day && (1...12).contains(day.month))
    #expect((1...12).contains(PhotoMonth(wallSeconds: moment.unixSeconds).month))
    #expect(CalendarDay.text(wallSeconds: seconds).count >= 19)
    #expect((1...12).contains(PhotoMonth(number: Int(seconds)).month))
  }
}
