import AsyncHTTPClient
import BoothTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CommandSupport

/// The real program from the press to the page: photos, clips, composites, the code and the gallery.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WholeSessionTests {
  struct Summary: Decodable {
    struct File: Decodable {
      var kind: String
      var strip: Int
      var path: String
      var uploaded: Bool
    }
    struct Session: Decodable {
      var id: String
      var link: String
      var state: String
      var files: [File]
    }
    var sessions: [Session]
    var failure: String?
  }

  /// Starts a gallery of its own and gives its address and token.
  private func withGallery<Value>(
    _ body: (_ base: String, _ token: [String: String]) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    let token = ["BOOTH_GALLERY_TOKEN": "a token of the test"]
    let gallery = try RunningProgram(
      [
        "gallery", "--data", folder.path, "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        Program.bundledEvents,
      ], environment: token)
    defer { gallery.end() }
    let line = try #require(await gallery.nextLine())
    let base = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init))
    return try await body(base, token)
  }

  private func get(_ url: String, headers: [(String, String)] = []) async throws -> (
    status: Int, type: String?, body: Data
  ) {
    var request = HTTPClientRequest(url: url)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
    let body = try await response.body.collect(upTo: 64 << 20)
    return (Int(response.status.code), response.headers.first(name: "Content-Type"), Data(body.readableBytesView))
  }

  private func play(_ arguments: [String], environment: [String: String] = [:]) async throws -> Summary {
    let outcome = try await Program.run(
      ["run", "--mock-camera", "--lab", "--json", "--screen", "log", "--events", Program.bundledEvents] + arguments,
      environment: environment)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
  }

  @Test func `guests get their three photos, three clips and composites at the link of their code`() async throws {
    try await withGallery { base, token in
      let data = try TemporaryFolder()
      let summary = try await play(
        ["--sessions", "1", "--event", "wedding", "--data", data.path, "--gallery-url", base], environment: token)
      let session = try #require(summary.sessions.first)
      #expect(session.link == "\(base)/s/\(session.id)")
      #expect(session.state == "uploaded")
      #expect(
        session.files.map(\.kind).sorted()
          == ["photo", "photo", "photo", "strip_photo", "strip_video", "video", "video", "video"])

      let page = try await get(session.link)
      #expect(page.status == 200)
      let html = String(decoding: page.body, as: UTF8.self)
      for file in session.files {
        let name = file.strip < 0 ? file.kind : "\(file.kind)_\(file.strip)"
        let key = "events/101/sessions/\(session.id)/\(name).\(file.kind.contains("video") ? "mp4" : "jpg")"
        #expect(html.contains(key) || html.contains(key.replacingOccurrences(of: "/", with: "%2F")), "\(key)")
        let asset = try await get("\(base)/asset?path=\(key)")
        #expect(asset.status == 200)
        #expect(asset.body == FileManager.default.contents(atPath: file.path))
        #expect(asset.type == (file.kind.contains("video") ? "video/mp4" : "image/jpeg"))
        if file.kind.contains("video") { try await expectPlayable(file.path) }
      }
      // Only those with the event's key see who else was there.
      let closed = try await get("\(base)/e/101")
      #expect(closed.status == 403)
      try await expectCode(of: session, data: data.path)
    }
  }

  @Test func `an event that wants boomerangs gets them, as a film and as a picture that moves`() async throws {
    try await withGallery { base, token in
      let data = try TemporaryFolder()
      let summary = try await play(
        ["--sessions", "1", "--event", "sports-day", "--data", data.path, "--gallery-url", base], environment: token)
      let session = try #require(summary.sessions.first)
      #expect(session.state == "uploaded")
      let boomerangs = session.files.filter { $0.kind.hasPrefix("boomerang") }
      #expect(boomerangs.map(\.kind).sorted() == ["boomerang", "boomerang_gif"])
      let page = String(decoding: try await get(session.link).body, as: UTF8.self)
      #expect(
        page.contains(">Boomerang<") && page.contains("Save: Boomerang, GIF") && !page.contains("Boomerang 1 of 2"))
      for file in boomerangs {
        let isFilm = file.kind == "boomerang"
        let name = isFilm ? "boomerang.mp4" : "boomerang.gif"
        let asset = try await get("\(base)/asset?path=events/102/sessions/\(session.id)/\(name)")
        #expect(asset.status == 200 && asset.type == (isFilm ? "video/mp4" : "image/gif"))
        #expect(asset.body == FileManager.default.contents(atPath: file.path))
        if isFilm { try await expectPlayable(file.path) } else { #expect(asset.body.starts(with: Data("GIF89a".utf8))) }
      }
    }
  }

  /// ffprobe's word for it: H.264, yuv420p, and the index before the pictures.
  private func expectPlayable(_ path: String) async throws {
    let probe = try #require(Program.tool("ffprobe"), "install ffmpeg")
    let outcome = try await Program.run(
      probe,
      ["-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name,pix_fmt", "-of", "csv=p=0", path])
    #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "h264,yuv420p")
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let index = try #require(bytes.range(of: Data("moov".utf8)))
    let pictures = try #require(bytes.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < pictures.lowerBound)
  }

  private func expectCode(of session: Summary.Session, data: String) async throws {
    let zbar = try #require(Program.tool("zbarimg"), "install zbar-tools")
    let picture = data + "/code.png"
    let written = try await Program.run([
      "session", "qr", String(session.id.prefix(8)), "--out", picture, "--data", data,
    ])
    #expect(written.code == 0, "\(written.errors)")
    let read = try await Program.run(zbar, ["--quiet", "--raw", picture])
    #expect(read.output.trimmingCharacters(in: .whitespacesAndNewlines) == session.link)
  }

  @Test func `the built-in gallery serves the same booth, and several sessions keep apart`() async throws {
    let data = try TemporaryFolder()
    let summary = try await play(
      [
        "--sessions", "2", "--event", "sports-day", "--data", data.path, "--gallery-host", "127.0.0.1",
        "--gallery-port",
        "0",
      ],
      // Whatever guests reach it at, a tunnel that is down for one, the booth itself does not need that.
      environment: ["BOOTH_GALLERY_PUBLIC_URL": "https://photos.invalid"])
    #expect(summary.sessions.count == 2)
    #expect(Set(summary.sessions.map(\.id)).count == 2)
    #expect(summary.sessions.allSatisfy { $0.link == "https://photos.invalid/s/\($0.id)" })
    for session in summary.sessions {
      #expect(session.files.count == 10)
      #expect(session.files.count { $0.uploaded } == 10)
      #expect(session.files.count { $0.path.contains(session.id) } == 10)
    }
    let listed = try await Program.run(["session", "list", "--json", "--data", data.path])
    #expect(listed.output.contains(summary.sessions[0].id))
    let queue = try await Program.run(["queue", "list", "--data", data.path])
    #expect(queue.output == "the queue is empty\n")
  }

  @Test func `a booth that is killed in mid-session finishes what its guests kept`() async throws {
    let data = try TemporaryFolder()
    let place = ["--data", data.path]
    let common = [
      "run", "--mock-camera", "--screen", "log", "--event", "wedding", "--events", Program.bundledEvents,
      "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ]
    // At the event's own timings, so that the session is not over before it is looked at.
    let first = try RunningProgram(common + place)
    try await waitUntil("the booth waits for guests") {
      try await Program.run(["status", "--json"] + place).output.contains(#""scene" : "attract""#)
    }
    _ = try await Program.run(["press", "start"] + place)
    try await waitUntil("a photo is kept") {
      try await Program.run(["session", "list", "--json"] + place).output.contains("photo_0.jpg")
    }
    first.end(SIGKILL)
    let listed = try await Program.run(["session", "list"] + place)
    #expect(listed.output.contains("capturing"))
    let summary = try await play(
      ["--sessions", "1", "--event", "wedding", "--gallery-host", "127.0.0.1", "--gallery-port", "0"] + place)
    #expect(summary.sessions.count == 1)
    let after = try await Program.run(["session", "list"] + place).output
    let lines = after.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("SESSION "))
    // Times are local and say no zone in each row, as the header does.
    #expect(lines[0].contains("TAKEN (LOCAL TIME)") && !lines[1].contains(/\dT\d\d:.*Z/))
    #expect(after.split(separator: "\n").count { $0.contains("uploaded") } == 2)
  }

  private func waitUntil(_ what: String, _ isSo: () async throws -> Bool) async throws {
    if try await !Program.until(asking: 5000, isSo) { Issue.record("waited in vain until \(what)") }
  }
}
