/// What is known already of a source's photos, for a scan that names only what is not.
public protocol PhotoKnown: Sendable {
  /// Whether a photo is known, and is as it was: then it counts as being there.
  /// - Parameters:
  ///   - id: ``StableHash/id(_:)`` of its id.
  ///   - state: ``StableHash/state(size:modified:mark:)`` of what a scan would say.
  func isAsKnown(_ id: Int64, _ state: Int64) -> Bool

  /// Whether a file beside photos that may speak of them is known, and is as it was.
  /// - Parameters:
  ///   - id: ``StableHash/id(_:)`` of its id.
  ///   - state: ``StableHash/state(size:modified:mark:changed:)`` of what a scan would say.
  func isSidecarAsKnown(_ id: Int64, _ state: Int64) -> Bool
}

/// A source that need not name what is known: the names of a hundred thousand files do not become texts only to be found the same.
public protocol PhotoSkimmed: PhotoProvider {
  /// As ``PhotoProvider/scan(since:)``, but what `known` knows just so is not named; entries without any photo tell that it goes on.
  func scan(
    since mark: PhotoScanMark?, known: any PhotoKnown
  ) -> AsyncThrowingStream<PhotoScanStep, any Error>
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo), well mixed at its end; the same in every process.
public struct StableHash: Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Of nothing yet.
  public init() {}

  /// Of what `body` adds.
  public static func of(_ body: (inout StableHash) -> Void) -> Int64 {
    var hash = StableHash()
    body(&hash)
    return hash.value
  }

  /// Of an id.
  public static func id(_ id: PhotoID) -> Int64 { of { $0.add(id.text) } }

  /// Of what tells that a file is another one, of a photo of which its source says nothing else.
  public static func state(size: Int64?, modified: Int64?, mark: String) -> Int64 {
    of { $0.add(size: size, modified: modified, mark: mark) }
  }

  /// The same, its mark being a number in decimal digits.
  public static func state(size: Int64, modified: Int64, mark: UInt64) -> Int64 {
    of { hash in
      hash.add(size)
      hash.add(modified)
      hash.add(decimal: mark)
    }
  }

  /// The same of a file that is also another one when its system says that it changed: see ``PhotoSidecarFile/changed``.
  public static func state(size: Int64, modified: Int64, mark: UInt64, changed: Int64) -> Int64 {
    of { hash in
      hash.add(size)
      hash.add(modified)
      hash.add(decimal: mark)
      hash.add(changed)
    }
  }

  /// Of a file beside photos.
  public static func state(_ file: PhotoSidecarFile) -> Int64 {
    of { hash in
      hash.add(size: file.state.size, modified: file.state.modified, mark: file.state.mark)
      if let changed = file.changed { hash.add(changed) }
    }
  }

  /// The hash of all that was added.
  public var value: Int64 {
    var value = state
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return Int64(bitPattern: value ^ (value >> 33))
  }

  private mutating func add(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Bytes of a text that goes on: what follows belongs to it.
  public mutating func add(part bytes: UnsafeRawBufferPointer) { for byte in bytes { add(byte: byte) } }

  /// The end of a text.
  public mutating func end() { add(byte: 0xFF) }

  /// A text, or the rest of one that was begun.
  public mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    end()
  }

  /// A number, in eight bytes.
  public mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: number >> Int64(shift))) }
  }

  /// What tells that a file is another one.
  public mutating func add(size: Int64?, modified: Int64?, mark: String) {
    add(size ?? -1)
    add(modified ?? -1)
    add(mark)
  }

  /// The text that a number's decimal digits are.
  private mutating func add(decimal number: UInt64) {
    var power: UInt64 = 1
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      add(byte: UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
    end()
  }
}
