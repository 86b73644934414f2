import BoothTesting
import Documents
import PhotoModel
import StudioModel
import Testing
import WebSupport

@testable import PhotoLibrary
@testable import StudioPhotos

/// Stars and colours that several pages change at the same time, or of a photo that is gone.
@Suite(.timeLimit(.minutes(15))) struct PhotosMarkTests {
  private static let all = PhotoTags(rawValue: 127)

  /// What the marks say of a photo, which must be what pages show.
  private static func known(_ photo: PhotoRecord, in lab: PhotosLab) async throws -> PhotoMarks.Mark? {
    let key = try #require(photo.key)
    let mark = try lab.photos.index.marks.marks([key.text])[key.text]
    let shown = try #require(try await lab.photos.photo(photo.number))
    #expect(mark == PhotoMarks.Mark(isStarred: shown.isStarred, tags: shown.tags))
    return mark
  }

  @Test func `of two that changed a photo as both had seen it, neither loses what the other did`() async throws {
    try await PhotosLab.run { lab in
      // As a request has it that read the photo before any of the changes.
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      try await lab.photos.mark([photo], PhotoMarkChange(adding: PhotoTags(rawValue: 5)))
      try await lab.photos.mark([photo], PhotoMarkChange(adding: PhotoTags(rawValue: 2)))
      #expect(try await Self.known(photo, in: lab) == .init(isStarred: false, tags: PhotoTags(rawValue: 7)))
      try await lab.photos.mark([photo], PhotoMarkChange(star: true))
      try await lab.photos.mark([photo], PhotoMarkChange(taking: PhotoTags(rawValue: 4)))
      #expect(try await Self.known(photo, in: lab) == .init(isStarred: true, tags: PhotoTags(rawValue: 3)))
      // Where a change gives and takes the same colour, it is taken.
      try await lab.photos.mark([photo], PhotoMarkChange(star: false, adding: Self.all, taking: Self.all))
      #expect(try await Self.known(photo, in: lab) == .init())
    }
  }

  @Test func `a star and seven colours that pages give at once are all kept, and all taken`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.manager))
      let photos = try await lab.photos.photos(PhotoView(), after: nil, count: 3)
      let numbers = photos.map { "\($0.number)" }.joined(separator: ",")
      for (field, star, tags) in [("add", "1", Self.all), ("take", "0", []), ("add", "1", Self.all)] {
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await lab.post("/photos/mark", cookie, ["photos": numbers, "star": star]).status }
          for bit in 0..<7 {
            group.addTask {
              try await lab.post("/photos/mark", cookie, ["photos": numbers, field: "\(1 << bit)"]).status
            }
          }
          for try await status in group { #expect(status == 200) }
        }
        for photo in photos {
          #expect(try await Self.known(photo, in: lab) == .init(isStarred: star == "1", tags: tags))
        }
      }
    }
  }

  @Test func `a star for a photo that was just thrown away is answered, and what began before comes back`() async throws
  {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.manager))
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      let thrown = try await lab.post("/photos/trash", cookie, ["photos": "\(photo.number)"])
      let undo = try #require(try JSONReader.read(thrown.bytes)["undo"]?.string)
      // One that comes when the photo is gone,
      let late = try await lab.post("/photos/mark", cookie, ["photos": "\(photo.number)", "star": "1"])
      let answer = try JSONReader.read(late.bytes)
      #expect(late.status == 200 && answer["count"]?.integer == 0 && answer["absent"]?.integer == 1)
      // and one that had found it before.
      #expect(try await lab.photos.mark([photo], PhotoMarkChange(star: true, adding: PhotoTags(rawValue: 2))) == 1)
      #expect(try await lab.photos.photo(photo.number) == nil)
      #expect(try await lab.post("/photos/undo", cookie, ["undo": undo]).status == 200)
      _ = try await lab.photos.scan(photo.source)
      while try await lab.photos.sources()[0].state != .ready { await Task.moment() }
      let back = try await lab.photos.photos(PhotoView(filter: PhotoSearch("star tag:orange")), after: nil, count: 9)
      #expect(back.map(\.entry.id) == [photo.entry.id])
    }
  }
}
