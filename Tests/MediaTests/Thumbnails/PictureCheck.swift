import BoothCore
import FoundationEssentials
import Glibc
import Testing

@testable import Thumbnails

/// The process beside the test runner, where the build puts it.
enum TestProgram {
  static func picture(_ arguments: String...) -> ThumbnailProgram {
    let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = runner.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    return ThumbnailProgram(path: folder + "/TestHelper", arguments: ["TestHelper", "picture"] + arguments)
  }
}

/// A folder that is gone with the test.
func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/pictures-\(UInt64.random(in: 0...UInt64.max))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

enum PictureCheck {
  /// What is wrong with a picture of the four colours; nil where they stand where they should.
  static func fault(_ thumbnail: Thumbnail, tolerance: Int = 24) -> String? {
    guard let (size, rgb) = TestPhotos.decode(thumbnail.jpeg) else { return "its JPEG cannot be decoded" }
    guard size == thumbnail.size else { return "it is \(size), not \(thumbnail.size)" }
    for (index, expected) in TestPhotos.colors.enumerated() {
      let (x, y) = (size.width * (index % 2 * 2 + 1) / 4, size.height * (index / 2 * 2 + 1) / 4)
      let at = (y * size.width + x) * 3
      for channel in 0..<3 where abs(Int(rgb[at + channel]) - Int(expected[channel])) > tolerance {
        return "its colour \(index) is \(rgb[at..<at + 3]), not \(expected)"
      }
      let place = thumbnail.placeholder.color(column: index % 2 * 3, row: index / 2)
      for (got, wanted) in [(place.red, expected.x), (place.green, expected.y), (place.blue, expected.z)]
      where abs(Int(got) - Int(wanted)) > tolerance {
        return "its placeholder's colour \(index) is \(place), not \(expected)"
      }
    }
    return nil
  }

  /// Whether libvips is on this machine: without it pictures of its kinds are named, and not made.
  static let hasLibrary: Bool = {
    guard let library = dlopen("libvips.so.42", RTLD_LAZY) else { return false }
    dlclose(library)
    return true
  }()
}
