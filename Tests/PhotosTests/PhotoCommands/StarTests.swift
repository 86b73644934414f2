import ArgumentParser
import BoothSystem
import BoothTesting
import CommandSupport
import PhotoModel
import Testing

@testable import PhotoLibrary
@testable import booth

@Suite(.timeLimit(.minutes(15))) struct StarTests {
  @Test func `numbers of photos are read with the digits of any script`() throws {
    #expect(try NumberedPhotos.parse(["٦", "12", "१०", "７"]).numbers == [6, 12, 10, 7])
    for wrong in ["half", "½", "٦.٥", "9999999999999999999"] {
      #expect(throws: (any Error).self, "\(wrong)") { try NumberedPhotos.parse([wrong]) }
    }
    #expect(try PhotoViewOptions.parse(["--count", "٢٠"]).count == 20)
  }

  @Test func `photos get a star by their numbers, and lose it; a wrong number changes none`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.put("mine/\(name)", [0xFF, 0xD8, 0xFF] + Array(name.utf8)) }
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("mine")))
    func starred() async throws -> [String] {
      try await photos.photos(PhotoView(order: .name, filter: PhotoSearch("star")), after: nil, count: 10).map(
        \.entry.name)
    }
    let all = try await photos.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(all.map(\.entry.name) == ["a.jpg", "b.jpg"])
    let numbers = all.map(\.number)
    await #expect(throws: CommandError.self) {
      _ = try await NumberedPhotos.mark([numbers[0], 99_999], star: true, in: photos)
    }
    #expect(try await starred() == [])
    #expect(try await NumberedPhotos.mark([numbers[1], numbers[1]], star: true, in: photos) == 1)
    #expect(try await starred() == ["b.jpg"])
    #expect(try await NumberedPhotos.mark(numbers, star: false, in: photos) == 2)
    #expect(try await starred() == [])
    await photos.close()
  }
}
