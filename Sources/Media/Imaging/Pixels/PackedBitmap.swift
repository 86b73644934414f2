package import BoothCore

/// A still picture kept as runs of equal pixels, and equal rows once: a scene of plain grounds, shapes and words takes a
/// twentieth of its pixels' memory so. One that gains too little by it, of a photo, is kept as it is.
package struct PackedBitmap: Sendable {
  /// Shorter runs are kept pixel by pixel.
  private static let shortestRun = 4
  /// What does not become so many times smaller stays as it is.
  private static let leastGain = 4

  package let size: PixelSize
  /// Where each row begins in `words`; equal neighbours begin at the same place.
  private var rows: [Int] = []
  /// Of each row one part after another: a count, twice, and one more where pixels differ; then the pixel, or so many.
  private var words: [UInt32] = []
  /// The picture as it is; nil where it is packed.
  private var whole: Bitmap?

  package var byteCount: Int {
    whole.map { $0.size.area * 4 } ?? words.count * 4 + rows.count * MemoryLayout<Int>.stride
  }

  /// Looks at each pixel once.
  package init(_ bitmap: Bitmap) {
    size = bitmap.size
    rows.reserveCapacity(bitmap.height)
    let limit = size.area / Self.leastGain
    let isPacked = bitmap.withPixels { pixels in
      for y in 0..<bitmap.height {
        let row = UnsafeBufferPointer(rebasing: pixels[y * bitmap.width..<(y + 1) * bitmap.width])
        if y > 0, row.elementsEqual(pixels[(y - 1) * bitmap.width..<y * bitmap.width]) {
          rows.append(rows[y - 1])
          continue
        }
        rows.append(words.count)
        append(row)
        if words.count > limit { return false }
      }
      return true
    }
    if !isPacked { (rows, words, whole) = ([], [], bitmap) }
  }

  private mutating func append(_ row: UnsafeBufferPointer<UInt32>) {
    var from = 0
    var x = 0
    func end(of start: Int) -> Int {
      var end = start + 1
      while end < row.count, row[end] == row[start] { end += 1 }
      return end
    }
    while x < row.count {
      let end = end(of: x)
      if end - x >= Self.shortestRun {
        appendPixels(row, from, x)
        words.append(UInt32(end - x) << 1)
        words.append(row[x])
        from = end
      }
      x = end
    }
    appendPixels(row, from, x)
  }

  private mutating func appendPixels(_ row: UnsafeBufferPointer<UInt32>, _ from: Int, _ end: Int) {
    guard from < end else { return }
    words.append(UInt32(end - from) << 1 | 1)
    words.append(contentsOf: row[from..<end])
  }

  /// Writes a part of a row, once from left to right.
  /// - Parameter columns: within the picture, as `y` is.
  package func copy(row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<UInt32>) {
    precondition(y >= 0 && y < size.height && columns.lowerBound >= 0 && columns.upperBound <= size.width)
    if let whole {
      whole.withPixels { pixels in
        guard let source = pixels.baseAddress else { return }
        target.update(from: source + y * size.width + columns.lowerBound, count: columns.count)
      }
      return
    }
    words.withUnsafeBufferPointer { words in
      guard var word = words.baseAddress.map({ $0 + rows[y] }) else { return }
      var x = 0
      while x < columns.upperBound {
        let count = Int(word.pointee >> 1)
        let areDifferent = word.pointee & 1 == 1
        word += 1
        let (first, end) = (max(x, columns.lowerBound), min(x + count, columns.upperBound))
        if first < end {
          let place = target + (first - columns.lowerBound)
          if areDifferent {
            place.update(from: word + (first - x), count: end - first)
          } else {
            place.update(repeating: word.pointee, count: end - first)
          }
        }
        word += areDifferent ? count : 1
        x += count
      }
    }
  }

  /// All of it again.
  package func bitmap() -> Bitmap {
    if let whole { return whole }
    let pixels = [UInt32](unsafeUninitializedCapacity: size.area) { buffer, count in
      if let base = buffer.baseAddress {
        for y in 0..<size.height { copy(row: y, columns: 0..<size.width, to: base + y * size.width) }
      }
      count = size.area
    }
    return Bitmap(size: size, pixels: pixels)
  }
}
