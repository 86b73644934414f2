import BoothCore

/// A JPEG file without what it says of itself (ITU-T T.81, annex B): its picture stays as it is, bit for bit, and so do its
/// orientation and its colours. EXIF, XMP, IPTC, comments, makers' notes, previews, and whatever stands behind the picture are left out.
public struct BareJPEG: Sendable, Equatable {
  /// A piece of the new file.
  public enum Piece: Sendable, Equatable {
    /// As it stands here.
    case bytes([UInt8])
    /// As it stands in the old file.
    case range(Range<Int>)
  }

  /// Whether what says that it is a colour profile has the mark that all have (ICC.1, 7.2); what has none is some other text.
  private let hasProfile: Bool
  /// The new file, in its order.
  public private(set) var pieces: [Piece] = []

  /// How many bytes it has.
  public var count: Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .bytes(let bytes): sum + bytes.count
      case .range(let range): sum + range.count
      }
    }
  }

  /// Why there is none.
  public enum Fault: Error, Sendable, Equatable {
    /// The file is no JPEG.
    case notJPEG
    /// Its structure contradicts itself, or it ends too early: it is unknown what belongs to its picture.
    case damaged
    /// The medium did not give its bytes.
    case unreadable
  }

  /// Reads all of the file once. Blocks.
  public init(_ source: some PhotoBytes) throws(Fault) {
    let file = PiecedBytes(source)
    guard try file.byte(0) == 0xFF, try file.byte(1) == 0xD8 else { throw .notJPEG }
    let facts = PhotoFacts.read(source)
    hasProfile = try Self.isProfile(facts, source)
    pieces = [.bytes([0xFF, 0xD8])]
    let exif = Self.exif(facts, hasProfile: hasProfile)
    var (at, isTold) = (2, exif.isEmpty)
    while true {
      // Filling bytes before a marker go, too.
      guard try file.byte(at) == 0xFF else { throw .damaged }
      while try file.byte(at + 1) == 0xFF { at += 1 }
      guard let marker = try file.byte(at + 1) else { throw .damaged }
      if marker == 0xD9 {
        pieces.append(.bytes([0xFF, 0xD9]))
        return
      }
      guard marker != 0x00, !(0xD0...0xD8).contains(marker), let high = try file.byte(at + 2),
        let low = try file.byte(at + 3), high << 8 | low >= 2, at + 2 + (high << 8 | low) <= file.count
      else { throw .damaged }
      let payload = at + 4..<at + 2 + (high << 8 | low)
      // JFIF's own segment stays the first.
      if !isTold, marker != 0xE0 {
        pieces.append(.bytes(exif))
        isTold = true
      }
      try keep(marker, at..<payload.upperBound, payload, file)
      at = payload.upperBound
      if marker == 0xDA {
        let end = try file.endOfScan(at)
        pieces.append(.range(at..<end))
        at = end
      }
    }
  }

  private mutating func keep(
    _ marker: Int, _ segment: Range<Int>, _ payload: Range<Int>, _ file: PiecedBytes
  ) throws(Fault) {
    switch marker {
    case 0xE0:
      // JFIF without its thumbnail; JFXX holds nothing but one.
      let head = try file.bytes(payload.prefix(12))
      guard head.count == 12, head.starts(with: Array("JFIF\0".utf8)) else { return }
      pieces.append(.bytes([0xFF, 0xE0, 0, 16] + head + [0, 0]))
    case 0xE2:
      // A colour profile; others are indices of more pictures.
      guard try file.bytes(payload.prefix(12)).elementsEqual(Array("ICC_PROFILE\0".utf8)) else { return }
      guard hasProfile else { return }
      pieces.append(.range(segment))
    case 0xEE:
      // Adobe's says how colours are stored.
      let head = try file.bytes(payload.prefix(12))
      guard head.count == 12, head.starts(with: Array("Adobe".utf8)) else { return }
      pieces.append(.bytes([0xFF, 0xEE, 0, 14] + head))
    // Reserved markers (2 to 0xBF) belong to no picture.
    case 0x02...0xBF, 0xE1, 0xE3...0xED, 0xEF, 0xF0...0xFE: return
    default: pieces.append(.range(segment))
    }
  }

  private static func isProfile(_ facts: PhotoFacts, _ source: some PhotoBytes) throws(Fault) -> Bool {
    guard let first = facts.profile.first, first.count >= 40 else { return false }
    do { return try source.read(at: first.lowerBound + 36, count: 4) == Array("acsp".utf8) } catch { throw .unreadable }
  }

  /// As much of EXIF as the picture is wrong without: how it stands upright, and Adobe RGB where no profile says it.
  private static func exif(_ facts: PhotoFacts, hasProfile: Bool) -> [UInt8] {
    let isAdobe = facts.isAdobeRGB && !hasProfile
    guard facts.orientation != .upright || isAdobe else { return [] }
    func entry(_ tag: Int, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      [UInt8(tag >> 8), UInt8(tag & 255), 0, type, 0, 0, 0, count] + value
    }
    var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, isAdobe ? 2 : 1]
    tiff += entry(0x0112, 3, 1, [0, UInt8(facts.orientation.rawValue), 0, 0])
    if isAdobe {
      // A directory of its own (34665) from byte 38: colours of no calibrated space, and where the rule's name stands (40965).
      tiff += entry(0x8769, 4, 1, [0, 0, 0, 38]) + [0, 0, 0, 0]
      tiff += [0, 2] + entry(0xA001, 3, 1, [0xFF, 0xFF, 0, 0]) + entry(0xA005, 4, 1, [0, 0, 0, 68]) + [0, 0, 0, 0]
      tiff += [0, 1] + entry(0x0001, 2, 4, Array("R03\0".utf8))
    }
    tiff += [0, 0, 0, 0]
    let length = tiff.count + 8
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + tiff
  }
}

/// A file that is read once from its beginning to its end.
private final class PiecedBytes {
  private static let piece = 1 << 18

  let count: Int
  private let source: any PhotoBytes
  private var held: [UInt8] = []
  private var start = 0

  init(_ source: some PhotoBytes) {
    self.source = source
    count = source.count
  }

  /// Nil beyond the end.
  func byte(_ at: Int) throws(BareJPEG.Fault) -> Int? {
    guard at < count else { return nil }
    if at < start || at >= start + held.count { try fetch(at) }
    return at - start < held.count ? Int(held[at - start]) : nil
  }

  func bytes(_ range: Range<Int>) throws(BareJPEG.Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    for at in range { if let byte = try byte(at) { bytes.append(UInt8(byte)) } }
    return bytes
  }

  private func fetch(_ at: Int) throws(BareJPEG.Fault) {
    do { held = try source.read(at: at, count: Self.piece) } catch { throw .unreadable }
    start = at
  }

  /// Where the next marker stands that ends a scan: any but a stuffed zero and restarts.
  func endOfScan(_ from: Int) throws(BareJPEG.Fault) -> Int {
    var at = from
    while at < count {
      if at < start || at >= start + held.count { try fetch(at) }
      guard at - start < held.count else { break }
      // The quick way to the next marker within what is held.
      guard let next = held[(at - start)...].firstIndex(of: 0xFF) else {
        at = start + held.count
        continue
      }
      at = start + next
      guard let marker = try byte(at + 1) else { break }
      if marker != 0x00, marker != 0xFF, !(0xD0...0xD7).contains(marker) { return at }
      at += marker == 0xFF ? 1 : 2
    }
    throw .damaged
  }
}

extension Range<Int> {
  fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
