import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import Gallery
@testable import WebSupport

/// Pictures are sent by the system, from files that others may replace, delete or damage meanwhile.
@Suite struct `A picture on its way` {
  private static let path = "events/7/sessions/ABC/photo_0.jpg"
  private static let link = "/asset?path=\(path)"
  /// More than the kernel takes of a connection that is not read.
  private static let old = bytePattern(12 << 20)

  /// A connection that has read the picture's head, and no more.
  private static func asked(_ lab: GalleryLab) async throws -> RawCall {
    let call = try await RawCall(lab.port)
      .send("GET \(link) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(await call.firstLine() == "HTTP/1.1 200 OK")
    return call
  }

  @Test func `comes whole, as it was, though it is replaced or erased meanwhile`() async throws {
    let key = try objectKey(Self.path)
    try await GalleryLab.run { lab in
      _ = try await lab.store.write(key, contentType: "image/jpeg", bytes: Self.old)
      let first = try await Self.asked(lab)
      _ = try await lab.store.write(key, contentType: "image/jpeg", bytes: bytePattern(12 << 20, seed: 99))
      #expect(await first.bytes() == Self.old)
      let second = try await Self.asked(lab)
      try await lab.store.delete(key)
      #expect(await second.bytes() == bytePattern(12 << 20, seed: 99))
      #expect(try await lab.get(Self.link).status == 404)
    }
  }

  /// A person does this by hand: the store replaces files, and changes none. What the kernel has taken it takes back no
  /// more.
  @Test(.timeLimit(.minutes(15))) func `that is cut short under the gallery is short for the guest, too`() async throws
  {
    let folder = try TemporaryFolder()
    try folder.put(Self.path, Self.old)
    try await GalleryLab.run(folder: folder) { lab in
      let call = try await Self.asked(lab)
      try #require(truncate(folder.path(Self.path), 100) == 0)
      #expect(await call.bytes().count < Self.old.count)
      #expect(try await lab.get(Self.link).bytes == Array(Self.old.prefix(100)))
    }
  }

  @Test(.timeLimit(.minutes(15))) func `is let go when its reader has gone, a hundred times`() async throws {
    let folder = try TemporaryFolder()
    try folder.put(Self.path, Self.old)
    let (closed, closes) = AsyncStream.makeStream(of: Void.self)
    let watched: @Sendable (FolderObjectStore) -> any ObjectStore = { WatchedStore(inner: $0, closes: closes) }
    try await GalleryLab.run(folder: folder, over: watched) { lab in
      var closings = closed.makeAsyncIterator()
      for _ in 1...10 {
        var calls: [RawCall] = []
        for _ in 1...10 { calls.append(try await Self.asked(lab)) }
        calls = []
        for _ in 1...10 { await closings.next() }
      }
      #expect(try Self.opened(in: folder) == 0)
      // And a client that reads to the end.
      #expect(try await lab.get(Self.link).bytes == Self.old)
      await closings.next()
      #expect(try Self.opened(in: folder) == 0)
    }
  }

  /// How many files of a folder this process has open.
  private static func opened(in folder: TemporaryFolder) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes {
        readlink("/proc/self/fd/\(number)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      return count > 0 && String(decoding: buffer.prefix(count), as: UTF8.self).hasPrefix(folder.path + "/events")
    }
  }

  @Test func `is followed by other answers on its connection`() async throws {
    let folder = try TemporaryFolder()
    let bytes = bytePattern(300_000)
    try folder.put(Self.path, bytes)
    let asks = [
      "GET \(Self.link) HTTP/1.1\r\nHost: x\r\n\r\n", "HEAD \(Self.link) HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET \(Self.link) HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n",
      "GET \(Self.link) HTTP/1.1\r\nHost: x\r\nRange: bytes=100000-250000\r\n\r\n",
      "GET \(Self.link) HTTP/1.1\r\nHost: x\r\nRange: bytes=-1\r\nConnection: close\r\n\r\n",
    ]
    for store in [false, true] {
      let plain: @Sendable (FolderObjectStore) -> any ObjectStore = { store ? UnfiledStore(inner: $0) : $0 }
      try await GalleryLab.run(folder: folder, over: plain) { lab in
        // One after the other, and all at once.
        for together in [false, true] {
          let call = try await RawCall(lab.port)
          if together { try await call.send(asks.joined()) }
          for (ask, expected) in zip(
            asks,
            [(200, Array(bytes)), (200, []), (304, []), (206, Array(bytes[100000...250000])), (206, [bytes[299_999]])])
          {
            if !together { try await call.send(ask) }
            #expect(await call.firstLine().hasPrefix("HTTP/1.1 \(expected.0)"), "\(ask)")
            #expect(await call.bytes(expected.1.count) == expected.1, "\(ask)")
          }
          #expect(await call.bytes() == [])
        }
      }
    }
  }
}

extension RawCall {
  /// So many bytes, or all until the connection ends.
  func bytes(_ count: Int = .max) async -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count, let piece = await piece(min(count - all.count, 1 << 20)) { all += piece }
    return all
  }
}

/// As a folder, and tells of every file that is not open any more.
private struct WatchedStore: WrappedStore {
  let inner: FolderObjectStore
  let closes: AsyncStream<Void>.Continuation

  private final class Token: @unchecked Sendable {
    let closes: AsyncStream<Void>.Continuation
    private(set) var file: ObjectFile?
    init(_ file: ObjectFile, _ closes: AsyncStream<Void>.Continuation) { (self.file, self.closes) = (file, closes) }
    deinit {
      // It is closed before that is told.
      file = nil
      closes.yield()
    }
  }

  func file(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectFile? {
    guard let file = try await inner.file(key) else { return nil }
    let token = Token(file, closes)
    return ObjectFile(info: file.info, descriptor: file.descriptor) { range in
      token.file?.bytes(range) ?? ByteStream { $0.finish() }
    }
  }
}
