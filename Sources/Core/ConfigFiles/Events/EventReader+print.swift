import BoothCore

/// The layouts of prints: a preset's name, or an object with `preset` or `paper_mm`.
extension EventReader {
  private static let paperSides = 40.0...330.0
  private static let resolutions = 150...600
  /// 24 megapixels: what a composite may hold in memory several times over.
  private static let maximumArea = 24_000_000
  private static let keys = [
    "preset", "paper_mm", "dpi", "panel_mm", "panels_mm", "ground", "under", "pictures", "over", "logo_mm", "texts",
    "qr",
    "qr_mm", "overlap",
  ]
  private static let presets = ["strip"] + PrintLayout.Preset.allCases.map(\.rawValue)
  private static let standard = "the standard layout is used"

  /// Whether `layout` describes a print, rather than a composite in pixels.
  static func isPrint(_ fields: FileFields) -> Bool {
    fields.object["paper_mm"] != nil || fields.object["preset"] != nil
  }

  /// A layout by its name alone; nil is the standard one.
  mutating func preset(
    named name: String, at path: String, strips: Int, hasCode: Bool = false, isOneOfSeveral: Bool = false
  ) -> PrintLayout? {
    if name == "strip" { return nil }
    guard let preset = PrintLayout.Preset(rawValue: name) else {
      warn(
        path, expected: "one of \(Self.presets.joined(separator: ", "))", found: "\"\(name.printable(limit: 48))\"",
        Self.standard)
      return nil
    }
    let count = preset.pictures(strips: strips)
    if count != strips, !isOneOfSeveral || count > strips {
      warn(
        path, expected: "a layout with a photo for each of the plan's \(strips) strips",
        found: "\(name), which has \(count)",
        count < strips ? "the last photos are not in the composite" : "the last places stay empty")
    }
    return .preset(preset, strips: strips, hasCode: hasCode)
  }

  /// Nil uses the standard layout; why is said. What cannot be used ends nothing: every mistake is said at once.
  mutating func printLayout(_ fields: FileFields, strips: Int, isOneOfSeveral: Bool = false) -> PrintLayout? {
    checkKeys(of: fields, known: Self.keys)
    let base = base(fields, strips: strips, isOneOfSeveral)
    var isUsable = base != nil
    // On the largest paper everything has room whose place is not to be judged.
    var layout =
      base
      ?? PrintLayout(
        paper: MillimetreSize(width: Self.paperSides.upperBound, height: Self.paperSides.upperBound), pictures: [])
    if fields.object["dpi"] != nil {
      if let dpi = dpi(in: fields) { layout.scale = dpi } else { isUsable = false }
    }
    if isUsable, layout.scale.pixels(layout.paper).area > Self.maximumArea {
      warn(
        fields.path("dpi"), expected: "at most \(Self.maximumArea / 1_000_000) million dots on the paper",
        found: "\(layout.scale.pixels(layout.paper))", Self.standard)
      isUsable = false
    }
    if fields.object["pictures"] != nil {
      if let pictures = pictures(in: fields, on: layout, strips: strips) {
        layout.pictures = pictures
      } else {
        isUsable = false
      }
    }
    layout.ground = ink("ground", in: fields, otherwise: "the theme's background is used") ?? layout.ground
    if fields.object["under"] != nil { layout.under = frames("under", in: fields, on: layout) }
    if fields.object["over"] != nil { layout.over = frames("over", in: fields, on: layout) }
    if fields.object["texts"] != nil { layout.texts = texts(in: fields, on: layout) }
    if fields.object["logo_mm"] != nil { layout.logo = place("logo_mm", in: fields, on: layout, least: 3) }
    // Smaller than 12 mm, the code of a link of 70 characters has dots that a phone's camera cannot tell apart.
    if fields.object["qr_mm"] != nil { layout.code = place("qr_mm", in: fields, on: layout, least: 12) }
    let overlaps = bool("overlap", in: fields, otherwise: false)
    guard isUsable else { return nil }
    if !overlaps {
      for pair in layout.overlaps {
        let below = fields.path(pair.below.key)
        warn(
          fields.path(pair.above.key), expected: "it beside \(below), or \"overlap\": true where that is meant",
          found: "it over \(below)", "it hides a part of it")
      }
    }
    return layout
  }

