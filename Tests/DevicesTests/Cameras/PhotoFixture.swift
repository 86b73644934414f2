import BoothCore
import FoundationEssentials
import Imaging

/// A folder with a few small photographs, gone with its last reference.
final class PhotoFixture {
  let path: String
  let photos: [[UInt8]]

  init(count: Int = 3) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "booth-photos-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
    let codec = JPEGCodec()
    photos = try (0..<count).map { index in
      let color = RGBColor(red: UInt8(60 * index), green: 120, blue: UInt8(255 - 60 * index))
      return try codec.encode(Bitmap(size: PixelSize(width: 320, height: 240), color: color))
    }
    for (index, photo) in photos.enumerated() {
      try Data(photo).write(to: folder.appending(path: "photo \(index).JPG"))
    }
  }

  deinit {
    // A temporary folder that stays does no harm to any test.
    try? FileManager.default.removeItem(atPath: path)
  }
}
