import BoothTesting
import FoundationEssentials
import Testing

@testable import booth

@Suite struct SessionThumbnailsTests {
  @Test func `a picture is kept as long as its photo's file stays the same`() throws {
    let folder = try TemporaryFolder()
    let thumbnails = SessionThumbnails()
    try folder.put("photo.jpg", [1, 2, 3])
    let path = folder.path("photo.jpg")
    let first = try #require(SessionThumbnails.Identity(of: path))
    #expect(thumbnails.picture(path, first) == nil)
    thumbnails.keep([9], path, first)
    let again = try #require(SessionThumbnails.Identity(of: path))
    #expect(again == first && thumbnails.picture(path, again) == [9])
    #expect(thumbnails.picture(folder.path("other.jpg"), first) == nil)
    // Another file of the same name and size.
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("before.jpg"))
    try folder.put("photo.jpg", [4, 5, 6])
    let second = try #require(SessionThumbnails.Identity(of: path))
    #expect(second != first && thumbnails.picture(path, second) == nil)
    thumbnails.keep([8, 8], path, second)
    #expect(thumbnails.picture(path, second) == [8, 8] && thumbnails.picture(path, first) == nil)
    #expect(thumbnails.bytes == 2)
    #expect(SessionThumbnails.Identity(of: folder.path("gone.jpg")) == nil)
    #expect(SessionThumbnails.Identity(of: folder.path) == nil)
  }

  @Test func `what was used least lately makes room`() throws {
    let folder = try TemporaryFolder()
    try folder.put("photo.jpg", [1])
    let identity = try #require(SessionThumbnails.Identity(of: folder.path("photo.jpg")))
    let thumbnails = SessionThumbnails(limit: 100)
    for name in ["a", "b", "c"] { thumbnails.keep([UInt8](repeating: 0, count: 30), name, identity) }
    #expect(thumbnails.picture("a", identity) != nil)
    thumbnails.keep([UInt8](repeating: 0, count: 30), "d", identity)
    #expect(thumbnails.bytes == 90 && thumbnails.picture("b", identity) == nil)
    #expect(["a", "c", "d"].allSatisfy { thumbnails.picture($0, identity) != nil })
    // What is larger than all of it drives nothing out.
    thumbnails.keep([UInt8](repeating: 0, count: 101), "e", identity)
    #expect(thumbnails.bytes == 90 && thumbnails.picture("e", identity) == nil)
  }
}
