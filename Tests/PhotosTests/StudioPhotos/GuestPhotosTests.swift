import BoothCore
import BoothStore
import BoothTesting
import Documents
import Imaging
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioStore
import Testing

@testable import StudioPhotos
@testable import StudioServer

/// Photos that their guests may have erased: kept by no browser, and not lent.
@Suite(.timeLimit(.minutes(15))) struct GuestPhotosTests {
  private static let time = WallTime(unixSeconds: 1_770_000_000)

  /// A photo of a folder, and one of a session: as its own source has it, and as the folder around has it.
  private static func run(
    _ body: @Sendable @escaping (PhotosLab, VaultSessionStore, SessionID) async throws -> Void
  ) async throws {
    try await PhotosLab.run([]) { lab in
      func picture(_ shade: UInt8) throws -> [UInt8] {
        try JPEGCodec().encode(
          Bitmap(size: PixelSize(width: 300, height: 200), color: RGBColor(red: shade, green: 90, blue: 120)))
      }
      try lab.folder.put("plain.jpg", try picture(10))
      let store = try VaultSessionStore.open(folder: lab.folder.path("data"))
      defer { store.close() }
      let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
      let session = try await store.openSession(
        event: event, plan: event.plan, linkBase: "http://booth.example/", at: time)
      _ = try await store.add(
        NewAsset(session: session.id, kind: .photo, strip: 0), from: .bytes(try picture(200)), at: time)
      for place in [lab.folder.path("data"), lab.folder.path] {
        _ = try await lab.photos.scan(try await lab.photos.addFolder(place))
      }
      try await body(lab, store, session.id)
    }
  }

  private static func photos(_ lab: PhotosLab) async throws -> [PhotoRecord] {
    try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
  }

  @Test func `what guests may have erased is kept by no browser, and on no disk of ours`() async throws {
    try await Self.run { lab, store, session in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let photos = try await Self.photos(lab)
      #expect(photos.map(\.entry.name) == ["photo_0.jpg", "photo_0.jpg", "plain.jpg"])
      for photo in photos {
        let isOfGuests = photo.entry.name != "plain.jpg"
        #expect(try await lab.photos.canBeErased(photo) == isOfGuests, "\(photo.entry.id)")
        let own = "\(photo.number)/\(photo.stamp)"
        for (path, keeping) in [
          ("picture/\(own)/256.jpg", "private, no-cache"),
          ("picture/\(own)/1024.jpg", "private, no-cache"),
          ("original/\(own)", "private, no-cache"),
        ] {
          let answer = try await lab.get("/photos/" + path, cookie)
          #expect(answer.status == 200, "\(path)")
          let said = answer.headers.first(name: "Cache-Control")
          #expect(said == (isOfGuests ? "private, no-store" : keeping), "\(path)")
          // By the bytes, which have to be had for it; never by the stamp alone, which outlives them.
          #expect(!isOfGuests || answer.headers.first(name: "ETag")?.contains(photo.stamp) != true, "\(path)")
          // The service worker keeps what the studio says that it may.
          #expect(answer.headers.first(name: "X-Booth-Keep") == nil, "\(path)")
        }
      }
      _ = try await store.eraseSession(session, at: Self.time)
      for photo in photos where photo.entry.name != "plain.jpg" {
        for size in ["256", "1024"] {
          let path = "/photos/picture/\(photo.number)/\(photo.stamp)/\(size).jpg"
          #expect(try await lab.get(path, cookie).status == 404, "\(photo.entry.id)")
        }
      }
    }
  }

  @Test func `what guests may have erased is lent to nobody, and that is said`() async throws {
    try await Self.run { lab, _, _ in
      let lender = LibraryPhotoLender(lab.libraries, folder: lab.folder.path("lent"))
      let person = Principal(
        user: UserID("u"), organisation: lab.accounts.organisation, standing: Standing(.manager))
      for photo in try await Self.photos(lab) {
        func lend() async throws(StudioPictureError) -> KeptPicture? {
          try await lender.lend("\(photo.number)", for: person) { (_) async throws(StudioPictureError) in
            KeptPicture(name: "n", thumbnail: "t")
          }
        }
        #expect(try await lender.name(of: "\(photo.number)", for: person) == photo.entry.name)
        if photo.entry.name == "plain.jpg" {
          #expect(try await lend() != nil)
        } else {
          await #expect(throws: StudioPictureError.refused(.ofGuests)) { _ = try await lend() }
        }
      }
    }
  }
}
