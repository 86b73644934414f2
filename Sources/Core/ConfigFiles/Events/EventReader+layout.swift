import BoothCore

extension EventReader {
  private static let sides = 200...6000
  /// 24 megapixels: what a composite may hold in memory several times over.
  private static let maximumArea = 24_000_000
  private static let smallestSide = 16

  /// A preset's name, a print in millimetres (``printLayout(_:strips:)``), or a composite in pixels.
  /// - Parameter isOneOfSeveral: guests choose among them; one with room for fewer photos is as it is meant.
  /// - Returns: the composite in pixels, which for a print is its outline, and the print if it is one.
  mutating func layout(
    in event: FileFields, strips: Int, hasLogo: Bool, isOneOfSeveral: Bool = false
  ) -> (pixels: CompositeLayout, print: PrintLayout?) {
    let standard = CompositeLayout.standard(slots: strips, hasLogo: hasLogo)
    var print: PrintLayout?
    if case .string(let name)? = event.object["layout"] {
      print = preset(
        named: name.trimmed, at: event.path("layout"), strips: strips, isOneOfSeveral: isOneOfSeveral)
    } else {
      guard let fields = object("layout", in: event) else { return (standard, nil) }
      guard Self.isPrint(fields) else { return (pixelLayout(fields, strips: strips, otherwise: standard), nil) }
      print = printLayout(fields, strips: strips, isOneOfSeveral: isOneOfSeveral)
    }
    return (print?.outline(strips: strips) ?? standard, print)
  }

  /// `{"size": [w, h], "slots": [[x, y, w, h], …], "logo": [x, y, w, h], "footer": [x, y, w, h]}`, in pixels.
  private mutating func pixelLayout(
    _ fields: FileFields, strips: Int, otherwise standard: CompositeLayout
  ) -> CompositeLayout {
    checkKeys(of: fields, known: ["size", "slots", "logo", "footer"])
    for key in ["size", "slots"] where fields.object[key] == nil {
      warn(fields.path(key), expected: "\(key) of the layout", found: "nothing", "the standard layout is used")
    }
    let known = size(in: fields)
    // Where it is not known, nothing is judged that it decides.
    let size = known ?? PixelSize(width: Self.sides.upperBound, height: Self.sides.upperBound)
    let items = list("slots", in: fields, of: "slots", limit: 24)
    let slots = (items ?? []).compactMap { rectangle($0, in: size, otherwise: "the standard layout is used") }
    let (logo, footer) = (place("logo", in: fields, size), place("footer", in: fields, size))
    guard known != nil, slots.count == items?.count else { return standard }
    if slots.count != strips {
      warn(
        fields.path("slots"), expected: "one slot for each of the plan's \(strips) strips", found: "\(slots.count)",
        slots.count < strips ? "the last photos are not in the composite" : "the last slots stay empty")
    }
    return CompositeLayout(size: size, slots: slots, logo: logo, footer: footer)
  }

  private mutating func size(in fields: FileFields) -> PixelSize? {
    let standard = "the standard layout is used"
    let sides = value("size", in: fields, expected: "[width, height] in pixels", otherwise: standard) { value in
      value.items.flatMap { Self.areNumbers($0, 2) ? $0 : nil }
    }
    guard let sides else { return nil }
    let width = count(sides[0], Self.sides, otherwise: CompositeLayout.strip.size.width)
    let height = count(sides[1], Self.sides, otherwise: CompositeLayout.strip.size.height)
    guard width * height <= Self.maximumArea else {
      warn(
        fields.path("size"), expected: "at most \(Self.maximumArea) pixels", found: "\(width) x \(height)", standard)
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  private mutating func place(_ key: String, in fields: FileFields, _ canvas: PixelSize) -> PixelRect? {
    fields[key].flatMap { rectangle($0, in: canvas, otherwise: "there is none") }
  }

  /// Four whole numbers, moved and cut so that the rectangle lies inside `canvas`.
  private mutating func rectangle(_ value: FileValue, in canvas: PixelSize, otherwise: String) -> PixelRect? {
    let items = taken(value, expected: "[x, y, width, height] in pixels", otherwise: otherwise) { value in
      value.items.flatMap { Self.areNumbers($0, 4) ? $0 : nil }
    }
    guard let items else { return nil }
    let least = Self.smallestSide
    let x = count(items[0], 0...(canvas.width - least), otherwise: 0)
    let y = count(items[1], 0...(canvas.height - least), otherwise: 0)
    let width = count(items[2], least...(canvas.width - x), otherwise: least)
    let height = count(items[3], least...(canvas.height - y), otherwise: least)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  private static func areNumbers(_ items: [FileValue], _ count: Int) -> Bool {
    items.count == count && items.allSatisfy { $0.double?.isNaN == false }
  }
}
