import BoothCore
import CVips
import ImageMetadata

/// Whether the coded picture of a HEIC is still what was written once. Decoders conceal damage: they give a picture that is grey or
/// smeared from there on, and say nothing of it.
///
/// What can be known: whether all bytes are in the file, whether the parts of the code add up, whether there are runs in them that no
/// encoder writes (as holes of zeros are, which a copy leaves that was broken off), and whether libde265 met with what makes no
/// sense. A changed byte that decodes to something is not found.
struct CodedCheck {
  let file: PhotoFileReader

  /// - Throws: ``ThumbnailError`` `.cut`, `.damaged`, or `.unreadable` for its disk.
  func check(_ size: PixelSize?) throws(ThumbnailError) {
    let pieces = CodedPiece.read(file)
    guard pieces.allSatisfy({ $0.data.allSatisfy { $0.upperBound <= file.count } }) else {
      throw ThumbnailError(.cut, "this file \(PhotoTrouble.cut.words)")
    }
    for piece in pieces {
      guard let units = Self.units(try read([piece.configuration]), try read(piece.data)) else {
        throw ThumbnailError(.damaged, "the parts of its code do not add up")
      }
      if units.contains(where: Self.hasHole) { throw ThumbnailError(.damaged, "there are holes in its code") }
      // As long again as decoding it; the largest are not waited for.
      if size?.area ?? .max > Self.mostDecoded { continue }
      let all = units.flatMap { unit in
        (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) } + Array(unit)
      }
      if cde265_check(all, all.count) == 1 { throw ThumbnailError(.damaged, "its decoder conceals damage") }
    }
  }

  /// In pixels.
  private static let mostDecoded = 60_000_000

  private func read(_ ranges: [Range<Int>]) throws(ThumbnailError) -> [UInt8] {
    var bytes: [UInt8] = []
    for range in ranges {
      do throws(PhotoFileReader.ReadError) { bytes += try file.read(at: range.lowerBound, count: range.count) } catch {
        throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
      }
    }
    return bytes
  }

  /// The NAL units of a decoder's configuration (ISO/IEC 14496-15, 8.3.3.1), then those of the picture; nil where they do not add up.
  static func units(_ configuration: [UInt8], _ data: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard configuration.count > 22 else { return nil }
    var units: [ArraySlice<UInt8>] = []
    func take(_ bytes: [UInt8], _ at: inout Int, lengthBytes: Int) -> Bool {
      guard at + lengthBytes <= bytes.count else { return false }
      let length = bytes[at..<at + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
      at += lengthBytes
      guard length > 0, length <= bytes.count - at else { return false }
      units.append(bytes[at..<at + length])
      at += length
      return true
    }
    var at = 23
    for _ in 0..<configuration[22] {
      guard at + 3 <= configuration.count else { return nil }
      let count = Int(configuration[at + 1]) << 8 | Int(configuration[at + 2])
      at += 3
      for _ in 0..<count { guard take(configuration, &at, lengthBytes: 2) else { return nil } }
    }
    let lengthBytes = Int(configuration[21] & 3) + 1
    at = 0
    while at < data.count { guard take(data, &at, lengthBytes: lengthBytes) else { return nil } }
    return data.isEmpty ? nil : units
  }

  /// Whether two zeros are followed by 0, 1 or 2, which no unit has (ITU-T H.265, 7.4.2.1); a few zeros at its end are padding.
  static func hasHole(_ unit: ArraySlice<UInt8>) -> Bool {
    var unit = unit
    for _ in 0..<8 where unit.last == 0 { unit.removeLast() }
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte < 3 { return true }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return false
  }
}
