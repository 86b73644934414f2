import Testing

@testable import PhotoModel

/// Which names belong together.
@Suite struct PhotoNamesBesideTests {
  private let names = [
    "IMG_1.xmp", "IMG_1.jpg.xmp", "img_2.XMP", "IMG_3.jpg.json", "IMG_4.jpg.supplemental-metadata.json",
    "IMG_5.jpg(2).json",
    "IMG_6.jpg.suppl.json", "IMG_7-edited.jpg", "IMG_7.jpg.json", "IMG_80.jpg.json",
    "a-very-long-name-of-a-photo-that-is-cut-by-it-.json",
    "metadata.json",
  ]

  @Test(arguments: [
    ("IMG_1.jpg", ["IMG_1.jpg.xmp", "IMG_1.xmp"]), ("IMG_1.CR2", ["IMG_1.xmp"]), ("IMG_2.nef", ["img_2.XMP"]),
    ("IMG_3.jpg", ["IMG_3.jpg.json"]), ("IMG_4.JPG", ["IMG_4.jpg.supplemental-metadata.json"]),
    ("IMG_5(2).jpg", ["IMG_5.jpg(2).json"]), ("IMG_6.jpg", ["IMG_6.jpg.suppl.json"]),
    ("IMG_7-edited.jpg", ["IMG_7.jpg.json"]), ("IMG_8.jpg", []), ("metadata.jpg", []), ("noending", []),
    (
      "a-very-long-name-of-a-photo-that-is-cut-by-it-self-short.jpg",
      ["a-very-long-name-of-a-photo-that-is-cut-by-it-.json"]
    ),
  ]) func `what lies beside a photo is found by its name`(_ photo: String, _ beside: [String]) {
    #expect(PhotoNames.sidecars(of: photo, among: names) == beside)
    let start = PhotoNames.sidecarStart(of: photo)
    #expect(beside.allSatisfy { $0.lowercased().hasPrefix(start) }, "\(start)")
  }

  @Test(arguments: [
    ("PXL_20250126_164931991.RAW-01.COVER.jpg", "pxl_20250126_164931991"),
    ("PXL_20250126_164931991.RAW-01.MP.COVER.jpg", "pxl_20250126_164931991"),
    ("PXL_20250126_164931991.RAW-02.ORIGINAL.dng", "pxl_20250126_164931991"), ("IMG_1.jpg", "img_1"),
    ("a.RAW-01.b.jpg", "a.raw-01.b"), (".RAW-01.COVER.jpg", ".raw-01.cover"),
  ]) func `both files of a Pixel's raw photo have one stem`(_ name: String, _ stem: String) {
    #expect(PhotoPairs.stem(name) == stem)
  }

  @Test func `a Pixel's cover and its original are one photo`() {
    func record(_ number: Int64, _ name: String, _ format: String) -> PhotoRecord {
      var details = PhotoDetails()
      details.format = format
      details.taken = PhotoMoment(wallSeconds: 1_737_910_171)
      return PhotoRecord(
        number: number, stamp: "", source: PhotoSourceID("a")!,
        entry: PhotoEntry(id: PhotoID("/\(name)"), name: name, details: details, isComplete: true),
        shownSeconds: 1_737_910_171,
        isRead: true, tint: "", isStarred: false, tags: [], partner: nil, film: nil)
    }
    let raw = record(1, "PXL_1.RAW-02.ORIGINAL.dng", "RAW-DNG")
    #expect(PhotoPairs.isPair(raw, record(2, "PXL_1.RAW-01.COVER.jpg", "JPEG")))
    #expect(!PhotoPairs.isPair(raw, record(3, "PXL_2.RAW-01.COVER.jpg", "JPEG")))
  }

  @Test(
    arguments: [("a.xcf", "xcf"), ("b.SVG", "svg"), ("c.jpg", nil), ("d.txt", nil), (".svg", nil), ("svg", nil)]
      as [(String, String?)])
  func `pictures of kinds that are not read are known by their endings`(_ name: String, _ kind: String?) {
    #expect(Array(name.utf8).withUnsafeBytes { PhotoNames.otherKind($0) } == kind)
  }
}
