public import BoothCore
import FoundationEssentials

/// What a gpsd says, line by line (`gpsd_json(5)`, "TPV"), until it says where the receiver is.
///
/// A fix counts where it is of two dimensions or three, and younger than ten seconds by a clock that is set; without such a
/// clock, what comes over the line now is taken for now's.
public struct GPSReports: Sendable {
  /// In seconds: older positions are where a person was.
  public static let oldest = 10.0

  /// Why there was no fix so far.
  public enum Lack: Sendable, Equatable {
    /// Nothing of it was a gpsd's.
    case notGPSD
    /// It watches no receiver.
    case noReceiver
    /// Its receivers have said nothing yet.
    case silent
    /// They see too few satellites.
    case noFix
    /// The last fix is so many seconds old, or so many seconds ahead.
    case old(Double)

    /// In words that go on after the daemon's address.
    public var words: String {
      switch self {
      case .notGPSD: "does not answer as a gpsd does"
      case .noReceiver: "has no receiver; plug one in, or name its device in gpsd's settings"
      case .silent: "has heard nothing from its receiver yet; try again in a moment"
      case .noFix: "has no fix yet; give the receiver a view of the sky, and some minutes"
      case .old(let seconds) where seconds < 0:
        "says a time that is \(Int(-seconds.rounded())) s ahead of this machine's clock; one of the two is wrong"
      case .old(let seconds): "has a last fix that is \(Int(seconds.rounded())) s old; wait until it has another"
      }
    }
  }

  public private(set) var lack = Lack.notGPSD

  /// Nothing was said yet.
  public init() {}

  private struct Report: Decodable {
    var `class`: String
    var devices: [Device]?
    var mode: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
    var eph: Double?
    var epx: Double?
    var epy: Double?
  }
  private struct Device: Decodable {}

  /// Takes a line; gives the fix if it has one. What is no report is passed over.
  /// - Parameter now: the booth's clock.
  public mutating func take(_ line: [UInt8], at now: WallTime) -> PositionFix? {
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(line)) else { return nil }
    switch report.class {
    case "VERSION", "WATCH": if lack == .notGPSD { lack = .silent }
    case "DEVICES": lack = report.devices?.isEmpty == false ? .silent : .noReceiver
    case "TPV": return fix(in: report, at: now)
    default: break
    }
    return nil
  }

  private mutating func fix(in report: Report, at now: WallTime) -> PositionFix? {
    guard let mode = report.mode, mode >= 2, let latitude = report.lat, let longitude = report.lon else {
      lack = .noFix
      return nil
    }
    if now.trusted {
      guard let time = report.time.flatMap(TimeText.read) else {
        lack = .noFix
        return nil
      }
      let age = now.unixSeconds - time.unixSeconds
      guard age.magnitude <= Self.oldest else {
        lack = .old(age)
        return nil
      }
    }
    // Older ones say east and north by themselves.
    let accuracy = report.eph ?? report.epx.flatMap { x in report.epy.map { (x * x + $0 * $0).squareRoot() } }
    guard let fix = PositionFix(latitude: latitude, longitude: longitude, accuracy: accuracy) else {
      lack = .noFix
      return nil
    }
    return fix
  }
}
