import BoothCore
import BoothStore
import BoothTesting
import Glibc
import PhotoModel
import PhotoTesting
import Testing

@testable import PhotoSources

/// The promises of all sources, at the booth's own sessions.
@Suite struct SessionConformanceTests {
  @Test(arguments: PhotoSourceConformance.checks)
  func `the booth's sessions keep the promises of all sources`(_ check: PhotoSourceConformance) async throws {
    let folder = try TemporaryFolder()
    try folder.put("data/.keep", [])
    let store = try VaultSessionStore.open(folder: folder.path("data"))
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
    let time = WallTime(unixSeconds: 1_770_000_000)
    func take(_ bytes: [UInt8]) async throws -> (PhotoID, SessionID) {
      let session = try await store.openSession(
        event: event, plan: event.plan, linkBase: "http://booth.example/", at: time)
      _ = try await store.add(NewAsset(session: session.id, kind: .photo, strip: 0), from: .bytes(bytes), at: time)
      return (PhotoID("\(session.id.text.prefix(13))/photo_0.jpg"), session.id)
    }
    let first = try await take([0xFF, 0xD8, 1])
    let second = try await take([0xFF, 0xD8, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    var sessions = Dictionary(uniqueKeysWithValues: [first, second])
    let source = SessionPhotos(
      identifier: try #require(PhotoSourceID("own")), displayName: "Booth", data: folder.path("data"))
    try await check.run(
      PhotoSourceConformance.Subject(
        source, photos: [first.0: [0xFF, 0xD8, 1], second.0: [0xFF, 0xD8, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        add: {
          let taken = try await take([0xFF, 0xD8, 9])
          sessions[taken.0] = taken.1
          return (taken.0, [0xFF, 0xD8, 9])
        }, remove: { try await store.discardSession(try #require(sessions[$0]), .cancel, at: time) },
        setAway: { isAway in
          let (here, away) = (folder.path("data"), folder.path("away"))
          #expect(isAway ? rename(here, away) == 0 : rename(away, here) == 0)
        }))
    store.close()
  }
}
