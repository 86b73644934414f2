import AsyncHTTPClient
import BoothCore
import BoothTesting
import FoundationEssentials
import GalleryClient
import Imaging
import NIOCore
import NIOHTTP1
import Testing

@testable import CommandSupport

/// What a guest's phone loads of an event with many sessions, from the real program.
@Suite(.serialized, .timeLimit(.minutes(15))) struct GalleryListTests {
  private static let token = "a token of the test"
  private static let event = 77

  private struct Reply {
    var status: Int
    var type: String
    var bytes: [UInt8]
  }

  private static func get(_ url: String) async throws -> Reply {
    let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .minutes(10))
    return Reply(
      status: Int(response.status.code), type: response.headers.first(name: "Content-Type") ?? "",
      bytes: Array(buffer: try await response.body.collect(upTo: 64 << 20)))
  }

  private static func withGallery(_ body: (_ base: String, _ data: String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let gallery = try RunningProgram(
      [
        "gallery", "--data", folder.path, "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        Program.bundledEvents,
      ], environment: ["BOOTH_GALLERY_TOKEN": token])
    defer { gallery.end() }
    var base: String?
    while base == nil, let line = await gallery.nextLine() {
      base = line.firstMatch(of: /http:\/\/[^ ]+/).map { "\($0.0)" }
    }
    try await body(try #require(base), folder.path)
  }

  /// As an app of the contract brings a session with one photo.
  private static func bring(_ photo: [UInt8], _ session: String, to client: HTTPGalleryClient, _ base: String)
    async throws
  {
    let folder = "events/\(event)/sessions/\(session)/"
    let manifest = Array(
      """
      {"event_id":\(event),"session_id":"\(session)","created_at":"2026-06-14T18:00:00Z","assets":[{"kind":"photo",
      "path":"\(folder)photo_0.jpg","content_type":"image/jpeg","strip_index":0,"size_bytes":\(photo.count)}]}
      """.utf8)
    let files = [
      UploadFile(path: folder + "photo_0.jpg", contentType: "image/jpeg", sizeBytes: Int64(photo.count)),
      UploadFile(path: folder + "manifest.json", contentType: "application/json", sizeBytes: Int64(manifest.count)),
    ]
    let id = try #require(SessionID(session))
    let targets = try await client.presign(event: event, session: id, files: files, access: .open)
    for (target, (file, bytes)) in zip(targets, zip(files, [photo, manifest])) {
      try await client.upload(.bytes(bytes), as: file, to: target)
    }
    try await client.complete(event: event, session: id, manifestPath: folder + "manifest.json", access: .open)
  }

  /// A photo with much detail: what compresses badly.
  private static func photo() throws -> [UInt8] {
    let size = PixelSize(width: 3000, height: 2000)
    var random = UInt32(40)
    var pixels = [UInt32](repeating: 0, count: size.area)
    for index in pixels.indices {
      random = random &* 1_664_525 &+ 1_013_904_223
      let grey = UInt32(index % size.width * 200 / size.width) + random >> 27
      pixels[index] = 0xFF00_0000 | grey << 16 | grey << 8 | (random >> 26)
    }
    return try JPEGCodec().encode(Bitmap(size: size, pixels: pixels), quality: 92)
  }

  /// What a browser takes at most of an image with 165 points of the page for it, and three pixels for each of them.
  private static func sources(of page: String, at base: String) -> [String] {
    page.matches(of: /srcset="([^"]*)"/).compactMap { match in
      let set = match.1.split(separator: ", ").compactMap { entry -> (url: String, width: Int)? in
        let parts = entry.split(separator: " ")
        guard parts.count == 2, let width = Int(parts[1].dropLast()) else { return nil }
        return (base + parts[0].replacing("&amp;", with: "&").dropFirst(2), width)
      }
      return set.first { $0.width >= 165 * 3 }?.url
    }
  }

  @Test func `of 24 sessions takes a phone what small pictures take`() async throws {
    let photo = try Self.photo()
    try await Self.withGallery { base, data in
      let client = HTTPGalleryClient(base: base, token: Self.token)
      let sessions = (0..<24).map { SessionID(randomBytes: [UInt8](repeating: UInt8($0), count: 16)) }
      for session in sessions { try await Self.bring(photo, session.text, to: client, base) }
      let page = String(decoding: try await Self.get("\(base)/e/\(Self.event)").bytes, as: UTF8.self)
      let sources = Self.sources(of: page, at: base)
      try #require(sources.count == 24)
      // As many guests as come home at the same time; each picture is made once.
      var weight = 0
      for round in 0..<2 {
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
          for source in sources { for _ in 0..<2 { group.addTask { try await Self.get(source) } } }
          var replies: [Reply] = []
          for try await reply in group { replies.append(reply) }
          return replies
        }
        #expect(replies.allSatisfy { $0.status == 200 && $0.type == "image/jpeg" })
        for reply in replies.prefix(2) {
          #expect(try JPEGCodec.probe(reply.bytes) == PixelSize(width: 640, height: 960))
        }
        if round == 0 { weight = replies.reduce(0) { $0 + $1.bytes.count } / 2 }
      }
      #expect(weight <= 24 * 640 * 960 / 4, "\(weight) bytes, of originals of \(24 * photo.count)")
      #expect(weight * 10 < 24 * photo.count, "\(weight) bytes, of originals of \(24 * photo.count)")
      // Erased with their session.
      try await client.erase(event: Self.event, session: sessions[0])
      let kept = try FileManager.default.subpathsOfDirectory(atPath: data + "/gallery").filter {
        $0.contains("/small/")
      }
      // Of the others there may be more than was asked for: they are made ahead.
      #expect(!kept.contains { $0.contains(sessions[0].text) }, "\(kept)")
      for session in sessions[1...] { #expect(kept.contains { $0.contains(session.text) }, "\(kept)") }
      try await client.shutdown()
    }
  }

  @Test func `shows what cannot be made small as it came`() async throws {
    try await Self.withGallery { base, data in
      let client = HTTPGalleryClient(base: base, token: Self.token)
      let photo = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
      let session = SessionID(randomBytes: [UInt8](repeating: 7, count: 16))
      try await Self.bring(photo, session.text, to: client, base)
      let page = String(decoding: try await Self.get("\(base)/e/\(Self.event)").bytes, as: UTF8.self)
      for source in Self.sources(of: page, at: base) {
        let reply = try await Self.get(source)
        #expect(reply.status == 200 && reply.bytes == photo)
      }
      try await client.shutdown()
    }
  }
}
