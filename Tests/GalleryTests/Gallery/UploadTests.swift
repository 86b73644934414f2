import BoothCore
import BoothTesting
import Testing

@testable import BoothStore
@testable import Gallery

@Suite struct `An upload` {
  private let path = Sample.folder() + "photo_0.jpg"

  @Test func `is stored with its type, may be repeated until its time is over, and replaces what was there`()
    async throws
  {
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path)
      for text in ["first", "second, longer"] {
        let reply = try await lab.put(url, Array(text.utf8))
        #expect(reply.status == 200 && reply.bytes.isEmpty)
        let asset = try await lab.get("/asset?path=\(path)")
        #expect(asset.text == text && asset["Content-Type"] == "image/jpeg")
      }
      #expect(try await lab.put(url.replacing("/api/upload", with: "/upload"), [1]).status == 200)
      lab.clock.advance(899)
      #expect(try await lab.put(url, [1, 2]).status == 200)
      lab.clock.advance(2)
      let late = try await lab.put(url, [1, 2, 3])
      #expect(late.status == 403 && late.text == "URL expired")
      #expect(try await lab.get("/asset?path=\(path)").bytes == [1, 2])
    }
  }

  @Test func `without a type has the announced one, or else is just bytes`() async throws {
    try await GalleryLab.run { lab in
      for (type, stored) in [("video/quicktime", "video/quicktime"), (nil, "application/octet-stream")] {
        let url = try await lab.presign(path, type: type)
        #expect(try await lab.put(url, [1], type: nil).status == 200)
        let reply = try await lab.get("/asset?path=\(path)")
        #expect(reply["Content-Type"] == stored)
      }
    }
  }

  @Test func `is refused when its link is incomplete or touched`() async throws {
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path, size: 3)
      for broken in ["/upload", "/upload?path=x&expires=1", "/api/upload?path=x&expires=zero&sig=y"] {
        let reply = try await lab.put(lab.base + broken, [1, 2, 3])
        #expect(reply.status == 400 && reply.text == "Missing parameters", "\(broken)")
      }
      for (from, to) in [
        ("photo_0", "photo_1"), ("size=3", "size=4"), ("&size=3", ""), ("image%2Fjpeg", "image%2Fpng"),
        ("&sig=", "&sig=A"), ("expires=1738434915", "expires=1738434916"), ("events%2F7", "events%2F8"),
      ] {
        let reply = try await lab.put(url.replacing(from, with: to), [1, 2, 3])
        #expect(reply.status == 403 && reply.text == "Invalid signature", "\(from) \(to)")
      }
      #expect(try await lab.get("/asset?path=\(path)").status == 404)
    }
  }

  @Test func `must be of the type and size that were announced`() async throws {
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path, size: 3)
      let type = try await lab.put(url, [1, 2, 3], type: "text/html")
      #expect(
        type.status == 400 && type.text == "Content-Type is text/html, but the upload was announced as image/jpeg")
      for bytes in [[], [1], [1, 2, 3, 4]] as [[UInt8]] {
        let reply = try await lab.put(url, bytes)
        #expect(reply.status == 400 && reply.text.contains("announced as 3 bytes"), "\(reply.text)")
      }
      for blocks in [0, 2, 4] {
        let reply = try await lab.send(.put, url, [("Content-Type", "image/jpeg")], body: .blocks(blocks, size: 1))
        #expect(reply.status == 400, "\(reply.text)")
      }
      #expect(try await lab.get("/asset?path=\(path)").status == 404)
      #expect(try await lab.put(url, [1, 2, 3], type: "IMAGE/JPEG; q=1").status == 200)
      let chunked = try await lab.send(.put, url, [("Content-Type", "image/jpeg")], body: .blocks(3, size: 1))
      #expect(chunked.status == 200)
      #expect(try await lab.get("/asset?path=\(path)").text == "   ")
    }
  }

  @Test func `honours a link that the original Worker signed`() async throws {
    try await GalleryLab.run { lab in
      func url(_ expires: Int64) throws -> String {
        "\(lab.base)/upload?path=\(path)&expires=\(expires)&sig=\(try UploadPermitTests.fotoXSignature(path, expires))"
      }
      #expect(try await lab.put(try url(1_738_434_915), [7], type: "image/png").status == 200)
      #expect(try await lab.put(try url(1_738_434_014), [8]).text == "URL expired")
      let reply = try await lab.get("/asset?path=\(path)")
      #expect(reply.bytes == [7] && reply["Content-Type"] == "image/png")
    }
  }

  @Test func `over 100 MiB is refused, by its header or when it has passed them`() async throws {
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path)
      let chunked = try await lab.send(
        .put, url, [("Content-Type", "image/jpeg")], body: .blocks(101, size: 1 << 20))
      #expect(chunked.status == 413 && chunked.text == "File too large (max 100MB)")
      #expect(try await lab.get("/asset?path=\(path)").status == 404)
      #expect(try lab.folder.names(".booth/drafts") == [])
    }
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path)
      let target = url.dropFirst(lab.base.count)
      let line = try await RawCall(lab.port).send(
        "PUT \(target) HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 104857601\r\n\r\n"
      ).firstLine()
      #expect(line.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `of exactly 100 MiB is taken`() async throws {
    try await GalleryLab.run { lab in
      let url = try await lab.presign(path, size: 100 << 20)
      let reply = try await lab.send(.put, url, [("Content-Type", "image/jpeg")], body: .blocks(100, size: 1 << 20))
      #expect(reply.status == 200)
      let asset = try await lab.get("/asset?path=\(path)")
      #expect(asset.bytes.count == 100 << 20)
    }
  }

  /// The client dies in the middle of its body, with a length and without one.
  @Test(arguments: ["Content-Length: 1000", "Transfer-Encoding: chunked"])
  func `that breaks off is not stored, and leaves nothing`(_ framing: String) async throws {
    try await GalleryLab.run { lab in
      let old = try await lab.presign(path)
      #expect(try await lab.put(old, [1, 2, 3]).status == 200)
      let target = try await lab.presign(path).dropFirst(lab.base.count)
      let chunk = framing.hasPrefix("T") ? "64\r\n" : ""
      let call = try await RawCall(lab.port).send(
        "PUT \(target) HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\n\(framing)\r\n\r\n\(chunk)"
          + String(repeating: "x", count: 100))
      // No more is to come. Whatever it is told, the connection ends when the server has seen that.
      _ = await call.finish().rest()
      #expect(try await lab.get("/asset?path=\(path)").bytes == [1, 2, 3])
      #expect(try lab.folder.names(".booth/drafts") == [])
    }
  }

  @Test func `of a client that waits to be asked is asked for, unless it is refused`() async throws {
    try await GalleryLab.run { lab in
      let target = try await lab.presign(path, size: 3).dropFirst(lab.base.count)
      func head(_ target: some StringProtocol) -> String {
        "PUT \(target) HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n"
          + "Expect: 100-continue\r\nConnection: close\r\n\r\n"
      }
      let call = try await RawCall(lab.port).send(head(target))
      #expect(await call.firstLine() == "HTTP/1.1 100 Continue")
      #expect(try await call.send("abc").rest().contains("HTTP/1.1 200 OK"))
      #expect(try await lab.get("/asset?path=\(path)").text == "abc")
      let refused = try await RawCall(lab.port).send(head("\(target)x"))
      #expect(await refused.firstLine() == "HTTP/1.1 403 Forbidden")
    }
  }

  @Test func `to a key that the folder cannot hold is refused with a reason`() async throws {
    try await GalleryLab.run { lab in
      try await lab.upload(Sample.folder() + "a", [1], type: "image/jpeg")
      let reply = try await lab.put(try await lab.presign(Sample.folder() + "a/b"), [1])
      #expect(reply.status == 400 && reply.text.contains("same name"), "\(reply.text)")
    }
  }
}
