import BoothSystem
import CFeatures
public import ImageRegistration

/// The numbers that the networks have learned: a file as `Scripts/setup weights` makes it. "Learned features" in the
/// documentation describes its form.
public struct Weights: Sendable {
  /// One layer's numbers.
  struct Tensor: Sendable, Equatable {
    var shape: [Int]
    var values: [Float]
  }

  /// The file's name, in whichever folder it lies.
  public static let fileName = "features.weights"
  /// What to do where there are none.
  static let remedy = "Scripts/setup weights fetches them"

  let tensors: [String: Tensor]

  /// Where a booth looks for the file, in this order: the user's folder for data, then the machine's.
  public static func places(_ environment: [String: String]) -> [String] {
    var folders = ["/usr/local/share/booth", "/usr/share/booth"]
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      folders.insert(folder + "/booth", at: 0)
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folders.insert(home + "/.local/share/booth", at: 0)
    }
    return folders.map { "\($0)/\(fileName)" }
  }

  /// Reads a file.
  /// - Throws: where it is not there, damaged, or something else; in words that say what to do.
  public init(path: String) throws(FeatureError) {
    guard let bytes = OrdinaryFile.bytes(path) else {
      throw FeatureError("there are no weights of the learned features in \(path): \(Self.remedy)")
    }
    do throws(WeightsFault) {
      try self.init(bytes: bytes)
    } catch {
      throw FeatureError(
        "\(path) holds no weights of the learned features: \(error.description); remove it, and \(Self.remedy)")
    }
  }

  init(tensors: [String: Tensor]) { self.tensors = tensors }

  init(bytes: [UInt8]) throws(WeightsFault) {
    guard bytes.count >= Self.headerBytes, Array(bytes[0..<8]) == Self.magic else {
      throw WeightsFault("it does not begin as such a file does")
    }
    let (version, count) = (Self.number(bytes, 8), Self.number(bytes, 12))
    guard version == Self.version else {
      throw WeightsFault("it has the form \(version), this booth reads the form \(Self.version)")
    }
    guard Self.digest(bytes[Self.headerBytes...]) == Array(bytes[16..<Self.headerBytes]) else {
      throw WeightsFault("its checksum does not match what is in it")
    }
    var at = Self.headerBytes
    var directory: [(name: String, shape: [Int])] = []
    for _ in 0..<count { directory.append(try Self.entry(bytes, &at)) }
    at += (16 - (at - Self.headerBytes) % 16) % 16
    var tensors: [String: Tensor] = [:]
    for (name, shape) in directory {
      let length = shape.reduce(1, *)
      guard length <= (bytes.count - at) / 4 else { throw WeightsFault("it ends in the middle of \(name)") }
      let values = bytes.withUnsafeBytes { raw in
        (0..<length).map { index in
          Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: at + index * 4, as: UInt32.self)))
        }
      }
      guard values.allSatisfy(\.isFinite) else { throw WeightsFault("\(name) has a number in it that is none") }
      guard tensors.updateValue(Tensor(shape: shape, values: values), forKey: name) == nil else {
        throw WeightsFault("\(name) is in it twice")
      }
      at += length * 4
    }
    guard at == bytes.count else { throw WeightsFault("it goes on after its last layer") }
    self.tensors = tensors
  }

  private static let magic = Array("boothwts".utf8)
  private static let version = 1
  private static let headerBytes = 48

  /// A name's length and the number of sides, a byte each; the name; the sides, 32 bits each.
  private static func entry(_ bytes: [UInt8], _ at: inout Int) throws(WeightsFault) -> (String, [Int]) {
    let short = WeightsFault("it ends in the middle of its directory")
    guard at + 2 <= bytes.count else { throw short }
    let (nameBytes, rank) = (Int(bytes[at]), Int(bytes[at + 1]))
    guard rank <= 4, at + 2 + nameBytes + rank * 4 <= bytes.count else { throw short }
    let name = String(decoding: bytes[(at + 2)..<(at + 2 + nameBytes)], as: UTF8.self)
    at += 2 + nameBytes
    var shape: [Int] = []
    for _ in 0..<rank {
      shape.append(number(bytes, at))
      at += 4
    }
    // Each side at most 4096, so that their product cannot overflow; no layer comes near.
    guard shape.allSatisfy({ (1...4096).contains($0) }) else { throw WeightsFault("\(name) has impossible sides") }
    return (name, shape)
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << ($1 * 8) }
  }

  private static func digest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBufferPointer { cf_sha256($0.baseAddress, $0.count, &digest) }
    return digest
  }

  /// The file of these tensors: what ``init(bytes:)`` reads.
  var bytes: [UInt8] {
    func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let sorted = tensors.sorted { $0.key < $1.key }
    var body: [UInt8] = []
    for (name, tensor) in sorted {
      body += [UInt8(name.utf8.count), UInt8(tensor.shape.count)] + name.utf8 + tensor.shape.flatMap(bytes)
    }
    body += Array(repeating: 0, count: (16 - body.count % 16) % 16)
    for (_, tensor) in sorted { body += tensor.values.flatMap { bytes(Int($0.bitPattern)) } }
    return Self.magic + bytes(Self.version) + bytes(sorted.count) + Self.digest(body[...]) + body
  }
}

/// What is wrong with a file of weights.
struct WeightsFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension Weights {
  /// A layer by its name, whose sides must be these; 0 stands for any.
  func tensor(_ name: String, _ shape: [Int]) throws(WeightsFault) -> Tensor {
    guard let tensor = tensors[name] else { throw WeightsFault("the layer \(name) is missing") }
    let fits =
      tensor.shape.count == shape.count && zip(tensor.shape, shape).allSatisfy { $1 == 0 || $0 == $1 }
    guard fits else {
      let words = [tensor.shape, shape].map { sides in
        sides.map { $0 == 0 ? "any" : "\($0)" }.joined(separator: " × ")
      }
      throw WeightsFault("the layer \(name) is \(words[0]), expected \(words[1])")
    }
    return tensor
  }
}
