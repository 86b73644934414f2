public import BoothCore

/// Measures what ``PhotoInspection`` decides by, on pictures of some hundred points a side.
public enum PictureMeter {
  /// The longer side of the pictures that are measured. Finer details than a photo shows on a phone are not looked at.
  public static let side = 320
  private static let tiles = (across: 8, down: 6)

  /// How large a picture of these proportions is measured.
  public static func size(of picture: PixelSize) -> PixelSize {
    let longer = max(picture.width, picture.height, 1)
    return PixelSize(
      width: max(32, picture.width * side / longer), height: max(32, picture.height * side / longer))
  }

  /// Measures a picture as it is: make it as large as ``size(of:)`` says first, as sharpness depends on it. Alpha is
  /// not looked at.
  public static func measure(_ picture: Bitmap) -> PictureStatistics {
    let luma = picture.withPixels { pixels in
      pixels.map { pixel -> Int32 in
        (Int32(pixel >> 16 & 255) * 77 + Int32(pixel >> 8 & 255) * 150 + Int32(pixel & 255) * 29 + 128) >> 8
      }
    }
    var histogram = [Int](repeating: 0, count: 256)
    for value in luma { histogram[Int(value)] += 1 }
    func quantile(_ share: Double) -> Double {
      let wanted = share * Double(luma.count)
      var below = 0
      for (value, count) in histogram.enumerated() {
        if Double(below + count) >= wanted {
          // Within the level, as if its points were spread over it.
          return Double(value) - 0.5 + (count == 0 ? 0 : (wanted - Double(below)) / Double(count))
        }
        below += count
      }
      return 255
    }
    let quantiles = (1...19).map { max(0, quantile(Double($0) / 20)) }
    let burnt = histogram[250...].reduce(0, +)
    let contrast = max(quantiles[18] - quantiles[0], 16)
    return PictureStatistics(
      quantiles: quantiles, darkest: max(0, quantile(0.01)), brightest: max(0, quantile(0.99)),
      burntShare: Double(burnt) / Double(luma.count), sharpness: detail(luma, picture.size) / contrast)
  }

  /// The root mean square of the Laplacian in the sharpest tenth of the tiles, less that of the calmest.
  private static func detail(_ luma: [Int32], _ size: PixelSize) -> Double {
    var energies: [Double] = []
    for row in 0..<tiles.down {
      for column in 0..<tiles.across {
        let (left, right) = (max(1, column * size.width / tiles.across), (column + 1) * size.width / tiles.across)
        let (top, bottom) = (max(1, row * size.height / tiles.down), (row + 1) * size.height / tiles.down)
        var sum = 0
        var count = 0
        for y in top..<min(bottom, size.height - 1) {
          for x in left..<min(right, size.width - 1) {
            let at = y * size.width + x
            let laplacian = 4 * luma[at] - luma[at - 1] - luma[at + 1] - luma[at - size.width] - luma[at + size.width]
            sum += Int(laplacian * laplacian)
            count += 1
          }
        }
        energies.append(count == 0 ? 0 : Double(sum) / Double(count))
      }
    }
    energies.sort()
    return max(0, energies[energies.count * 9 / 10] - energies[energies.count / 10]).squareRoot()
  }
}

extension JPEGDarkroom {
  /// Holds a finished photo against the live frame of its moment, cut and turned as the photo is.
  ///
  /// Decodes both at the smallest scale that has ``PictureMeter/side`` points: about 20 ms for a photo of 12 megapixels.
  public func inspect(_ photo: Photo, beside frame: Frame?) throws(ImageError) -> PhotoDoubt? {
    var live: PictureStatistics?
    var size = PictureMeter.size(of: photo.size)
    if let frame {
      // A live frame that is damaged cannot be compared with, and that is all.
      do throws(ImageError) {
        let framed = chains.live.framing(of: frame.size).size
        let seen = try FrameConverter(chain: chains.live)
          .preview(of: frame, in: PictureMeter.size(of: framed), fit: .stretching)
        live = PictureMeter.measure(seen)
        size = seen.size
      } catch {}
    }
    let picture = try photo.jpeg.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      try FrameConverter().preview(
        of: Frame(
          sequence: 0, capturedAt: Instant(nanoseconds: 0), size: photo.size, layout: .jpeg, strideBytes: 0,
          bytes: UnsafeRawBufferPointer(bytes), release: {}), in: size, fit: .covering)
    }
    return PhotoInspection.doubt(PictureMeter.measure(picture), beside: live)
  }
}
