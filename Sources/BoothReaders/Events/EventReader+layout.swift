import BoothCore

extension EventReader {
  private static let sides = 200...6000
  /// 24 megapixels: what a composite may hold in memory several times over.
  private static let maximumArea = 24_000_000
  private static let smallestSide = 16

  /// A preset's name, a print in millimetres (``printLayout(_:strips:)``), or a composite in pixels.
  /// - Returns: the composite in pixels, which for a print is its outline, and the print if it is one.
  mutating func layout(in event: EventFields, strips: Int) -> (pixels: CompositeLayout, print: PrintLayout?) {
    let standard = CompositeLayout.standard(slots: strips)
    var print: PrintLayout?
    if case .string(let name)? = event.object["layout"] {
      print = preset(named: name.trimmed, at: event.path("layout"), strips: strips)
    } else {
      guard let fields = object("layout", in: event) else { return (standard, nil) }
      guard Self.isPrint(fields) else { return (pixelLayout(fields, strips: strips), nil) }
      print = printLayout(fields, strips: strips)
    }
    return (print?.outline(strips: strips) ?? standard, print)
  }

  /// `{"size": [w, h], "slots": [[x, y, w, h], …], "logo": [x, y, w, h], "footer": [x, y, w, h]}`, in pixels.
  private mutating func pixelLayout(_ fields: EventFields, strips: Int) -> CompositeLayout {
    let standard = CompositeLayout.standard(slots: strips)
    checkKeys(of: fields, known: ["size", "slots", "logo", "footer"])
    guard let size = size(in: fields), let items = list("slots", in: fields, of: "slots", limit: 24) else {
      for key in ["size", "slots"] where fields.object[key] == nil {
        warn(fields.path(key), expected: "\(key) of the layout", found: "nothing", "the standard layout is used")
      }
      return standard
    }
    let slots = items.enumerated().compactMap { index, item in
      rectangle(item, at: "\(fields.path("slots"))[\(index)]", in: size, otherwise: "the standard layout is used")
    }
    guard slots.count == items.count else { return standard }
    if slots.count != strips {
      warn(
        fields.path("slots"), expected: "one slot for each of the plan's \(strips) strips", found: "\(slots.count)",
        slots.count < strips ? "the last photos are not in the composite" : "the last slots stay empty")
    }
    return CompositeLayout(
      size: size, slots: slots,
      logo: place("logo", in: fields, size), footer: place("footer", in: fields, size))
  }

  private mutating func size(in fields: EventFields) -> PixelSize? {
    guard let value = fields.object["size"] else { return nil }
    guard case .array(let sides) = value, sides.count == 2, sides.allSatisfy({ $0.double?.isNaN == false }) else {
      warn(
        fields.path("size"), expected: "[width, height] in pixels", found: value.summary, "the standard layout is used")
      return nil
    }
    let path = fields.path("size")
    let width = count(sides[0], at: "\(path)[0]", Self.sides, otherwise: CompositeLayout.strip.size.width)
    let height = count(sides[1], at: "\(path)[1]", Self.sides, otherwise: CompositeLayout.strip.size.height)
    guard width * height <= Self.maximumArea else {
      warn(
        path, expected: "at most \(Self.maximumArea) pixels", found: "\(width) x \(height)",
        "the standard layout is used")
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  private mutating func place(_ key: String, in fields: EventFields, _ canvas: PixelSize) -> PixelRect? {
    guard let value = fields.object[key] else { return nil }
    return rectangle(value, at: fields.path(key), in: canvas, otherwise: "there is none")
  }

  /// Four whole numbers, moved and cut so that the rectangle lies inside `canvas`.
  private mutating func rectangle(_ value: JSON5Value, at path: String, in canvas: PixelSize, otherwise: String)
    -> PixelRect?
  {
    guard case .array(let items) = value, items.count == 4, items.allSatisfy({ $0.double?.isNaN == false }) else {
      warn(path, expected: "[x, y, width, height] in pixels", found: value.summary, otherwise)
      return nil
    }
    let least = Self.smallestSide
    let x = count(items[0], at: "\(path)[0]", 0...(canvas.width - least), otherwise: 0)
    let y = count(items[1], at: "\(path)[1]", 0...(canvas.height - least), otherwise: 0)
    let width = count(items[2], at: "\(path)[2]", least...(canvas.width - x), otherwise: least)
    let height = count(items[3], at: "\(path)[3]", least...(canvas.height - y), otherwise: least)
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}
