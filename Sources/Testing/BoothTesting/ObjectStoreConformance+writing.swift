import BoothCore
import Testing

extension ObjectStoreConformance {
  static let writing = [
    ObjectStoreConformance("a new version has a new entity tag") { store in
      let key = try objectKey("version.txt")
      var tags: Set<String> = []
      // Quick ones, of one length: a store that tells by the clock's tick alone is caught.
      for number in 0..<20 { tags.insert(try await store.put(key, "v\(number + 10)").etag) }
      #expect(tags.count == 20)
      #expect(try await store.text(key) == "v29")
    },
    ObjectStoreConformance("whoever reads the old version reads it to its end") { store in
      let key = try objectKey("old.bin")
      let old = bytePattern(300_000)
      _ = try await store.write(key, contentType: "video/mp4", bytes: old)
      let (_, stream) = try #require(try await store.read(key, range: nil))
      var pieces = stream.makeAsyncIterator()
      var read = try #require(try await pieces.next())
      _ = try await store.write(key, contentType: "video/mp4", bytes: bytePattern(300_000, seed: 7))
      while let piece = try await pieces.next() { read += piece }
      #expect(read == old)
    },
    ObjectStoreConformance("what is deleted is gone, and can be written anew") { store in
      let key = try objectKey("a/b/c.txt")
      try await store.put(key, "one")
      try await store.delete(key)
      #expect(try await store.info(key) == nil)
      #expect(try await store.list(prefix: "", after: nil, limit: 10).isEmpty)
      try await store.put(key, "two", .ifAbsent)
      #expect(try await store.text(key) == "two")
    },
    ObjectStoreConformance("writers and deleters side by side leave each other's objects alone") { store in
      // Deleting the last object of a folder while another is written into it.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<32 {
          group.addTask {
            let (stays, goes) = (try objectKey("busy/\(number)/stays"), try objectKey("busy/\(number)/goes"))
            try await store.put(goes, "x")
            async let deleted: Void = store.delete(goes)
            async let written = store.put(stays, "\(number)")
            _ = try await (deleted, written)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.list(prefix: "busy/", after: nil, limit: 100).count == 32)
    },
  ]

  static let failing = [
    ObjectStoreConformance("a body that is shorter or longer than promised changes nothing") { store in
      let key = try objectKey("promised.bin")
      try await store.put(key, "before")
      for promise in [Int64(9), 11, 0, 1000] {
        await expectFailure(.incomplete) {
          _ = try await store.write(
            key, contentType: "video/mp4", condition: .always, sizeBytes: promise,
            body: body([bytePattern(4), bytePattern(6)]))
        }
      }
      #expect(try await store.text(key) == "before")
      #expect(try await store.info(key)?.contentType == "text/plain")
      #expect(try await store.list(prefix: "", after: nil, limit: 10).map(\.key) == [key])
    },
    ObjectStoreConformance("a body that breaks off changes nothing") { store in
      let (old, new) = (try objectKey("old.bin"), try objectKey("new/new.bin"))
      try await store.put(old, "before")
      for key in [old, new] {
        await expectFailure(.incomplete) {
          _ = try await store.write(
            key, contentType: "video/mp4", condition: .always, sizeBytes: nil,
            body: body([bytePattern(200_000), bytePattern(10)], breakingOff: true))
        }
      }
      #expect(try await store.text(old) == "before")
      #expect(try await store.info(new) == nil)
      #expect(try await store.list(prefix: "", after: nil, limit: 10).map(\.key) == [old])
    },
    ObjectStoreConformance("a writer that is cancelled changes nothing") { store in
      let key = try objectKey("cancelled.bin")
      let (bodyOfWriter, feed) = ByteStream.makeStream()
      let writer = Task {
        _ = try await store.write(
          key, contentType: "video/mp4", condition: .always, sizeBytes: nil, body: bodyOfWriter)
      }
      feed.yield(bytePattern(100))
      writer.cancel()
      let result = await writer.result
      feed.finish()
      #expect(throws: (any Error).self) { try result.get() }
      #expect(try await store.info(key) == nil)
    },
  ]
}
