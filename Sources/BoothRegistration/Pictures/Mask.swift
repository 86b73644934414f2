/// Which pixels of a picture count.
struct PixelMask: Sendable {
  let width: Int
  let height: Int
  var known: [Bool]

  /// Everything.
  init(width: Int, height: Int) {
    self.init(width: width, height: height, known: [Bool](repeating: true, count: width * height))
  }

  init(width: Int, height: Int, known: [Bool]) {
    self.width = width
    self.height = height
    self.known = known
  }

  /// Where a grey picture is not 0, looked at in another size.
  init(_ picture: GreyPicture, width: Int, height: Int) {
    self.init(width: width, height: height)
    for y in 0..<height {
      let from = min(picture.height - 1, (2 * y + 1) * picture.height / (2 * height))
      for x in 0..<width {
        let column = min(picture.width - 1, (2 * x + 1) * picture.width / (2 * width))
        known[y * width + x] = picture.pixels[from * picture.width + column] != 0
      }
    }
  }

  /// Without the pixels that have an unknown one within `radius` in either direction. The picture's border takes
  /// nothing away.
  func eroded(by radius: Int) -> PixelMask {
    if radius < 1 || !known.contains(false) { return self }
    let (width, height) = (width, height)
    var rows = known
    var result = self
    // Rows of bytes are combined with themselves, shifted: sixteen pixels and more at once.
    known.withUnsafeBytes { source in
      rows.withUnsafeMutableBytes { rows in
        for y in 0..<height {
          let from = source.baseAddress!.assumingMemoryBound(to: UInt8.self) + y * width
          let to = rows.baseAddress!.assumingMemoryBound(to: UInt8.self) + y * width
          for k in 1...max(1, min(radius, width - 1)) where k < width {
            for x in k..<width { to[x] &= from[x - k] }
            for x in 0..<(width - k) { to[x] &= from[x + k] }
          }
        }
      }
    }
    rows.withUnsafeBytes { source in
      result.known.withUnsafeMutableBytes { target in
        for y in 0..<height {
          let to = target.baseAddress!.assumingMemoryBound(to: UInt8.self) + y * width
          for k in max(0, y - radius)...min(height - 1, y + radius) {
            let from = source.baseAddress!.assumingMemoryBound(to: UInt8.self) + k * width
            for x in 0..<width { to[x] &= from[x] }
          }
        }
      }
    }
    return result
  }

  var grey: GreyPicture { GreyPicture(width: width, height: height, pixels: known.map { $0 ? 255 : 0 }) }

  /// The share of the pixels that count.
  var share: Double { Double(known.count { $0 }) / Double(known.count) }
}
