import Glibc
import Locations
import WebSupport

/// A map of pins on lines of degrees, drawn as SVG: it asks no other server for anything, and is a picture of links.
///
/// East and west are shortened as they are in the middle of the places, so that distances look alike both ways.
struct SiteMap {
  /// One place.
  struct Pin {
    var title: String
    var place: Coordinate
    /// The page that it leads to, relative.
    var page: String
    /// Its color's name in the style.
    var status: LocationStatus
  }

  /// In units of the drawing.
  static let width = 1000.0
  private static let margin = 60.0
  /// A site of one place shows a kilometre around it.
  private static let leastSpan = 0.01

  let pins: [Pin]
  private let shortening: Double
  private let west: Double
  private let north: Double
  private let east: Double
  private let south: Double
  /// Units for a degree of latitude.
  private let scale: Double
  let height: Double

  /// Nil without a place.
  init?(_ pins: [Pin]) {
    guard !pins.isEmpty else { return nil }
    self.pins = pins
    let latitudes = pins.map(\.place.latitude)
    var longitudes = pins.map(\.place.longitude)
    // Places on both sides of the date line lie beside each other.
    if let least = longitudes.min(), let most = longitudes.max(), most - least > 180 {
      longitudes = longitudes.map { $0 < 0 ? $0 + 360 : $0 }
    }
    let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    shortening = max(0.05, cos(middle * .pi / 180))
    func widened(_ values: [Double], least: Double) -> (Double, Double) {
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      let grow = max(0, least - (high - low)) / 2
      return (low - grow, high + grow)
    }
    (south, north) = widened(latitudes, least: Self.leastSpan)
    (west, east) = widened(longitudes, least: Self.leastSpan / shortening)
    let (across, down) = ((east - west) * shortening, north - south)
    // At least as high as half, and at most as high as the width and a quarter.
    let inner = Self.width - 2 * Self.margin
    let fitted = inner / across
    let innerHeight = min(max(down * fitted, inner * 0.4), inner * 1.2)
    scale = min(fitted, innerHeight / down)
    height = innerHeight + 2 * Self.margin
  }

  private func point(_ latitude: Double, _ longitude: Double) -> (x: Double, y: Double) {
    let (middleX, middleY) = ((west + east) / 2, (south + north) / 2)
    let turned = longitude < west - 180 ? longitude + 360 : longitude
    return (
      Self.width / 2 + (turned - middleX) * shortening * scale, height / 2 - (latitude - middleY) * scale
    )
  }

  /// 1, 2 or 5 and noughts: so many degrees apart that four to ten lines are drawn.
  static func step(_ span: Double) -> Double {
    var unit = 1e-6
    while unit < 100 {
      for factor in [1.0, 2, 5] where span / (unit * factor) <= 8 { return unit * factor }
      unit *= 10
    }
    return unit
  }

  /// To so many digits after the point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    let unit = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((abs(value) * Double(unit)).rounded())
    let rest = digits == 0 ? "" : "." + String(String(whole % unit + unit).dropFirst())
    return "\(value < 0 && whole > 0 ? "-" : "")\(whole / unit)\(rest)"
  }

  private static func number(_ value: Double) -> String { fixed(value, 1) }

  /// As many digits as tell one line from the next: `31.78° N`.
  private static func degrees(_ value: Double, _ step: Double, _ letters: (String, String)) -> String {
    var (digits, unit) = (0, 1.0)
    while digits < 6, step * unit < 0.999 { (digits, unit) = (digits + 1, unit * 10) }
    return "\(fixed(abs(value), digits))° \(value < 0 ? letters.1 : letters.0)"
  }

  /// Which multiples of a step lie between two values; at most a hundred.
  private static func numbers(_ low: Double, _ high: Double, _ step: Double) -> [Int] {
    let (first, last) = (Int((low / step).rounded(.up)), Int((high / step).rounded(.down)))
    return last < first ? [] : Array((first...last).prefix(100))
  }

  private func lines() -> [HTML] {
    let (halfX, halfY) = (Self.width / 2 / (shortening * scale), height / 2 / scale)
    let (middleX, middleY) = ((west + east) / 2, (south + north) / 2)
    let step = Self.step(2 * max(halfX * shortening, halfY))
    var lines: [HTML] = []
    for number in Self.numbers(middleY - halfY, middleY + halfY, step) {
      let latitude = Double(number) * step
      guard abs(latitude) <= 90 else { continue }
      let at = point(latitude, middleX).y
      let y = Self.number(at)
      // At the lower edge are the other lines' names.
      let name: HTML? =
        at > 50 && at < height - 90
        ? "<text x=\"8\" y=\"\(y)\" dy=\"-6\">\(Self.degrees(latitude, step, ("N", "S")))</text>" : nil
      lines.append("<path d=\"M0 \(y)H\(Self.number(Self.width))\"/>\(name)\n")
    }
    for number in Self.numbers(middleX - halfX, middleX + halfX, step) {
      let longitude = Double(number) * step
      let shown = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      let at = point(middleY, longitude).x
      let x = Self.number(at)
      let name: HTML? =
        at < Self.width - 190
        ? "<text x=\"\(x)\" y=\"\(Self.number(height - 12))\" dx=\"6\">\(Self.degrees(shown, step, ("E", "W")))</text>"
        : nil
      lines.append("<path d=\"M\(x) 0V\(Self.number(height))\"/>\(name)\n")
    }
    return lines
  }

  /// - Parameter name: what the map is called.
  func html(_ name: String) -> HTML {
    // The southernmost last, over what lies behind it.
    let marks = pins.sorted { $0.place.latitude > $1.place.latitude }.map { pin -> HTML in
      let at = point(pin.place.latitude, pin.place.longitude)
      return
        "<a href=\"\(pin.page)\" data-pin=\"\(pin.page)\"><title>\(pin.title)</title><circle class=\"touch\" cx=\"\(Self.number(at.x))\" cy=\"\(Self.number(at.y))\" r=\"24\"/><circle class=\"\(pin.status.rawValue)\" cx=\"\(Self.number(at.x))\" cy=\"\(Self.number(at.y))\" r=\"11\"/></a>\n"
    }
    return """
      <svg viewBox="0 0 \(Self.number(Self.width)) \(Self.number(height))" role="group" aria-label="\(name)" data-map>
      <g class="degrees" aria-hidden="true">
      \(lines())</g>
      \(marks)</svg>
      """
  }
}
