import BoothCore

/// Where a picture says that it was taken (CIPA DC-008, 4.6.6): WGS 84, as receivers of GPS have it.
public struct ExifPlace: Sendable, Equatable {
  /// Degrees, north is positive; -90...90.
  public var latitude: Double
  /// Degrees, east is positive; -180...180.
  public var longitude: Double
  /// The camera's direction in degrees clockwise from true north, 0..<360; nil where the picture does not say, or counts
  /// from magnetic north.
  public var bearing: Double?
  /// How far off the position may be, in metres; nil where the picture does not say.
  public var accuracy: Double?
}

extension ExifReader {
  /// The place in the GPS directory; nil where there is none, or one that is nowhere on the earth.
  static func place(_ tiff: TIFFReader) -> ExifPlace? {
    guard let directory = tiff.entry(ExifTag.gpsDirectory, inDirectoryAt: tiff.firstDirectory).flatMap(tiff.number)
    else { return nil }
    func text(_ tag: UInt16) -> String? { tiff.entry(tag, inDirectoryAt: directory).flatMap(tiff.text) }
    func rationals(_ tag: UInt16) -> [Double] {
      tiff.entry(tag, inDirectoryAt: directory).map(tiff.rationals) ?? []
    }
    func degrees(_ tag: UInt16, _ reference: UInt16, _ positive: String, _ negative: String) -> Double? {
      let parts = rationals(tag)
      guard (1...3).contains(parts.count), parts.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
      guard parts.dropFirst().allSatisfy({ $0 < 60.000_001 }) else { return nil }
      let value = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
      return switch text(reference)?.uppercased() {
      case positive: value
      case negative: -value
      default: nil
      }
    }
    guard let latitude = degrees(0x0002, 0x0001, "N", "S"), let longitude = degrees(0x0004, 0x0003, "E", "W"),
      latitude.magnitude <= 90, longitude.magnitude <= 180
    else { return nil }
    // A camera that had no fix yet writes zeros, or divides by them.
    guard latitude != 0 || longitude != 0 else { return nil }
    var place = ExifPlace(latitude: latitude, longitude: longitude)
    if text(0x0010)?.uppercased() != "M", let bearing = rationals(0x0011).first, (0..<360).contains(bearing) {
      place.bearing = bearing
    }
    if let accuracy = rationals(0x001F).first, accuracy.isFinite, accuracy >= 0, accuracy < 1_000_000 {
      place.accuracy = accuracy
    }
    return place
  }
}

extension TIFFReader {
  /// An entry of RATIONALs; one that divides by zero is no number.
  func rationals(_ entry: Entry) -> [Double] {
    guard entry.type == 5, entry.count <= 16 else { return [] }
    return (0..<entry.count).map { index in
      let at = entry.valueOffset + index * 8
      guard let over = word(at), let under = word(at + 4), under != 0 else { return .nan }
      return Double(over) / Double(under)
    }
  }
}