  private mutating func base(_ fields: FileFields, strips: Int, _ isOneOfSeveral: Bool) -> PrintLayout? {
    guard let value = fields.object["preset"] else { return paper(in: fields) }
    guard case .string(let name) = value, name != "strip" else {
      warn(
        fields.path("preset"), expected: "one of \(Self.presets.dropFirst().joined(separator: ", "))",
        found: value.summary, Self.standard)
      return nil
    }
    for key in ["paper_mm", "panel_mm", "panels_mm"] where fields.object[key] != nil {
      warn(fields.path(key), expected: "no \(key) beside a preset", found: fields.found(key), "it is ignored")
    }
    let hasCode = bool("qr", in: fields, otherwise: false)
    return preset(
      named: name, at: fields.path("preset"), strips: strips, hasCode: hasCode, isOneOfSeveral: isOneOfSeveral)
  }

  private mutating func paper(in fields: FileFields) -> PrintLayout? {
    let paper = size("paper_mm", in: fields)
    var isUsable = paper != nil
    var layout = PrintLayout(
      paper: paper ?? MillimetreSize(width: Self.paperSides.upperBound, height: Self.paperSides.upperBound),
      pictures: [])
    if fields.object["panel_mm"] != nil {
      if let panel = size("panel_mm", in: fields, least: 20) { layout.panel = panel } else { isUsable = false }
    }
    if fields.object["panels_mm"] != nil {
      if let panels = panels(in: fields, on: layout) { layout.panels = panels } else { isUsable = false }
    } else if layout.panel.width > layout.paper.width + 0.05 || layout.panel.height > layout.paper.height + 0.05 {
      warn(
        fields.path("panel_mm"),
        expected: "a panel within the paper's \(layout.paper.width.short) x \(layout.paper.height.short) mm",
        found: "\(layout.panel.width.short) x \(layout.panel.height.short) mm", Self.standard)
      isUsable = false
    }
    if fields.object["qr"] != nil {
      warn(
        fields.path("qr"), expected: "\"qr_mm\": [x, y, width, height] where paper_mm is given",
        found: fields.found("qr"), "there is no code")
    }
    if fields.object["pictures"] == nil {
      warn(fields.path("pictures"), expected: "a list of pictures", found: "nothing", Self.standard)
      isUsable = false
    }
    return isUsable ? layout : nil
  }

  private mutating func size(_ key: String, in fields: FileFields, least: Double = paperSides.lowerBound)
    -> MillimetreSize?
  {
    let range = least...Self.paperSides.upperBound
    let expected = "[width, height] in millimetres, \(least.short) to \(range.upperBound.short) each"
    guard let sides = fields[key]?.items, sides.count == 2, let width = sides[0].double,
      let height = sides[1].double, range.contains(width), range.contains(height)
    else {
      warn(fields.path(key), expected: expected, found: fields.found(key), Self.standard)
      return nil
    }
    return MillimetreSize(width: width, height: height)
  }

  private mutating func dpi(in fields: FileFields) -> PrintScale? {
    guard let dpi = fields.object["dpi"]?.wholeNumber, Self.resolutions.contains(dpi) else {
      warn(
        fields.path("dpi"),
        expected: "a whole number from \(Self.resolutions.lowerBound) to \(Self.resolutions.upperBound)",
        found: fields.found("dpi"), Self.standard)
      return nil
    }
    return PrintScale(dpi: dpi)
  }

  private mutating func panels(in fields: FileFields, on layout: PrintLayout) -> [MillimetrePoint]? {
    guard let items = list("panels_mm", in: fields, of: "places", limit: 8) else { return nil }
    var points: [MillimetrePoint] = []
    for item in items {
      guard let numbers = item.items, numbers.count == 2, let x = numbers[0].double, let y = numbers[1].double,
        x >= 0, y >= 0, x + layout.panel.width <= layout.paper.width + 0.05,
        y + layout.panel.height <= layout.paper.height + 0.05
      else {
        let expected = "[x, y] in millimetres, with the whole panel on the paper"
        warn(item.path, expected: expected, found: item.summary, Self.standard)
        continue
      }
      points.append(MillimetrePoint(x: x, y: y))
    }
    return points.count == items.count ? points : nil
  }
}
