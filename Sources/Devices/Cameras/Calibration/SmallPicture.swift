import BoothCore
import Imaging

/// The brightness of a picture on a coarse grid, with its mean taken away and its contrast made one: pictures of the same
/// scene are alike whatever their exposure and size. Numbers to compare, nothing to look at: the gallery's type of this name is a JPEG
/// for pages, and the two rooms do not know each other.
struct SmallPicture: Sendable, Equatable {
  static let width = 96

  /// Row by row; all zero for a picture without any contrast.
  let values: [Float]

  init(_ values: [Float]) {
    let mean = values.reduce(0, +) / Float(max(values.count, 1))
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(max(values.count, 1))
    let scale = variance > 0.25 ? 1 / variance.squareRoot() : 0
    self.values = values.map { ($0 - mean) * scale }
  }

  init(_ picture: Bitmap) {
    self.init(
      picture.withPixels { pixels in
        pixels.map { Float(77 * ($0 >> 16 & 255) + 150 * ($0 >> 8 & 255) + 29 * ($0 & 255)) / 256 }
      })
  }

  /// The mean square of the differences: 0 for the same picture, 2 for two that have nothing in common.
  func distance(to other: SmallPicture) -> Double {
    guard values.count == other.values.count, !values.isEmpty else { return 2 }
    var sum: Float = 0
    for index in values.indices {
      let difference = values[index] - other.values[index]
      sum += difference * difference
    }
    return Double(sum) / Double(values.count)
  }

  /// The grid for pictures of these proportions.
  static func size(for picture: PixelSize) -> PixelSize {
    PixelSize(width: width, height: max(16, width * picture.height / max(picture.width, 1)))
  }
}
