import BoothCore
import BoothStore
import BoothTesting
import PhotoModel
import Testing

@testable import PhotoSources

@Suite struct SessionPhotosTests {
  private let folder: TemporaryFolder
  private let store: VaultSessionStore
  private let source: SessionPhotos
  private let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")

  init() throws {
    folder = try TemporaryFolder()
    store = try VaultSessionStore.open(folder: folder.path)
    source = SessionPhotos(identifier: try #require(PhotoSourceID("own")), displayName: "Booth", data: folder.path)
  }

  private func session(at seconds: Double, photos: Int, trusted: Bool = true) async throws -> SessionRecord {
    let time = WallTime(unixSeconds: seconds, secondsFromUTC: 7200, trusted: trusted)
    let session = try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://booth.example/", at: time)
    for strip in 0..<photos {
      _ = try await store.add(
        NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes([0xFF, 0xD8, UInt8(strip)]), at: time)
    }
    _ = try await store.add(NewAsset(session: session.id, kind: .video, strip: 0), from: .bytes([1]), at: time)
    return session
  }

  private func entries() async throws -> [PhotoEntry] {
    var entries: [PhotoEntry] = []
    for try await step in source.scan(since: nil) {
      if case .entries(let more) = step { entries += more }
    }
    return entries
  }

  private func failure(_ id: String) async -> PhotoSourceError? {
    do {
      _ = try await source.open(PhotoID(id))
      return nil
    } catch { return error }
  }

  @Test func `a running booth's photos are there, and its films and cancelled sessions are not`() async throws {
    let first = try await session(at: 1_770_000_000, photos: 2)
    let gone = try await session(at: 1_770_000_100, photos: 1)
    let unset = try await session(at: 5, photos: 1, trusted: false)
    let all = try await entries()
    #expect(all.count == 4)
    let mine = all.filter { $0.id.text.hasPrefix(first.id.text.prefix(13)) }
    #expect(mine.map(\.name) == ["photo_0.jpg", "photo_1.jpg"] && mine.map(\.place) == ["party", "party"])
    #expect(mine.map(\.size) == [3, 3])
    #expect(mine.first?.details.taken == PhotoMoment(wallSeconds: 1_770_007_200, offsetMinutes: 120))
    // A clock that was not set says nothing.
    #expect(all.first { $0.id.text.hasPrefix(unset.id.text.prefix(13)) }?.details.taken == nil)
    // The guests' page opens with the whole id.
    #expect(!all.contains { $0.id.text.contains(first.id.text) })
    guard case .file(let file) = try await source.open(try #require(mine.last).id) else {
      Issue.record("no file")
      return
    }
    #expect(try file.count == 3 && file.read(at: 0, count: 10) == [0xFF, 0xD8, 1])
    #expect(try await source.identity(of: mine[0].id).size == 3)
    let id = try #require(all.first { $0.id.text.hasPrefix(gone.id.text.prefix(13)) }).id
    try await store.discardSession(gone.id, .cancel, at: WallTime(unixSeconds: 1_770_000_200))
    #expect(try await entries().count == 3)
    #expect(await failure(id.text) == .itemNotFound)
    store.close()
  }

  @Test func `only what the books name is opened`() async throws {
    let session = try await session(at: 1_770_000_000, photos: 1)
    let start = session.id.text.prefix(13)
    for id in [
      "", "/", "\(start)", "\(start)/", "\(start)/video_0.mp4", "\(start)/../\(start)/photo_0.jpg",
      "\(start)/session.json",
      "\(session.id.text)/photo_0.jpg", "%/photo_0.jpg", "\(start)/photo_0.jpg/", "\(start.lowercased())/photo_0.jpg",
    ] where id != "\(start)/photo_0.jpg" {
      #expect(await failure(id) == .itemNotFound, "\(id)")
    }
    store.close()
    let other = SessionPhotos(identifier: source.identifier, displayName: "", data: folder.path("nothing"))
    guard
      case .sourceUnavailable? = await Result(catching: { () async throws(PhotoSourceError) in
        try await other.identity(of: PhotoID("\(start)/photo_0.jpg"))
      }).failure
    else {
      Issue.record("a folder without a booth was read")
      return
    }
  }
}

extension Result where Failure == PhotoSourceError {
  fileprivate init(catching body: () async throws(PhotoSourceError) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
  fileprivate var failure: PhotoSourceError? { if case .failure(let error) = self { error } else { nil } }
}
