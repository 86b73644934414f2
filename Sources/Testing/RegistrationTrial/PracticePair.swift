import Glibc
public import ImageRegistration

/// An old picture, a new one, and where points of the one lie in the other.
public struct PracticePair: Sendable {
  /// A point of the old picture, and the same in the new one, in pixels of each.
  public typealias Truth = [(old: SIMD2<Double>, new: SIMD2<Double>)]

  /// What kind of pair it is: a row of the table.
  public var kind: String
  public var old: GreyPicture
  public var new: GreyPicture
  /// As large as `new`; 0 where it shows nothing. Nil: all of it counts.
  public var mask: GreyPicture?
  /// Empty: the pictures show different places, so that nothing may be claimed.
  public var truth: Truth

  /// A pair.
  public init(kind: String, old: GreyPicture, new: GreyPicture, mask: GreyPicture? = nil, truth: Truth) {
    self.kind = kind
    self.old = old
    self.new = new
    self.mask = mask
    self.truth = truth
  }

  /// How far a transform is off: the median over the known points, as a share of the width that the old picture has when it is
  /// laid over the new one as a guide.
  public func error(of transform: Homography) -> Double? { error(of: transform, over: truth) }

  /// The same over the points of the claimed region alone; nil where none of the known points lies there.
  public func error(of transform: Homography, within isInside: (SIMD2<Double>) -> Bool) -> Double? {
    error(of: transform, over: truth.filter { isInside($0.old) })
  }

  private func error(of transform: Homography, over points: Truth) -> Double? {
    let guide = Double(old.width) * min(Double(new.width) / Double(old.width), Double(new.height) / Double(old.height))
    let distances = points.map { pair -> Double in
      let d = transform(pair.old) - pair.new
      return (d * d).sum().squareRoot() / guide
    }.sorted()
    return distances.isEmpty ? nil : distances[distances.count / 2]
  }

  /// The old picture seen in a mirror: never the same place.
  public var mirrored: PracticePair {
    var result = self
    result.old = old.mirrored
    result.truth = []
    return result
  }
}

extension PracticePair {
  /// Real pairs from a folder: `NAME-old.pgm`, `NAME-now.pgm`, and `NAME.txt` with four numbers a line: a point in the old
  /// picture and the same in the new one, in pixels. Without the text file the pair shows different places.
  /// - Parameters:
  ///   - names: in the order in which they are tried.
  ///   - poses: how many aimed views of each, with perspective that bends the corners by up to 6 % of the width.
  /// - Returns: nil where a picture cannot be read: expected PGM with 8 bits (`P5`).
  public static func views(folder: String, names: [String], poses: Int) -> [PracticePair]? {
    var result: [PracticePair] = []
    for name in names {
      guard let pair = taken(folder: folder, name: name) else { return nil }
      result += views(of: pair, poses: poses)
    }
    return result
  }

  /// Aimed views of one pair.
  public static func views(of pair: PracticePair, poses: Int) -> [PracticePair] {
    var numbers = SeededNumbers(seed: 1)
    return (0..<poses).map { _ in
      let pose = aimedView(&numbers, width: pair.new.width, height: pair.new.height)
      let (view, mask) = pair.new.seen(by: pose)
      let truth = pair.truth.map { (old: $0.old, new: pose($0.new)) }
      return PracticePair(kind: pair.kind, old: pair.old, new: view, mask: mask, truth: truth)
    }
  }

  /// A real pair as it was taken: see ``views(folder:names:poses:)``.
  public static func taken(folder: String, name: String) -> PracticePair? {
    guard let old = GreyPicture(pgm: "\(folder)/\(name)-old.pgm"),
      let now = GreyPicture(pgm: "\(folder)/\(name)-now.pgm")
    else { return nil }
    let marks = lines("\(folder)/\(name).txt").filter { $0.count == 4 }
    let truth = marks.map { (old: SIMD2($0[0], $0[1]), new: SIMD2($0[2], $0[3])) }
    return PracticePair(kind: "real: \(name)", old: old, new: now, truth: truth)
  }

  /// Shifted by up to 12 % of the width, rolled by 8°, zoomed by 0.75 to 1.33, and bent.
  private static func aimedView(_ numbers: inout SeededNumbers, width: Int, height: Int) -> Homography {
    let zoom = exp(numbers.between(log(0.75), log(1.33)))
    let roll = numbers.between(-8, 8) * .pi / 180
    let wide = Double(width)
    let shift = SIMD2(numbers.between(-0.12, 0.12), numbers.between(-0.12, 0.12)) * wide
    // At half the width from the middle, 0.24 bends by about 6 %.
    let bend = SIMD2(numbers.between(-0.24, 0.24), numbers.between(-0.12, 0.12)) / wide
    let middle = SIMD2(Double(width - 1) / 2, Double(height - 1) / 2)
    let toMiddle = Homography([1, 0, -middle.x, 0, 1, -middle.y, 0, 0, 1])
    let bent = Homography([1, 0, 0, 0, 1, 0, bend.x, bend.y, 1])
    let turned = Homography([
      zoom * cos(roll), -zoom * sin(roll), middle.x + shift.x, zoom * sin(roll), zoom * cos(roll), middle.y + shift.y,
      0, 0, 1,
    ])
    return turned * bent * toMiddle
  }

  private static func lines(_ path: String) -> [[Double]] {
    guard let bytes = fileBytes(path) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: " ")).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    }
  }
}

extension GreyPicture {
  /// Reads a PGM file with 8 bits; nil where it is none.
  init?(pgm path: String) {
    guard let bytes = fileBytes(path) else { return nil }
    // "P5", width, height and 255, then one byte of white space and the pixels.
    var words: [String] = []
    var at = 0
    while words.count < 4, at < bytes.count {
      let end = bytes[at...].firstIndex { $0 <= 32 } ?? bytes.count
      if end > at { words.append(String(decoding: bytes[at..<end], as: UTF8.self)) }
      at = end + 1
    }
    guard words.count == 4, words[0] == "P5", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
      width > 0, height > 0, bytes.count - at >= width * height
    else { return nil }
    self.init(width: width, height: height, pixels: Array(bytes[at..<(at + width * height)]))
  }

  /// What is seen when this picture's points are moved by `transform`, and where it shows something.
  func seen(by transform: Homography) -> (view: GreyPicture, mask: GreyPicture) {
    var view = GreyPicture(width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height))
    var mask = view
    guard let back = transform.inverse else { return (view, mask) }
    for y in 0..<height {
      for x in 0..<width {
        let from = back(SIMD2(Double(x), Double(y)))
        guard from.x >= 0, from.y >= 0, from.x < Double(width - 1), from.y < Double(height - 1) else { continue }
        let (column, row) = (Int(from.x), Int(from.y))
        let (u, v) = (from.x - Double(column), from.y - Double(row))
        let i = row * width + column
        let above = Double(pixels[i]) * (1 - u) + Double(pixels[i + 1]) * u
        let below = Double(pixels[i + width]) * (1 - u) + Double(pixels[i + width + 1]) * u
        view.pixels[y * width + x] = UInt8(max(0, min(255, above * (1 - v) + below * v)))
        mask.pixels[y * width + x] = 255
      }
    }
    return (view, mask)
  }
}

private func fileBytes(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[0..<count]
  }
}
