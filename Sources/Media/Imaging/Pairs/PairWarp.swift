public import BoothCore
public import ImageRegistration

/// Lays a new picture into the old one's frame.
public enum PairWarp {
  /// The new picture as the old camera would have shown it.
  ///
  /// Each pixel is read from where the homography takes it, by Catmull and Rom's cubics; where many pixels become one,
  /// their mean. What the new picture does not show is transparent, with an edge of one pixel: the result's alpha is the
  /// mask. Works row by row; beside the result it holds one smaller copy of the new picture.
  /// - Parameters:
  ///   - new: upright; it may be decoded smaller than it is.
  ///   - fullSize: the new picture's, to which the homography leads.
  ///   - homography: from old pixels to new ones; nowhere within `part` with a depth of 0.
  ///   - part: of the old picture.
  ///   - target: the size that the part gets.
  public static func picture(
    of new: Bitmap, fullSize: PixelSize, through homography: Homography, part: PixelRect, to target: PixelSize
  ) -> Bitmap {
    // From the middles of the target's pixels, the first at 0.5, to those of the old picture, the first at 0.
    let (acrossOut, downOut) = (
      Double(part.width) / Double(target.width), Double(part.height) / Double(target.height)
    )
    let fromTarget = Homography([
      acrossOut, 0, Double(part.x) - 0.5, 0, downOut, Double(part.y) - 0.5, 0, 0, 1,
    ])
    func toPixels(of size: PixelSize) -> Homography {
      let (across, down) = (
        Double(size.width) / Double(fullSize.width), Double(size.height) / Double(fullSize.height)
      )
      return Homography([across, 0, across / 2, 0, down, down / 2, 0, 0, 1])
    }
    var source = new
    var transform = toPixels(of: new.size).after(homography).after(fromTarget)
    let middle = SIMD2(Double(target.width) / 2, Double(target.height) / 2)
    let scale = transform.scale(at: middle)
    if scale > 1.2 {
      source = Resampler.scale(
        new,
        to: PixelSize(
          width: max(1, Int((Double(new.width) / scale).rounded())),
          height: max(1, Int((Double(new.height) / scale).rounded()))))
      transform = toPixels(of: source.size).after(homography).after(fromTarget)
    }
    var picture = Bitmap(size: target)
    picture.withMutablePixels { pixels in
      for y in 0..<target.height {
        let line = UnsafeMutableBufferPointer(rebasing: pixels[y * target.width..<(y + 1) * target.width])
        read(source, transform, row: y, into: line)
      }
    }
    return picture
  }

  /// How many points each way become a pixel of the row, where perspective makes it smaller than the rest.
  private static func density(_ transform: Homography, row: Double, width: Int) -> Int {
    let most = [0, Double(width) / 2, Double(width)].map { transform.scale(at: SIMD2($0, row)) }.max() ?? 1
    return most.isFinite ? min(max(Int((most / 1.3).rounded(.up)), 1), 4) : 1
  }

  private static func read(
    _ source: Bitmap, _ transform: Homography, row y: Int, into line: UnsafeMutableBufferPointer<UInt32>
  ) {
    let density = density(transform, row: Double(y) + 0.5, width: line.count)
    let (width, height) = (Double(source.width), Double(source.height))
    let h = transform.values
    CubicSampler.reading(source) { sampler in
      @inline(__always)
      func pixel(_ x: Double, _ y: Double) -> UInt32 {
        let depth = h[6] * x + h[7] * y + h[8]
        guard depth > 1e-9 else { return 0 }
        let (atX, atY) = ((h[0] * x + h[1] * y + h[2]) / depth, (h[3] * x + h[4] * y + h[5]) / depth)
        let inside = min(atX, atY, width - atX, height - atY) + 0.5
        return inside > 0 ? sampler.pixel(at: atX, atY, share: min(inside, 1)) : 0
      }
      for x in line.indices {
        guard density > 1 else {
          line[x] = pixel(Double(x) + 0.5, Double(y) + 0.5)
          continue
        }
        var sum = SIMD4<UInt32>.zero
        for part in 0..<density * density {
          let (column, row) = (part % density, part / density)
          let found = pixel(
            Double(x) + (Double(column) + 0.5) / Double(density), Double(y) + (Double(row) + 0.5) / Double(density))
          sum &+= SIMD4(found >> 24, found >> 16 & 255, found >> 8 & 255, found & 255)
        }
        let count = UInt32(density * density)
        let mean = (sum &+ count / 2) / SIMD4(repeating: count)
        line[x] = mean.x << 24 | mean.y << 16 | mean.z << 8 | mean.w
      }
    }
  }
}
