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
    if !known.contains(false) { return self }
    var result = self
    var rows = known
    for y in 0..<height {
      let row = y * width
      var last = -radius - 1
      for x in 0..<width {
        if !known[row + x] { last = x }
        rows[row + x] = x - last > radius
      }
      last = width + radius
      for x in stride(from: width - 1, through: 0, by: -1) {
        if !known[row + x] { last = x }
        if last - x <= radius { rows[row + x] = false }
      }
    }
    var last = [Int](repeating: -radius - 1, count: width)
    for y in 0..<height {
      for x in 0..<width {
        if !rows[y * width + x] { last[x] = y }
        result.known[y * width + x] = y - last[x] > radius
      }
    }
    last = [Int](repeating: height + radius, count: width)
    for y in stride(from: height - 1, through: 0, by: -1) {
      for x in 0..<width {
        if !rows[y * width + x] { last[x] = y }
        if last[x] - y <= radius { result.known[y * width + x] = false }
      }
    }
    return result
  }

  var grey: GreyPicture { GreyPicture(width: width, height: height, pixels: known.map { $0 ? 255 : 0 }) }

  /// The share of the pixels that count.
  var share: Double { Double(known.count { $0 }) / Double(known.count) }
}
