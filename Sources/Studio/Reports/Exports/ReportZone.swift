import BoothSystem
package import Documents
import StudioModel

/// Moments as clocks on a reader's wall have them, by the system's table of zones (Debian's tzdata).
package enum ReportZone {
  /// `2024-01-15T08:30:00-06:00`; `Z` in UTC.
  package static func written(_ time: DocumentTimestamp, _ zone: (Double) -> Int) -> String {
    let offset = zone(Double(time.seconds))
    guard offset != 0, let moved = DocumentTimestamp(seconds: time.seconds + Int64(offset)) else {
      return time.description
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(offset) / 60
    return moved.description.dropLast() + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// `2024-01-15 08:30`, and `UTC` behind it if the reader's zone is unknown.
  package static func shown(_ time: DocumentTimestamp, _ zone: (Double) -> Int, isKnown: Bool) -> String {
    let moved = DocumentTimestamp(seconds: time.seconds + Int64(zone(Double(time.seconds)))) ?? time
    return moved.description.prefix(16).replacing("T", with: " ") + (isKnown ? "" : " UTC")
  }

  /// How far clocks are ahead of UTC, in seconds, at moments in seconds since 1970.
  /// - Parameter name: `America/Chicago`, as browsers say it; what is none is UTC.
  package static func offsets(_ name: String) -> @Sendable (Double) -> Int {
    guard let table = table(name) else { return { _ in 0 } }
    return { table.offset(at: Int64($0)) }
  }

  /// Whether there is such a zone here.
  package static func isKnown(_ name: String) -> Bool { table(name) != nil }

  private static func table(_ name: String) -> ZoneTable? {
    let isName =
      !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/")
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
              || $0 == 0x2B || $0 == 0x5F
          }
      }
    guard isName, let bytes = OrdinaryFile.bytes("/usr/share/zoneinfo/\(name)") else { return nil }
    return ZoneTable(bytes)
  }
}

/// When a zone's clocks were set, as a file of it says (TZif, RFC 9636).
struct ZoneTable: Sendable {
  private var moments: [Int64] = []
  private var kinds: [UInt8] = []
  private var offsets: [Int] = []

  /// Nil for what is no such file.
  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int64? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let raw = bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return count == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : Int64(bitPattern: raw)
    }
    /// The counts of a header: UT marks, standard marks, leap seconds, moments, kinds, letters.
    func counts(_ place: Int) -> [Int]? {
      let found = (0..<6).compactMap { number(place + 20 + 4 * $0, 4) }.map { Int($0) }
      return found.count == 6 && found.allSatisfy { (0...100_000).contains($0) } ? found : nil
    }
    guard bytes.starts(with: Array("TZif".utf8)), bytes.count > 44, let old = counts(0) else { return nil }
    // The second part of a file has moments of 64 bits.
    var (start, width, found) = (44, 4, old)
    if bytes[4] >= UInt8(ascii: "2") {
      let second = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
      guard let new = counts(second) else { return nil }
      (start, width, found) = (second + 44, 8, new)
    }
    let kindsAt = start + found[3] * width
    let offsetsAt = kindsAt + found[3]
    guard found[4] > 0, offsetsAt + found[4] * 6 <= bytes.count else { return nil }
    for place in 0..<found[3] {
      guard let moment = number(start + place * width, width), bytes[kindsAt + place] < found[4] else { return nil }
      moments.append(moment)
      kinds.append(bytes[kindsAt + place])
    }
    for place in 0..<found[4] {
      guard let offset = number(offsetsAt + place * 6, 4), abs(offset) <= 93_600 else { return nil }
      offsets.append(Int(offset))
    }
  }

  /// In seconds ahead of UTC.
  func offset(at moment: Int64) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offsets[0] : offsets[Int(kinds[low - 1])]
  }
}
