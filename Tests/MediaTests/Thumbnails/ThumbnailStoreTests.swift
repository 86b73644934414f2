import BoothCore
import FoundationEssentials
import Synchronization
import Testing

@testable import Thumbnails

@Suite struct ThumbnailStoreTests {
  private func picture(_ seed: Int, bytes: Int = 1000) -> Thumbnail {
    Thumbnail(
      jpeg: [0xFF, 0xD8] + (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) },
      size: PixelSize(width: 341, height: 256),
      placeholder: PhotoPlaceholder(width: 4, height: 3, colors: (0..<24).map { UInt8(($0 + seed) % 256) }))
  }

  private func key(_ number: Int) -> ThumbnailKey { ThumbnailKey("0123456789abcdef-\(number)") }

  @Test func `what is kept is found again, also by the next program`() throws {
    try withFolder { folder in
      do {
        let store = try ThumbnailStore(folder: folder + "/a/b", quotaBytes: 1 << 20)
        #expect(store.thumbnail(key(1), .ptm256) == nil)
        for number in 0..<50 { #expect(store.keep(picture(number), key(number), .ptm256)) }
        store.keep(picture(200), key(7), .edge512)
        store.keep(picture(99), key(3), .ptm256)
        #expect(store.thumbnail(key(3), .ptm256) == picture(99) && store.count == 51)
      }
      let store = try ThumbnailStore(folder: folder + "/a/b", quotaBytes: 1 << 20)
      #expect(store.count == 51)
      #expect(store.thumbnail(key(3), .ptm256) == picture(99) && store.thumbnail(key(7), .edge512) == picture(200))
      #expect(store.placeholder(key(49)) == picture(49).placeholder && store.placeholder(key(51)) == nil)
      #expect(store.holds(key(7), .edge512) && !store.holds(key(8), .edge512))
    }
  }

  @Test func `whatever a kill leaves of the last picture, all before it are there`() throws {
    try withFolder { folder in
      do {
        let store = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20)
        for number in 0..<5 { store.keep(picture(number), key(number), .ptm256) }
      }
      let path = folder + "/00000001.pack"
      let whole = Array(try #require(FileManager.default.contents(atPath: path)))
      let record = whole.count / 5
      for cut in [1, 63, 64, 70, 500, record - 1] {
        // Half written, then filled with what was on the disk before.
        for rest in [[], [UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0x42, count: 300)] {
          try Data(whole.prefix(4 * record + cut) + rest).write(to: URL(filePath: path))
          let store = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20)
          for number in 0..<4 { #expect(store.thumbnail(key(number), .ptm256) == picture(number)) }
          #expect(store.thumbnail(key(4), .ptm256) == nil)
          #expect(store.keep(picture(8), key(8), .ptm256) && store.thumbnail(key(8), .ptm256) == picture(8))
        }
      }
    }
  }

  @Test func `on a disk that others need, pictures go that were asked for the longest ago, and none is added`() throws {
    try withFolder { folder in
      let left = Mutex<Int64?>(nil)
      let store = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20, packBytes: 10_000) { left.withLock { $0 } }
      for number in 0..<40 { #expect(store.keep(picture(number), key(number), .ptm256)) }
      let before = store.diskBytes
      left.withLock { $0 = -15_000 }
      #expect(!store.keep(picture(50), key(50), .ptm256) && store.trouble?.contains("no room") == true)
      #expect(store.diskBytes <= before - 15_000 && store.diskBytes > 0)
      #expect(store.thumbnail(key(39), .ptm256) == picture(39) && store.thumbnail(key(0), .ptm256) == nil)
      // As short as before: all go, and the booth has what it needs.
      for _ in 0..<5 { store.keep(picture(50), key(50), .ptm256) }
      #expect(store.diskBytes == 0 && store.count == 0)
      left.withLock { $0 = 1 << 20 }
      #expect(store.keep(picture(50), key(50), .ptm256) && store.trouble == nil)
      #expect(store.thumbnail(key(50), .ptm256) == picture(50))
    }
  }

  @Test func `a picture whose bytes have changed on the disk is none`() throws {
    try withFolder { folder in
      let store = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20)
      store.keep(picture(1), key(1), .ptm256)
      store.keep(picture(2), key(2), .ptm256)
      let path = folder + "/00000001.pack"
      var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
      bytes[300] ^= 1
      // Into the same file, which the store has open.
      let handle = try FileDescriptorWriter(path)
      handle.write(bytes)
      #expect(store.thumbnail(key(1), .ptm256) == nil && store.thumbnail(key(2), .ptm256) == picture(2))
      #expect(!store.holds(key(1), .ptm256), "and is made anew when somebody asks")
    }
  }

  @Test func `beyond the quota the ones that were asked for the longest ago go`() throws {
    try withFolder { folder in
      let quota = 100_000
      let store = try ThumbnailStore(folder: folder, quotaBytes: quota, packBytes: 10_000)
      for number in 0..<80 { store.keep(picture(number), key(number), .ptm256) }
      for number in 0..<10 { #expect(store.thumbnail(key(number), .ptm256) != nil) }
      for number in 80..<100 {
        store.keep(picture(number), key(number), .ptm256)
        #expect(store.diskBytes <= quota)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".pack") }
      let onDisk = files.reduce(0) { $0 + (FileManager.default.contents(atPath: folder + "/" + $1)?.count ?? 0) }
      #expect(onDisk == store.diskBytes && onDisk <= quota)
      for number in 0..<10 { #expect(store.thumbnail(key(number), .ptm256) == picture(number), "asked for lately") }
      #expect(store.thumbnail(key(99), .ptm256) == picture(99))
      #expect(store.thumbnail(key(12), .ptm256) == nil, "not asked for since it was kept")
      #expect(store.count >= 60)
    }
  }

  @Test func `the order of use outlives the program`() throws {
    try withFolder { folder in
      do {
        let store = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20, packBytes: 10_000)
        for number in 0..<40 { store.keep(picture(number), key(number), .ptm256) }
        _ = store.thumbnail(key(0), .ptm256)
      }
      let store = try ThumbnailStore(folder: folder, quotaBytes: 40_000, packBytes: 10_000)
      store.keep(picture(40), key(40), .ptm256)
      #expect(store.holds(key(0), .ptm256) && store.holds(key(40), .ptm256) && !store.holds(key(1), .ptm256))
    }
  }

  @Test func `a second program reads, and leaves writing to the first`() throws {
    try withFolder { folder in
      let first = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20)
      first.keep(picture(1), key(1), .ptm256)
      let second = try ThumbnailStore(folder: folder, quotaBytes: 1 << 20)
      #expect(first.isWritten && !second.isWritten)
      #expect(second.thumbnail(key(1), .ptm256) == picture(1))
      #expect(!second.keep(picture(2), key(2), .ptm256) && second.trouble != nil)
    }
  }

  @Test func `a folder that cannot be is an error in words`() {
    let error = #expect(throws: ThumbnailError.self) { try ThumbnailStore(folder: "/dev/null/pictures", quotaBytes: 1) }
    #expect(error?.code == .failed && error?.detail.contains("/dev/null") == true)
  }

  @Test func `a placeholder knows its photo's shape`() {
    for (width, height) in [(4000, 3000), (3000, 4000), (1, 1), (16, 9), (9000, 1000)] {
      let placeholder = PhotoPlaceholder(width: width, height: height, colors: [UInt8](repeating: 1, count: 24))
      #expect(abs(placeholder.aspectRatio * Double(height) / Double(width) - 1) < 0.03)
      #expect(placeholder.hex.count == 50 && placeholder.bytes.count == PhotoPlaceholder.byteCount)
    }
  }
}
