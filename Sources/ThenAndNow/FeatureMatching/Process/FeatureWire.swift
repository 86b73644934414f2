import ImageRegistration

/// How questions and answers travel between the booth and the process that finds features.
///
/// A message is a header of 12 bytes, three numbers of 32 bits: ``magic`` with the version, the kind, the length of the body.
/// Numbers are little endian, floats IEEE 754. Both ends are the same program; nothing in a message is believed all the same.
enum FeatureWire {
  enum Kind: UInt32 {
    case find = 1
    case pair = 2
    case found = 3
    case paired = 4
    case failed = 5
  }

  enum Question: Equatable {
    case find(GreyPicture, mask: GreyPicture?, limit: Int)
    case pair(FeatureSet, FeatureSet, least: Float)
  }

  enum Answer: Equatable {
    case found(FeatureSet)
    /// Which point of the old picture, which of the new, and the probability.
    case paired([Pair])
    case failed(String)
  }

  struct Pair: Equatable {
    var old: Int
    var new: Int
    var probability: Float
  }

  static let magic: UInt32 = 0x4642_0001
  static let headerBytes = 12
  static let pointLimit = LighterGlue.pointLimit
  static let sideLimit = XFeat.sides.upperBound

  /// The longest body of a kind.
  static func bodyLimit(_ kind: Kind) -> Int {
    let set = 12 + pointLimit * (8 + 4 * XFeatNetwork.descriptorWidth)
    return switch kind {
    case .find: 16 + 2 * sideLimit * sideLimit
    case .pair: 4 + 2 * set
    case .found: set
    case .paired: 4 + 12 * pointLimit
    case .failed: 4096
    }
  }

  static func header(_ bytes: [UInt8]) throws(FeatureWireFault) -> (kind: Kind, length: Int) {
    var reader = FeatureReader(bytes[...])
    let (first, second, length) = (try reader.number(), try reader.number(), Int(try reader.number()))
    guard first == magic else { throw FeatureWireFault("a message that begins with \(first)") }
    guard let kind = Kind(rawValue: second) else { throw FeatureWireFault("a message of kind \(second)") }
    guard length <= bodyLimit(kind) else { throw FeatureWireFault("a message of \(length) bytes") }
    return (kind, length)
  }

  // MARK: Writing

  static func message(_ question: Question) -> [UInt8] {
    var writer = FeatureWriter()
    switch question {
    case .find(let picture, let mask, let limit):
      for number in [picture.width, picture.height, limit, mask == nil ? 0 : 1] { writer.add(number) }
      writer.bytes += picture.pixels
      if let mask { writer.bytes += mask.pixels }
      return writer.message(.find)
    case .pair(let old, let new, let least):
      writer.add([least])
      writer.add(old)
      writer.add(new)
      return writer.message(.pair)
    }
  }

  static func message(_ answer: Answer) -> [UInt8] {
    var writer = FeatureWriter()
    switch answer {
    case .found(let features):
      writer.add(features)
      return writer.message(.found)
    case .paired(let pairs):
      writer.add(pairs.count)
      for pair in pairs {
        writer.add(pair.old)
        writer.add(pair.new)
        writer.add([pair.probability])
      }
      return writer.message(.paired)
    case .failed(let words):
      // Whole characters, so that the text stays UTF-8.
      var words = words
      while words.utf8.count > bodyLimit(.failed) { words.removeLast() }
      writer.bytes += Array(words.utf8)
      return writer.message(.failed)
    }
  }

  // MARK: Reading

  static func question(_ kind: Kind, _ body: [UInt8]) throws(FeatureWireFault) -> Question {
    var reader = FeatureReader(body[...])
    let question: Question
    switch kind {
    case .find:
      let (width, height) = (Int(try reader.number()), Int(try reader.number()))
      let (limit, hasMask) = (Int(try reader.number()), try reader.number())
      let sides = 1...sideLimit
      guard sides.contains(width), sides.contains(height), hasMask <= 1 else {
        throw FeatureWireFault("a picture of \(width)×\(height)")
      }
      let pixels = try reader.bytes(width * height)
      let picture = GreyPicture(width: width, height: height, pixels: pixels)
      var mask: GreyPicture?
      if hasMask == 1 { mask = GreyPicture(width: width, height: height, pixels: try reader.bytes(width * height)) }
      question = .find(picture, mask: mask, limit: limit)
    case .pair:
      let least = try reader.floats(1)[0]
      question = .pair(try reader.features(), try reader.features(), least: least)
    case .found, .paired, .failed: throw FeatureWireFault("an answer instead of a question")
    }
    try reader.end()
    return question
  }

