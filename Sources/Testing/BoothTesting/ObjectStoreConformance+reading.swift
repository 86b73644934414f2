import BoothCore
import Testing

extension ObjectStoreConformance {
  static let reading = [
    ObjectStoreConformance("what is not there is nil, and deleting it harmless") { store in
      let key = try objectKey("events/7/nothing.jpg")
      #expect(try await store.info(key) == nil)
      #expect(try await store.read(key, range: nil) == nil)
      #expect(try await store.readAll(key, limit: 10) == nil)
      try await store.delete(key)
    },
    ObjectStoreConformance("bytes, size, type and version come back") { store in
      let key = try objectKey("events/7/sessions/S/photo_0.jpg")
      let bytes = bytePattern(5000)
      let written = try await store.write(key, contentType: "image/jpeg", bytes: bytes)
      #expect(written.key == key && written.sizeBytes == 5000 && written.contentType == "image/jpeg")
      #expect(!written.etag.isEmpty && !written.etag.contains("\""))
      #expect(try await store.info(key) == written)
      let (info, read) = try #require(try await store.readAll(key, limit: 5000))
      #expect(info == written)
      #expect(read == bytes)
    },
    ObjectStoreConformance("a content type is kept whatever the name says") { store in
      for (name, type) in [("a.jpg", "application/x-odd"), ("b", "video/quicktime"), ("c.json", "text/html")] {
        let key = try objectKey(name)
        #expect(try await store.write(key, contentType: type, bytes: [1]).contentType == type)
        #expect(try await store.info(key)?.contentType == type)
        #expect(try await store.read(key, range: nil)?.0.contentType == type)
      }
      let key = try objectKey("a.jpg")
      _ = try await store.write(key, contentType: "image/jpeg", bytes: [2])
      #expect(try await store.info(key)?.contentType == "image/jpeg")
    },
    ObjectStoreConformance("an object may be empty") { store in
      let key = try objectKey("empty")
      #expect(try await store.write(key, contentType: "text/plain", bytes: []).sizeBytes == 0)
      #expect(try await store.readAll(key, limit: 0)?.1 == [])
      #expect(try await store.read(key, range: 0..<0) != nil)
    },
    ObjectStoreConformance("a range gives those bytes and no others") { store in
      let key = try objectKey("range.bin")
      let bytes = bytePattern(200_000)
      _ = try await store.write(key, contentType: "application/octet-stream", bytes: bytes)
      for range in [0..<1, 0..<200_000, 65_535..<65_537, 199_999..<200_000, 70_000..<70_000] {
        let (info, stream) = try #require(
          try await store.read(key, range: Int64(range.lowerBound)..<Int64(range.upperBound)))
        #expect(info.sizeBytes == 200_000)
        var read: [UInt8] = []
        for try await piece in stream { read += piece }
        #expect(read == Array(bytes[range]), "\(range)")
      }
    },
    ObjectStoreConformance("a large object comes in small pieces") { store in
      let key = try objectKey("large.bin")
      let bytes = bytePattern(3_000_001)
      let pieces = stride(from: 0, to: bytes.count, by: 700_000).map {
        Array(bytes[$0..<min($0 + 700_000, bytes.count)])
      }
      _ = try await store.write(
        key, contentType: "video/mp4", condition: .always, sizeBytes: nil, body: body(pieces))
      let (_, stream) = try #require(try await store.read(key, range: nil))
      var read: [UInt8] = []
      for try await piece in stream {
        #expect(piece.count <= 1 << 17)
        read += piece
      }
      #expect(read == bytes)
    },
    ObjectStoreConformance("keys of any script, with blanks and signs, are told apart") { store in
      let names = ["a b", "a+b", "a%20b", "ä/é/שלום", "x?y=1&z#q", "~tilde", "-dash", ".hidden", "A b", "…"]
      for name in names { try await store.put(try objectKey(name), name) }
      for name in names { #expect(try await store.text(try objectKey(name)) == name) }
    },
  ]
}
