/// What was missing in a scan, as a number: FNV-1a of 64 bits (Fowler, Noll, Vo) over the photos of which something was.
///
/// Of other texts, such as the albums of a photo, it makes a number as well.
struct LibraryAbsence: Sendable, Equatable {
  private var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  private var count = 0

  /// Takes a photo in; in the order of the scan.
  mutating func add(_ asset: LibraryAsset, _ remark: LibraryRemark?) {
    guard let remark else { return }
    count += 1
    for byte in asset.uuid.utf8 { add(byte) }
    for byte in remark.rawValue.utf8 { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Another one where any of these is.
  static func sum(of texts: [String]) -> String {
    var sum = LibraryAbsence()
    for text in texts {
      for byte in text.utf8 { sum.add(byte) }
      sum.add(0)
    }
    return String(sum.sum, radix: 16)
  }

  /// Other marks are older, and of scans that read less.
  static let beginning = ",absent-4:"

  /// Behind the mark of a scan.
  var text: String { Self.beginning + (count == 0 ? "0" : "\(count)-" + String(sum, radix: 16)) }
}
