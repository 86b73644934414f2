import ArgumentParser
import BoothSystem
import BoothTesting
import CommandSupport
import Glibc
import PhotoModel
import PhotolalaFormat
import Testing

@testable import PhotoLibrary
@testable import booth

/// Colours of a data folder and a folder of tags, brought together as `booth photos tags` does.
@Suite(.timeLimit(.minutes(15))) struct TagRunTests {
  private let folder: TemporaryFolder
  private static let bytes = ["a", "b", "c"].map { [0xFF, 0xD8, 0xFF] + Array("\($0) photo of a test".utf8) }
  private static let ids = bytes.map { "md5#\(PhotoMD5(of: $0))" }
  private static let stranger = "md5#" + String(repeating: "e", count: 32)

  init() throws {
    folder = try TemporaryFolder()
    for (name, bytes) in zip(["a", "b", "c"], Self.bytes) { try folder.put("mine/\(name).jpg", bytes) }
    try folder.put("data/.keep", [])
    try folder.put("tags/.keep", [])
  }

  private func opened() async throws -> DataFolderPhotos {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("mine")))
    return photos
  }

  private func run(
    _ photos: DataFolderPhotos, check: Bool = false, afresh: Bool = false, merge: Bool = false
  ) async throws -> PhotosTagsAnswer {
    try await TagRun(
      photos: photos, folder: TagFolder(path: folder.path("tags")), isCheck: check, isAfresh: afresh, isMerge: merge
    ).run()
  }

  private func colors(_ photos: DataFolderPhotos) async throws -> [String] {
    try await photos.photos(PhotoView(order: .name), after: nil, count: 10).map(\.tags.text)
  }

  private func mark(_ photos: DataFolderPhotos, _ place: Int, _ tags: Int) async throws {
    let photo = try await photos.photos(PhotoView(order: .name), after: nil, count: 10)[place]
    let own = PhotoTags(rawValue: tags)
    try await photos.mark([photo], PhotoMarkChange(adding: own, taking: PhotoTags(rawValue: 127).subtracting(own)))
  }

  private func put(_ name: String, _ text: String) throws { try folder.put("tags/" + name, Array(text.utf8)) }
  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read("tags/" + name), as: UTF8.self)
  }
  private var deltas: [String] {
    get throws { try folder.names("tags").filter { $0.hasPrefix("tags-delta-booth-") } }
  }

  @Test func `what others gave and what was given here comes together, and a second time nothing happens`() async throws
  {
    try put("tags.csv", "\(Self.ids[0]),1:9,5\n\(Self.stranger),2,5\nrubbish")
    try put("tags-delta-Mac.csv", "+,\(Self.ids[1]),4,99999999999,Mac\n")
    let photos = try await opened()
    try await mark(photos, 1, 1 << 6)
    let before = try folder.names("tags")
    let checked = try await run(photos, check: true)
    #expect(checked.taken.on == 2 && checked.told.on == 1 && checked.changes.count == 3)
    #expect(try folder.names("tags") == before)
    #expect(try await colors(photos) == ["", "7", ""])

    let answer = try await run(photos)
    #expect(answer.taken.on == 2 && answer.told.on == 1 && answer.unknown == 1 && answer.waiting == 0)
    #expect(answer.nonsense.map(\.file) == ["tags.csv"])
    #expect(try await colors(photos) == ["1", "4:7", ""])
    let name = try #require(try deltas.first)
    let line = try text(name)
    #expect(line.hasPrefix("+,\(Self.ids[1]),7,") && line.split(separator: ",").count == 5)
    // Each was read once, as it was not known whether the stranger is among them.
    #expect(checked.read == 3)
    #expect(answer.read == 0)
    let again = try await run(photos)
    #expect(again.changes.isEmpty && again.read == 0 && again.device == answer.device)
    #expect(try text(name) == line)

    // Taken off there, with a clock that is far ahead; and here after that.
    try put("tags-delta-Mac.csv", "+,\(Self.ids[1]),4,99999999999,Mac\n-,\(Self.ids[0]),1,99999999999,Mac\n")
    #expect(try await run(photos).taken.off == 1)
    #expect(try await colors(photos) == ["", "4:7", ""])
    try await mark(photos, 1, 1 << 6)
    #expect(try await run(photos).told.off == 1)
    #expect(try text(name).hasSuffix("-,\(Self.ids[1]),4,100000000000,\(answer.device ?? "")\n"))
    #expect(try await run(photos).changes.isEmpty)

    let merged = try await run(photos, merge: true)
    #expect(merged.merged == 2)
    #expect(try deltas.isEmpty)
    let rows = try text("tags.csv").split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("\(Self.ids[1]),7,") } && rows.contains("\(Self.stranger),2,5"))
    #expect(rows.contains { $0.hasPrefix("\(Self.ids[0]),9,") })
    #expect(try await run(photos).changes.isEmpty)
    await photos.close()
  }

  @Test func `a photo that is away keeps its colours, and a folder that lost its files is not believed`() async throws {
    try put("tags.csv", "\(Self.ids[0]),1,5")
    let photos = try await opened()
    _ = try await run(photos)
    #expect(try await colors(photos) == ["1", "", ""])
    unlink(folder.path("tags/tags.csv"))
    await #expect(throws: PhotoLibraryError.self) { _ = try await run(photos) }
    #expect(try await colors(photos) == ["1", "", ""])
    // As new: both have what either had.
    try put("tags-delta-Mac.csv", "+,\(Self.ids[2]),2,5,Mac\n")
    #expect(try await run(photos, afresh: true).told.on == 1)
    #expect(try await colors(photos) == ["1", "", "2"])
    // Its photo is gone here; nothing is said about it there.
    rename(folder.path("mine/a.jpg"), folder.path("a.jpg"))
    _ = try await photos.scan(PhotoSourceID("mine")!)
    let without = try await run(photos)
    #expect(without.changes.isEmpty && without.waiting == 1)
    rename(folder.path("a.jpg"), folder.path("mine/again.jpg"))
    _ = try await photos.scan(PhotoSourceID("mine")!)
    #expect(try await run(photos).changes.isEmpty)
    #expect(try await colors(photos) == ["1", "", "2"])
    await photos.close()
  }

  @Test func `a run that was ended when it had told the folder, and a colour that changed once more, are understood`()
    async throws
  {
    let photos = try await opened()
    try await mark(photos, 0, 1)
    let key = try #require(try await photos.photos(PhotoView(order: .name), after: nil, count: 1).first?.key)
    // As a kill leaves it: noted, told, and not agreed.
    let told = TagSettlement(
      key: key, ours: PhotoTags(rawValue: 1), taken: [], told: PhotoTags(rawValue: 1), agreed: PhotoTags(rawValue: 1),
      base: [])
    let path = folder.path("tags")
    try await photos.index.note(tried: [told], with: path)
    try put("tags-delta-booth-x.csv", "+,\(Self.ids[0]),1,1700000000,booth-x\n")
    try await mark(photos, 0, 0)
    let answer = try await run(photos)
    #expect(answer.told.off == 1 && answer.taken.on == 0)
    #expect(try await colors(photos) == ["", "", ""])
    #expect(try TagFolder(path: path).read().state.ids.isEmpty)
    #expect(try await run(photos).changes.isEmpty)
    await photos.close()
  }

  @Test func `two studios over one folder have the same colours, and what a catalog knows is not read`() async throws {
    let photos = try await opened()
    try await mark(photos, 0, 0b101)
    try await PhotosCatalogCommand.parse([folder.path("mine"), "--json", "--data", folder.path("data")]).run()
    let first = try await run(photos)
    #expect(first.told.on == 2 && first.read == 0)
    let other = try DataFolderPhotos(data: folder.path("other"))
    _ = try await other.scan(try await other.addFolder(folder.path("mine")))
    #expect(try await run(other).taken.on == 2)
    #expect(try await colors(other) == ["1:3", "", ""])
    try await mark(other, 0, 0b100)
    _ = try await run(other)
    #expect(try await run(photos).taken.off == 1)
    #expect(try await colors(photos) == ["3", "", ""])
    #expect(try deltas.count == 2)
    await photos.close()
    await other.close()
  }

  @Test func `the command says in words what cannot be`() async throws {
    func said(_ more: String...) async throws -> String {
      do {
        try await PhotosTagsCommand.parse(more + ["--json", "--data", folder.path("data")]).run()
        return ""
      } catch let error as CommandError { return error.message }
    }
    #expect(try await said(folder.path("none")).contains("No such file"))
    #expect(try await said(folder.path("data")).contains("own data folder"))
    #expect(try await said(folder.path("tags"), "--check", "--merge").contains("one of them"))
    #expect(try await said(folder.path("tags")) == "")
    try put(".tags.csv.icloud", "")
    #expect(try await said(folder.path("tags")).contains("iCloud"))
  }
}
