import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import ImageMetadata
@testable import Thumbnails

@Suite struct ThumbnailDeskTests {
  private func service(_ folder: String, _ program: ThumbnailProgram? = nil, patience: Duration = .seconds(60)) throws
    -> ThumbnailService
  {
    var limits = ThumbnailLimits()
    limits.patience = patience
    return try ThumbnailService(folder: folder + "/store", quotaBytes: 1 << 20, program: program, limits: limits)
  }

  private func folder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.path + "/desk-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  private func failure(_ service: ThumbnailService, _ source: ThumbnailSource, _ key: String) async -> ThumbnailError? {
    do throws(ThumbnailError) {
      _ = try await service.thumbnail(of: source, key: ThumbnailKey(key), size: .ptm256)
    } catch {
      return error
    }
    return nil
  }

  @Test func `a picture is made once, kept, and found again`() async throws {
    try await folder { folder in
      let service = try service(folder)
      defer { service.store.removeAll() }
      let source = ThumbnailSource.bytes(TestPhotos.jpeg())
      let key = ThumbnailKey("one")
      #expect(service.stored(key, .ptm256) == nil && service.placeholder(of: key) == nil)
      let made = try await withThrowingTaskGroup(of: Thumbnail.self) { group in
        for _ in 0..<20 { group.addTask { try await service.thumbnail(of: source, key: key, size: .ptm256) } }
        var all: [Thumbnail] = []
        for try await picture in group { all.append(picture) }
        return all
      }
      #expect(Set(made.map(\.jpeg)).count == 1 && PictureCheck.fault(made[0]) == nil)
      #expect(
        service.stored(key, .ptm256) == made[0] && service.placeholder(of: key) == made[0].placeholder
          && service.store.count == 1)
      let again = try await service.picture(of: .file("/nowhere"), key: key, size: .ptm256)
      #expect(again == made[0].jpeg, "without looking at the photo")
      service.close()
    }
  }

  @Test func `a photo that cannot be shown is tried once, until somebody says so`() async throws {
    try await folder { folder in
      let service = try service(folder)
      let key = ThumbnailKey("bad")
      #expect(await failure(service, .bytes([1, 2, 3]), "bad")?.code == .notAPicture)
      #expect(service.refusal(of: key)?.code == .notAPicture)
      #expect(await failure(service, .bytes(TestPhotos.jpeg()), "bad")?.code == .notAPicture)
      service.tryAgain(key)
      #expect(await failure(service, .bytes(TestPhotos.jpeg()), "bad") == nil)
      // A disk that is away is not the photo's fault.
      #expect(await failure(service, .file("/nowhere/photo.jpg"), "away")?.code == .unreadable)
      #expect(service.refusal(of: ThumbnailKey("away")) == nil)
      service.close()
      #expect(await failure(service, .bytes(TestPhotos.jpeg()), "late")?.code == .withdrawn)
    }
  }

  @Test(arguments: ["die", "hang", "babble"])
  func `a process that dies, hangs or babbles costs one picture`(behaviour: String) async throws {
    try await folder { folder in
      let service = try service(
        folder, TestProgram.picture(behaviour), patience: behaviour == "hang" ? .milliseconds(200) : .seconds(60))
      let error = await failure(service, .bytes(TestPhotos.png()), "png")
      let expected: [String: ThumbnailError.Code] = ["die": .died, "hang": .tookTooLong, "babble": .failed]
      #expect(error?.code == expected[behaviour], "\(String(describing: error))")
      if behaviour == "die" { #expect(error?.detail.contains("code 3") == true) }
      #expect(await failure(service, .bytes(TestPhotos.jpeg()), "jpeg") == nil, "others are made all the same")
      service.close()
    }
  }

  @Test func `a picture whose process is killed meanwhile is tried once more, and made`() async throws {
    try await folder { folder in
      let helper = TestProgram.picture("killed")
      let once = ThumbnailProgram(path: helper.path, arguments: helper.arguments + [folder + "/store/killed"])
      let service = try service(folder, once)
      async let other = failure(service, .bytes(TestPhotos.jpeg()), "jpeg")
      #expect(await failure(service, .bytes(TestPhotos.png()), "png") == nil)
      #expect(await other == nil, "others are unharmed")
      #expect(FileManager.default.fileExists(atPath: folder + "/store/killed"), "one was killed")
      service.close()
    }
  }

  @Test func `a program that is not there is an error in words`() async throws {
    try await folder { folder in
      let service = try service(folder, ThumbnailProgram(path: "/nowhere/booth", arguments: ["booth"]))
      let error = await failure(service, .bytes(TestPhotos.png()), "png")
      #expect(error?.code == .failed && error?.detail.contains("/nowhere/booth") == true)
      service.close()
    }
  }

  @Test func `who leaves is answered at once, and waits for nothing`() async throws {
    try await folder { folder in
      // Both threads are busy with pictures whose processes never answer, for as long as this test takes.
      let service = try service(folder, TestProgram.picture("hang"), patience: .seconds(60))
      let busy = (0..<2).map { number in Task { await failure(service, .bytes(TestPhotos.png()), "busy \(number)") } }
      while service.running < 2 { await Task.moment() }
      let wanted = Task { await failure(service, .bytes(TestPhotos.jpeg()), "left") }
      let scrolled = Task { await failure(service, .bytes(TestPhotos.jpeg()), "scrolled") }
      while service.waiting < 2 { await Task.moment() }
      wanted.cancel()
      #expect(await wanted.value?.code == .withdrawn)
      service.look(visible: [ThumbnailKey("other")])
      #expect(await scrolled.value?.code == .withdrawn)
      #expect(service.waiting == 0)
      service.close()
      for task in busy { _ = await task.value }
    }
  }
}

@Suite struct ThumbnailWireTests {
  @Test func `what is said is what is heard, and nonsense is heard as such`() {
    var limits = ThumbnailLimits()
    limits.pixels = 123_456_789
    let question = ThumbnailWire.Question(request: .size(.edge1024), limits: limits)
    let bytes = ThumbnailWire.message(question)
    #expect(bytes.count == ThumbnailWire.questionBytes && ThumbnailWire.question(bytes) == question)
    let placeholder = PhotoPlaceholder(width: 3, height: 2, colors: (0..<24).map { UInt8($0) })
    let picture = Thumbnail(
      jpeg: [0xFF, 0xD8, 1, 2, 3], size: PixelSize(width: 300, height: 200), placeholder: placeholder)
    for answer: Result<Thumbnail, ThumbnailError> in [.success(picture)]
      + ThumbnailError.Code.allCases.map({ .failure(ThumbnailError($0, "Wörter")) })
    {
      let message = ThumbnailWire.message(answer)
      guard let (status, length) = ThumbnailWire.header(Array(message.prefix(8))) else {
        Issue.record("no header")
        continue
      }
      #expect(
        length == message.count - 8 && ThumbnailWire.answer(status: status, Array(message.dropFirst(8))) == answer)
    }
    #expect(
      ThumbnailWire.question([UInt8](repeating: 1, count: ThumbnailWire.questionBytes)) == nil
        && ThumbnailWire.header(Array("GET / HT".utf8)) == nil)
    #expect(ThumbnailWire.answer(status: 0, [1, 2, 3]) == nil && ThumbnailWire.answer(status: 200, []) == nil)
    #expect(ThumbnailWire.header([0x42, 0x54, 0x31, 0, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
  }
}