  static func answer(_ kind: Kind, _ body: [UInt8]) throws(FeatureWireFault) -> Answer {
    var reader = FeatureReader(body[...])
    let answer: Answer
    switch kind {
    case .found: answer = .found(try reader.features())
    case .paired:
      let count = Int(try reader.number())
      guard count <= pointLimit else { throw FeatureWireFault("\(count) pairs") }
      var pairs: [Pair] = []
      for _ in 0..<count {
        let (old, new) = (Int(try reader.number()), Int(try reader.number()))
        let probability = try reader.floats(1)[0]
        // What rounding adds to a probability of 1 is not a fault.
        guard probability >= 0, probability <= 1.001 else { throw FeatureWireFault("a probability of \(probability)") }
        pairs.append(Pair(old: old, new: new, probability: min(1, probability)))
      }
      answer = .paired(pairs)
    case .failed:
      guard let words = String(validating: try reader.bytes(body.count), as: UTF8.self) else {
        throw FeatureWireFault("words that are no text")
      }
      answer = .failed(words)
    case .find, .pair: throw FeatureWireFault("a question instead of an answer")
    }
    try reader.end()
    return answer
  }
}

/// Why nothing can be read from the other end, or nothing sensible.
struct FeatureWireFault: Error, Equatable {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Writes the body of a message.
struct FeatureWriter {
  var bytes: [UInt8] = []

  mutating func add(_ number: Int) {
    let number = UInt32(clamping: number)
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  mutating func add(_ floats: [Float]) {
    floats.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ features: FeatureSet) {
    for number in [features.width, features.height, features.points.count] { add(number) }
    add(features.points.flatMap { [$0.x, $0.y] })
    add(features.descriptors)
  }

  func message(_ kind: FeatureWire.Kind) -> [UInt8] {
    var header = FeatureWriter()
    for number in [Int(FeatureWire.magic), Int(kind.rawValue), bytes.count] { header.add(number) }
    return header.bytes + bytes
  }
}

/// Reads the body of a message, and nothing beyond it.
struct FeatureReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func bytes(_ count: Int) throws(FeatureWireFault) -> [UInt8] {
    guard count <= rest.count else { throw FeatureWireFault("a message that ends too early") }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number() throws(FeatureWireFault) -> UInt32 {
    try bytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func floats(_ count: Int) throws(FeatureWireFault) -> [Float] {
    let bytes = try bytes(count * 4)
    let floats = [Float](unsafeUninitializedCapacity: count) { target, filled in
      UnsafeMutableRawBufferPointer(target).copyBytes(from: bytes)
      filled = count
    }
    guard floats.allSatisfy(\.isFinite) else { throw FeatureWireFault("a number that is none") }
    return floats
  }

  mutating func features() throws(FeatureWireFault) -> FeatureSet {
    let (width, height, count) = (Int(try number()), Int(try number()), Int(try number()))
    let sides = 1...FeatureWire.sideLimit
    guard sides.contains(width), sides.contains(height), count <= FeatureWire.pointLimit else {
      throw FeatureWireFault("\(count) points of a picture of \(width)×\(height)")
    }
    let places = try floats(count * 2)
    let points = (0..<count).map { SIMD2(places[2 * $0], places[2 * $0 + 1]) }
    return FeatureSet(
      width: width, height: height, points: points,
      descriptors: try floats(count * XFeatNetwork.descriptorWidth))
  }

  func end() throws(FeatureWireFault) {
    guard rest.isEmpty else { throw FeatureWireFault("a message with \(rest.count) bytes too many") }
  }
}
