import FoundationEssentials
import PhotoModel

/// What the app's cache says of a photograph, in `md5/metadata/{2 digits}/{md5}.json`. Everything in it may be anybody's: what cannot
/// be is left out.
public struct CachedFacts: Sendable, Equatable {
  /// More is no such file: the app puts a camera's own notes into it, too.
  public static let mostBytes = 4 << 20

  /// In pixels, as stored: before any turn.
  public var width: Int?
  /// In pixels, as stored: before any turn.
  public var height: Int?
  /// What the camera's clock showed, in seconds since 1970 as if it had shown UTC.
  public var takenSeconds: Int64?
  /// How far that clock was ahead of UTC, in minutes, where the file says so: the app's never does.
  public var zoneMinutes: Int?
  /// As the camera wrote it.
  public var cameraMake: String?
  /// As the camera wrote it.
  public var cameraModel: String?
  /// As the camera wrote it.
  public var lensModel: String?
  /// In millimetres.
  public var focalLength: Double?
  /// The f-number.
  public var aperture: Double?
  /// `1/250`, or `2.0s`.
  public var shutterSpeed: String?
  /// The sensitivity.
  public var iso: Int?
  /// In degrees, north is positive.
  public var latitude: Double?
  /// In degrees, east is positive.
  public var longitude: Double?

  /// Nothing is known.
  public init() {}

  private struct Named: Codable {
    var value: String
  }

  /// As the app's encoder writes it: the sum in an object of its own, dates by ISO 8601.
  private struct File: Codable {
    var photoMD5: Named
    var width: Int?
    var height: Int?
    var captureDate: String?
    var cameraMake: String?
    var cameraModel: String?
    var lensModel: String?
    var focalLength: Double?
    var aperture: Double?
    var shutterSpeed: String?
    var iso: Int?
    var gpsLatitude: Double?
    var gpsLongitude: Double?
  }

  /// As a file for the app.
  public func bytes(of md5: PhotoMD5) -> [UInt8] {
    let date = takenSeconds.map { CalendarDay.text(wallSeconds: $0).replacing(" ", with: "T") + "Z" }
    let file = File(
      photoMD5: Named(value: md5.text), width: width, height: height, captureDate: date, cameraMake: cameraMake,
      cameraModel: cameraModel, lensModel: lensModel, focalLength: focalLength, aperture: aperture,
      shutterSpeed: shutterSpeed, iso: iso, gpsLatitude: latitude, gpsLongitude: longitude)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(file)) } catch { preconditionFailure("numbers were looked at: \(error)") }
  }

  /// Any value, as far as it is of use.
  private struct Loose: Decodable {
    var number: Double?
    var text: String?

    init(from decoder: any Decoder) throws {
      do {
        let value = try decoder.singleValueContainer()
        do { number = try value.decode(Double.self) } catch { text = try value.decode(String.self) }
      } catch {
        // An object, perhaps with the sum in it; anything else is nothing.
        do { text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: Key("value")) } catch {}
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// Reads what a person wrote.
  /// - Parameters:
  ///   - md5: the photograph's; a file of another one is none of it.
  ///   - known: when it was taken as far as anybody knows, in seconds since 1970, which tells what a number counts from.
  /// - Returns: nil for what is no such file.
  public static func read(_ bytes: [UInt8], of md5: PhotoMD5, near known: Int64? = nil) -> CachedFacts? {
    guard bytes.count <= mostBytes else { return nil }
    let file: [String: Loose]
    do { file = try JSONDecoder().decode([String: Loose].self, from: Data(bytes)) } catch { return nil }
    guard file["photoMD5"]?.text.flatMap({ PhotoMD5($0) }) == md5 else { return nil }
    func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      file[name]?.number.flatMap { range.contains($0) ? $0 : nil }
    }
    func whole(_ name: String, _ range: ClosedRange<Double>) -> Int? { number(name, range).map { Int($0) } }
    func text(_ name: String) -> String? {
      guard let text = file[name]?.text else { return nil }
      let plain = String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
      ).prefix(200)
      return plain.isEmpty ? nil : String(plain)
    }
    var facts = CachedFacts()
    facts.width = whole("width", 1...1_000_000)
    facts.height = whole("height", 1...1_000_000)
    if facts.width == nil || facts.height == nil { (facts.width, facts.height) = (nil, nil) }
    facts.cameraMake = text("cameraMake")
    facts.cameraModel = text("cameraModel")
    facts.lensModel = text("lensModel")
    facts.focalLength = number("focalLength", 0.1...100_000)
    facts.aperture = number("aperture", 0.1...1000)
    facts.shutterSpeed = text("shutterSpeed")
    facts.iso = whole("iso", 1...100_000_000)
    facts.latitude = number("gpsLatitude", -90...90)
    facts.longitude = number("gpsLongitude", -180...180)
    if facts.latitude == nil || facts.longitude == nil || (facts.latitude == 0 && facts.longitude == 0) {
      (facts.latitude, facts.longitude) = (nil, nil)
    }
    if let date = file["captureDate"] { facts.take(date, near: known) }
    return facts
  }

  private mutating func take(_ date: Loose, near known: Int64?) {
    if let number = date.number {
      takenSeconds = Self.seconds(number, near: known)
    } else if let text = date.text, let wall = CatalogDate.seconds(iso: text.prefix(19)) {
      takenSeconds = wall
      guard text.utf8.count > 19, !text.hasSuffix("Z"), !text.hasSuffix("z"),
        let moment = CatalogDate.seconds(iso: text)
      else { return }
      zoneMinutes = Int(wall - moment) / 60
    }
  }

  /// A number counts from 1970 or from 2001, as other programs and Swift's encoder do by default: what would be before
  /// 1990 or after 2040 is not meant. Where both may be it is the one that lies within two days of what is known, else
  /// neither.
  static func seconds(_ number: Double, near known: Int64?) -> Int64? {
    let years = Int64(631_152_000)...Int64(2_208_988_800)
    guard let whole = Int64(exactly: number.rounded(.down)), abs(whole) < 10_000_000_000 else { return nil }
    let meant = [whole, whole + 978_307_200].filter(years.contains)
    if meant.count < 2 { return meant.first }
    return known.flatMap { known in meant.first { abs($0 - known) <= 172_800 } }
  }

  /// In one line, such as `f/2.8 1/250 s 35 mm ISO 200`.
  public var exposure: String? {
    var parts: [String] = []
    func short(_ value: Double) -> String {
      let tenths = Int((value * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
    if let aperture { parts.append("f/" + short(aperture)) }
    if let shutterSpeed {
      let bare = shutterSpeed.hasSuffix("s") ? shutterSpeed.dropLast() : shutterSpeed[...]
      if bare.hasPrefix("1/"), Int(bare.dropFirst(2)) != nil {
        parts.append(bare + " s")
      } else if let seconds = Double(bare), (0.001...100_000).contains(seconds) {
        parts.append(short(seconds) + " s")
      }
    }
    if let focalLength { parts.append(short(focalLength) + " mm") }
    if let iso { parts.append("ISO \(iso)") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// As the app writes an exposure time.
  public static func shutter(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds > 0.000_001, seconds < 100_000 else { return nil }
    return seconds < 1 ? "1/\(Int((1 / seconds).rounded()))" : "\(seconds)s"
  }

  /// Maker and model, as people say it: makers write their name into the model, or do not.
  public var camera: String? {
    guard let cameraModel else { return cameraMake }
    guard let cameraMake, !cameraModel.lowercased().hasPrefix(cameraMake.prefix { $0 != " " }.lowercased()) else {
      return cameraModel
    }
    return cameraMake + " " + cameraModel
  }
}
