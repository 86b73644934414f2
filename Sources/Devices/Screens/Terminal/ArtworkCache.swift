import BoothCore
import BoothSystem
import FoundationEssentials
import Imaging
import Logging

/// The pictures that scenes want, decoded to their size and kept while they are wanted again and again. For one thread.
final class ArtworkCache {
  private struct Entry {
    var wanted: SceneRenderer.WantedPicture
    var bitmap: Bitmap?
  }

  /// The largest file that is read: a photo of a camera of today has a quarter of it.
  private static let largestFile = 100_000_000

  private let eventFolder: @Sendable (String) -> String
  private let logger: Logger
  private let codec = JPEGCodec()
  /// The newest last; an event's artwork, its guide, a photo or two.
  private var entries: [Entry] = []

  init(eventFolder: @escaping @Sendable (String) -> String, logger: Logger) {
    self.eventFolder = eventFolder
    self.logger = logger
  }

  /// The picture in the wanted size, or nil if it cannot be read, which is logged once and not tried again.
  func bitmap(_ wanted: SceneRenderer.WantedPicture) -> Bitmap? {
    if let index = entries.firstIndex(where: { $0.wanted == wanted }) { return entries[index].bitmap }
    var entry = Entry(wanted: wanted)
    do {
      entry.bitmap = try load(wanted)
      if let matrix = wanted.look.matrix { entry.bitmap?.apply(matrix) }
    } catch {
      logger.warning("a picture cannot be shown", metadata: ["error": "\(error)"])
    }
    if entries.count >= 6 { entries.removeFirst() }
    entries.append(entry)
    return entry.bitmap
  }

  /// Lets the pictures go, but not the knowledge of what cannot be read.
  func drop() { entries.removeAll { $0.bitmap != nil } }

  private func load(_ wanted: SceneRenderer.WantedPicture) throws -> Bitmap? {
    let path: String
    switch wanted.source {
    case .live: return nil
    case .photo(let photo): path = photo
    case .artwork(let slug, let artwork):
      guard !artwork.hasPrefix("/"), !artwork.split(separator: "/").contains("..") else {
        throw ImageError(
          .unreadable, subject: "\(slug): \(artwork)", detail: "leads out of the event's folder; expected a name in it")
      }
      path = NamedFile.path(artwork, in: eventFolder(slug))
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    // A number of another type where only a part of Foundation is linked.
    let size = attributes[.size] as? Int ?? (attributes[.size] as? UInt64).map { Int(clamping: $0) }
    guard let size, size <= Self.largestFile else {
      throw ImageError(.tooLarge, subject: path, detail: "is over \(Self.largestFile) bytes")
    }
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    // A photo may be larger than artwork, whose maker is unknown.
    let isPhoto = if case .photo = wanted.source { true } else { false }
    let bitmap =
      isPhoto && !PNG.isPNG(bytes)
      ? try codec.decode(bytes, covering: wanted.size, subject: path)
      : try Bitmap(decoding: bytes, covering: wanted.size, subject: path)
    guard wanted.isWhole else { return try Self.changed(Resampler.fill(wanted.size, with: bitmap), wanted.effect) }
    let width = min(wanted.size.width, max(1, wanted.size.height * bitmap.width / bitmap.height))
    let height = min(wanted.size.height, max(1, wanted.size.width * bitmap.height / bitmap.width))
    return Resampler.scale(bitmap, to: PixelSize(width: width, height: height))
  }

  /// Once for each guide; the grid is drawn over the live view, where its lines are a pixel wide.
  private static func changed(_ bitmap: Bitmap, _ effect: GuideView.Effect) throws(ImageError) -> Bitmap {
    switch effect {
    case .none, .grid: bitmap
    case .contrast: GuidePainter.contrast(of: bitmap)
    case .edges: try GuidePainter.outlines(of: bitmap)
    }
  }
}
