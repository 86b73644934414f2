import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

/// Which file is which.
@Suite struct LibraryFilesTests {
  @Test func `what came of editing is found whatever its kind is, and its bytes say which`() async throws {
    let library = try MadeLibrary()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 16)
    for (number, ending) in [(1, "jpeg"), (2, "heic"), (3, "png"), (4, "JPG")] {
      try library.add(number, ["ZHASADJUSTMENTS": "1", "ZUNIFORMTYPEIDENTIFIER": "'public.heic'"])
      // The settings, and what was before the last edit, lie there, too.
      let stem = "resources/renders/\(number)/\(MadeLibrary.uuid(number))"
      try library.put(stem + ".plist", [1])
      try library.put(stem + "_p.jpeg", [1])
      try library.put(stem + "_1_201_a.plist", [1])
      try library.put(stem + "_1_201_a." + ending, number == 3 ? png : MadeLibrary.jpeg(400, 300))
    }
    try library.add(5, ["ZHASADJUSTMENTS": "1", "ZWIDTH": "9", "ZHEIGHT": "9"])
    try library.put("resources/renders/5/\(MadeLibrary.uuid(5)).plist", [1])
    let entries = try await (try ReadLibrary(library)).scan().entries
    #expect((1...5).map { entries[$0]?.details.format } == ["JPEG", "JPEG", "PNG", "JPEG", "JPEG"])
    #expect((1...5).map { entries[$0]?.remark } == [nil, nil, nil, nil, "editMissing"])
    #expect(entries[3]?.size == Int64(png.count))
    // The database has the measures of the edit, and it is the original that is shown.
    #expect(entries[5]?.details.width == nil && entries[5]?.isComplete == false)
    try library.close()
  }

  @Test func `the picture of a pair is shown, and a live photo's film is the one that goes with what is shown`()
    async throws
  {
    let library = try MadeLibrary()
    try library.folder.put("disk/cards/IMG_4.jpeg", Array("photo".utf8))
    try library.folder.put("disk/cards/IMG_4.MOV", Array("film beside".utf8))
    try library.add(1)
    try library.put("originals/1/\(MadeLibrary.uuid(1))_4.cr2", Array("raw".utf8))
    for number in 2...3 { try library.add(number, ["ZKINDSUBTYPE": "2", "ZHASADJUSTMENTS": "1"]) }
    for number in 2...3 { try library.put("originals/\(number)/\(MadeLibrary.uuid(number))_3.mov", Array("film".utf8)) }
    try library.put("resources/renders/2/\(MadeLibrary.uuid(2))_2_100_a.mov", Array("edited film".utf8))
    try library.add(
      4, ["ZKINDSUBTYPE": "2", "ZDIRECTORY": "'\(library.beside)/cards'", "ZFILENAME": "'IMG_4.jpeg'"], hasFile: false)
    try library.add(5, ["ZKINDSUBTYPE": "2", "ZSAVEDASSETTYPE": "12"], hasFile: false)
    try library.put("scopes/syndication/originals/5/\(MadeLibrary.uuid(5)).jpeg", Array("photo".utf8))
    try library.put("scopes/syndication/originals/5/\(MadeLibrary.uuid(5))_3.mov", Array("film sent".utf8))
    try library.add(
      6, ["ZKIND": "1", "ZKINDSUBTYPE": "101", "ZCLOUDBATCHPUBLISHDATE": "1", "ZDIRECTORY": "'ALBUM'"], hasFile: false)
    try library.put("scopes/cloudsharing/data/ALBUM/\(MadeLibrary.uuid(6)).medium.MP4", Array("film".utf8))
    try library.put("scopes/cloudsharing/data/ALBUM/\(MadeLibrary.uuid(6)).jpeg", Array("its picture".utf8))
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    #expect(entries[1]?.details.format == "JPEG" && entries[6]?.flags == [.film, .aside])
    for (number, part, words) in [
      (1, "", "photo"), (2, "#live", "edited film"), (3, "#live", "film"), (4, "", "photo"),
      (4, "#live", "film beside"),
      (5, "#live", "film sent"), (6, "", "film"),
    ] {
      #expect(try await read.text(number, part) == words, "\(number)\(part)")
    }
    try library.close()
  }

  @Test func `names are found as a Mac finds them: in any case, and in any normalisation`() async throws {
    let library = try MadeLibrary()
    try library.add(1, hasFile: false)
    try library.put("Originals/1/\(MadeLibrary.uuid(1)).JPEG", Array("photo".utf8))
    try library.add(2, ["ZHASADJUSTMENTS": "1"], hasFile: false)
    try library.put("resources/renders/2/\(MadeLibrary.uuid(2).lowercased())_1_201_A.HEIC", Array("edited".utf8))
    // The database says it precomposed, the disk has it taken apart.
    try library.folder.put("disk/Re\u{301}union/E\u{301}te\u{301} 1.JPG", Array("summer".utf8))
    try library.add(3, ["ZDIRECTORY": "'\(library.beside)/Réunion'", "ZFILENAME": "'Été 1.jpg'"], hasFile: false)
    try library.add(4, ["ZDIRECTORY": "'\(library.beside)/Réunion'", "ZFILENAME": "'Été 2.jpg'"], hasFile: false)
    // A folder of that name which leads out counts as absent.
    try library.folder.put("elsewhere/\(MadeLibrary.uuid(10)).jpeg", Array("secret".utf8))
    symlink(library.folder.path("elsewhere"), "\(library.path)/Originals/a")
    try library.add(10, hasFile: false)
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    #expect((1...4).map { entries[$0]?.remark } == [nil, nil, nil, "referencedMissing"])
    #expect(entries[10]?.flags == .missing)
    for (number, words) in [(1, "photo"), (2, "edited"), (3, "summer")] {
      #expect(try await read.text(number) == words)
    }
    #expect(try await read.text(10) == nil)
    try library.close()
  }

  @Test func `referenced originals are found on their disk, wherever that is mounted`() throws {
    let folder = try TemporaryFolder()
    try folder.put("mac/Users/ann/Pictures/My.photoslibrary/database/.keep", [])
    for name in ["Users/ann/a.jpg", "DCIM/b.jpg"] { try folder.put("mac/" + name, [1]) }
    try folder.put("other/c.jpg", [1])
    let root = try LibraryRoot(folder.path("mac/Users/ann/Pictures/My.photoslibrary"), disk: folder.path("mac"))
    func found(_ directory: String, _ name: String) -> String? {
      guard case .here(let path) = root.referenced(directory, name) else { return nil }
      return path
    }
    #expect(found("/Users/ann", "a.jpg")?.hasSuffix("/mac/Users/ann/a.jpg") == true)
    #expect(found("/System/Volumes/Data/Users/Ann", "A.JPG")?.hasSuffix("/mac/Users/ann/a.jpg") == true)
    #expect(found("/Volumes/Macintosh HD/DCIM", "b.jpg")?.hasSuffix("/mac/DCIM/b.jpg") == true)
    for directory in ["/../other", "/Users/ann/../../../other", "/Volumes/Macintosh HD/../other", folder.path("other")]
    {
      #expect(found(directory, "c.jpg") == nil, "\(directory)")
    }
  }
}
