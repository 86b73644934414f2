import BoothTesting
import GRDB
import PhotoModel
import Testing

@testable import PhotoSources

/// What else belongs to a photo of a library: its raw picture, and its clock.
@Suite struct LibraryPairsTests {
  private func entries(_ read: ReadLibrary) async throws -> [String: PhotoEntry] {
    var found: [String: PhotoEntry] = [:]
    for try await step in read.source.scan(since: nil) {
      guard case .entries(let entries) = step else { continue }
      for entry in entries { #expect(found.updateValue(entry, forKey: entry.id.text) == nil) }
    }
    return found
  }

  @Test(arguments: MadeLibrary.releases)
  func `the raw picture of a pair is a photo as a folder has it, and opens`(_ release: MadeLibrary.Release) async throws
  {
    let library = try MadeLibrary(release)
    try library.add(1)
    try library.put("originals/1/\(MadeLibrary.uuid(1))_4.CR2", Array("raw".utf8))
    // What is no raw picture is none, and a raw picture alone has none beside it.
    try library.add(2)
    try library.put("originals/2/\(MadeLibrary.uuid(2))_4.txt", Array("no".utf8))
    try library.add(3, ["ZHIDDEN": "1"])
    try library.put("originals/3/\(MadeLibrary.uuid(3))_4.dng", Array("hidden".utf8))
    let read = try ReadLibrary(library)
    let found = try await entries(read)
    #expect(found.count == 5)
    let (photo, raw) = (try #require(found[ReadLibrary.id(1)]), try #require(found[ReadLibrary.id(1) + "#raw"]))
    #expect(raw.name == "IMG_1.CR2" && photo.name == "IMG_1.JPG" && raw.place == photo.place)
    #expect(raw.details.taken == photo.details.taken && raw.details.taken != nil && !raw.isComplete)
    #expect(raw.size == 3)
    #expect(try await read.text(1, "#raw") == "raw")
    #expect(try await read.source.identity(of: raw.id).size == 3)
    #expect(read.source.film(of: raw.id) == nil)
    #expect(found[ReadLibrary.id(3) + "#raw"]?.flags.contains(.hidden) == true)
    #expect(try await read.text(2, "#raw") == nil)
    try library.close()
  }

  @Test
  func `the raw picture of an original outside of the library is found where the database says that there is one`()
    async throws
  {
    let library = try MadeLibrary()
    try library.execute("ALTER TABLE ZINTERNALRESOURCE ADD COLUMN ZDATASTORESUBTYPE INTEGER")
    for number in 1...2 {
      try library.add(
        number, ["ZDIRECTORY": "'\(library.beside)/card'", "ZFILENAME": "'IMG_\(number).JPG'"], hasFile: false)
      try library.folder.put("disk/card/IMG_\(number).JPG", Array("photo".utf8))
      try library.folder.put("disk/card/IMG_\(number).NEF", Array("raw \(number)".utf8))
    }
    try library.execute("INSERT INTO ZINTERNALRESOURCE (Z_PK, ZASSET, ZDATASTORESUBTYPE) VALUES (1, 1, 17), (2, 2, 1)")
    let read = try ReadLibrary(library)
    let found = try await entries(read)
    try #require(found[ReadLibrary.id(1)]?.flags.contains(.missing) == false)
    #expect(found[ReadLibrary.id(1) + "#raw"]?.name == "IMG_1.NEF")
    #expect(found[ReadLibrary.id(2) + "#raw"] == nil)
    #expect(try await read.text(1, "#raw") == "raw 1")
    try library.close()
  }

  @Test(arguments: ["NULL", "0"])
  func `a shared photo of which the library knows no clock shows what its file says, not Greenwich's time`(
    _ zone: String
  )
    async throws
  {
    let library = try MadeLibrary()
    let shared = ["ZCLOUDBATCHPUBLISHDATE": "700000000", "ZDATECREATED": "600000000.25"]
    try library.add(1, shared, more: ["ZTIMEZONEOFFSET": zone])
    // One with a zone, and one that is not shared, have a clock.
    try library.add(2, shared, more: ["ZTIMEZONEOFFSET": "7200"])
    try library.add(3, ["ZDATECREATED": "600000000.25"], more: ["ZTIMEZONEOFFSET": "0"])
    let found = try await entries(try ReadLibrary(library))
    let photo = try #require(found[ReadLibrary.id(1)])
    // Its bytes are read; where they say nothing, it is this moment by this machine's clock.
    #expect(photo.details.taken == nil && !photo.isComplete)
    #expect(photo.modified == FileMoment.number(978_307_200 + 600_000_000.25))
    #expect(
      found[ReadLibrary.id(2)]?.details.taken
        == PhotoMoment(wallSeconds: 1_578_314_400, offsetMinutes: 120, nanoseconds: 250_000_000))
    #expect(found[ReadLibrary.id(3)]?.details.taken?.offsetMinutes == 0)
    try library.close()
  }
}
