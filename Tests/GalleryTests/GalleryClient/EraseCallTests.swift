import BoothCore
import GalleryClient
import HTTPTypes
import Testing

/// The calls beyond the FotoX contract, and looking as a guest does.
@Suite struct EraseCallTests {
  let session = SessionID(randomBytes: Array(1...16))

  private func with(
    _ gallery: ScriptedGallery, _ body: @escaping @Sendable (HTTPGalleryClient) async throws -> Void
  ) async throws {
    try await gallery.run { base in
      let client = HTTPGalleryClient(base: base, token: "secret-token")
      do { try await body(client) } catch {
        try await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }
  }

  @Test func `an erasure names the session and shows the token`() async throws {
    let gallery = ScriptedGallery { _ in .init(.ok, #"{"status":"erased","objects":5}"#) }
    try await with(gallery) { [session] in try await $0.erase(event: 7, session: session) }
    #expect(gallery.seen.map(\.method) == ["DELETE"])
    #expect(gallery.seen.map(\.path) == ["/api/sessions/7/\(session)"])
    #expect(gallery.seen.map(\.key) == ["secret-token"])
  }

  @Test(arguments: [
    (404, GalleryError.Code.unsupported), (405, .unsupported), (401, .unauthorized), (503, .busy),
    // A page that a network puts in between.
    (200, .garbage),
  ]) func `a gallery that cannot, may not or is away is told apart`(_ status: Int, _ code: GalleryError.Code)
    async throws
  {
    let gallery = ScriptedGallery { _ in .init(.init(code: status), "Not found", json: false) }
    try await with(gallery) { [session] client in
      let failure = await #expect(throws: GalleryError.self) { try await client.erase(event: 7, session: session) }
      #expect(failure?.code == code)
    }
  }

  @Test func `a session that was erased there is gone, not garbage`() async throws {
    let gallery = ScriptedGallery { _ in .init(.gone, #"{"error":"Session erased"}"#) }
    try await with(gallery) { [session] client in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.presign(event: 7, session: session, files: [])
      }
      #expect(failure?.code == .gone)
    }
  }

  @Test func `the size of a file comes from whichever way the gallery knows`() async throws {
    let path = "events/7/sessions/X/photo_0.jpg"
    // Without HEAD and with ranges, as the later Worker.
    let later = ScriptedGallery { seen in
      seen.method == "HEAD"
        ? .init(.notFound, "Not found", json: false)
        : .init(.partialContent, "x", json: false, headers: [.contentRange: "bytes 0-0/1234"])
    }
    try await with(later) { client in
      let size = try await client.size(of: path, expecting: 5)
      #expect(size == 1234)
    }
    #expect(later.seen.last?.path == "/api/asset?path=events%2F7%2Fsessions%2FX%2Fphoto_0.jpg")
    // Without HEAD, ranges and `/api`, as the first one: its whole body.
    let first = ScriptedGallery { seen in
      seen.method == "GET" && seen.path.hasPrefix("/asset")
        ? .init(.ok, "12345", json: false) : .init(.notFound, "Not found", json: false)
    }
    try await with(first) { client in
      let size = try await client.size(of: path, expecting: 5)
      #expect(size == 5)
    }
    let empty = ScriptedGallery { _ in .init(.notFound, "Not found", json: false) }
    try await with(empty) { client in
      let size = try await client.size(of: path, expecting: 5)
      #expect(size == nil)
    }
    let away = ScriptedGallery { _ in .init(.serviceUnavailable, "later", json: false) }
    try await with(away) { client in
      await #expect(throws: GalleryError.self) { _ = try await client.size(of: path, expecting: 5) }
    }
  }
}
