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
    // Around, all is known. Bytes are combined with themselves, shifted by 1, 2, 4 …: so many pixels at once.
    let side = 2 * radius + 1
    let across = width + 2 * radius
    var table = [UInt8](repeating: 1, count: across * (height + 2 * radius))
    var result = self
    known.withUnsafeBytes { source in
      table.withUnsafeMutableBufferPointer { table in
        let all = table.baseAddress!
        let (inner, from) = (all + radius * across + radius, source.baseAddress!.assumingMemoryBound(to: UInt8.self))
        for y in 0..<height { (inner + y * across).update(from: from + y * width, count: width) }
        // Each byte becomes the least of those in `reach` from it on, first to the right, then down.
        for step in [1, across] {
          let count = step == 1 ? across : table.count
          let lines = step == 1 ? height + 2 * radius : 1
          for line in 0..<lines {
            let bytes = all + line * across
            var reach = 1
            while reach < side {
              let shift = min(reach, side - reach) * step
              for i in 0..<max(0, count - shift) { bytes[i] &= bytes[i + shift] }
              reach += shift / step
            }
          }
        }
        result.known.withUnsafeMutableBytes { target in
          let to = target.baseAddress!.assumingMemoryBound(to: UInt8.self)
          for y in 0..<height { (to + y * width).update(from: all + y * across, count: width) }
        }
      }
    }
    return result
  }

  var grey: GreyPicture { GreyPicture(width: width, height: height, pixels: known.map { $0 ? 255 : 0 }) }

  /// The share of the pixels that count.
  var share: Double { Double(known.count { $0 }) / Double(known.count) }
}
