import BoothCore

/// What stands on a print: pictures, frames, words.
extension EventReader {
  /// Photos may stand over the paper's edge by so much, as printers cut unevenly.
  private static let bleed = 3.0
  private static let standard = "the standard layout is used"

  mutating func pictures(in fields: EventFields, on layout: PrintLayout, strips: Int) -> [PrintLayout.Picture]? {
    guard let items = list("pictures", in: fields, of: "pictures", limit: 24) else { return nil }
    var pictures: [PrintLayout.Picture] = []
    for (index, item) in items.enumerated() {
      let path = "\(fields.path("pictures"))[\(index)]"
      guard let picture = picture(item, number: index, at: path, on: layout, strips: strips) else { return nil }
      pictures.append(picture)
    }
    guard pictures.contains(where: { $0.strip < strips }) else {
      warn(
        fields.path("pictures"), expected: "a picture of at least one of the plan's strips, 0 to \(strips - 1)",
        found: "none", Self.standard)
      return nil
    }
    let missing = (0..<strips).filter { strip in !pictures.contains { $0.strip == strip } }
    if let first = missing.first {
      warn(
        fields.path("pictures"), expected: "a picture for each of the plan's \(strips) strips",
        found: "none of strip \(first)",
        "\(missing.count == 1 ? "that photo is" : "those photos are") not in the composite")
    }
    return pictures
  }

  private mutating func picture(
    _ item: JSON5Value, number: Int, at path: String, on layout: PrintLayout, strips: Int
  ) -> PrintLayout.Picture? {
    guard case .object(let object) = item else {
      warn(path, expected: "a picture, which is an object", found: item.summary, Self.standard)
      return nil
    }
    let fields = EventFields(object, at: path)
    checkKeys(
      of: fields, known: ["strip", "box_mm", "turn", "radius_mm", "border_mm", "border_color"])
    guard let box = box("box_mm", in: fields, least: 5, otherwise: Self.standard) else { return nil }
    var picture = PrintLayout.Picture(strip: number, box: box)
    if let strip = object["strip"] {
      guard let number = strip.wholeNumber, (0..<24).contains(number) else {
        warn(
          fields.path("strip"), expected: "the number of a strip, from 0", found: strip.summary, Self.standard)
        return nil
      }
      picture.strip = number
    }
    if picture.strip >= strips {
      warn(
        fields.path("strip"), expected: "a strip of the plan, 0 to \(strips - 1)", found: "\(picture.strip)",
        "the place stays empty")
    }
    picture.turn = measure("turn", in: fields, -360...360, "degrees", otherwise: 0)
    let most = min(box.width, box.height) / 2
    picture.radius = measure("radius_mm", in: fields, 0...most, "millimetres", otherwise: 0)
    picture.border = measure("border_mm", in: fields, 0...20, "millimetres", otherwise: 0)
    picture.borderInk = ink("border_color", in: fields, otherwise: "white is used") ?? .own(.white)
    let part = PrintLayout.Part(path, box.inset(by: -picture.border), turn: picture.turn)
    let paper = PrintLayout.Part("", layout.panel.whole)
    // So no photo is drawn much larger than the paper.
    guard part.overlap(with: paper) > part.area / 2 else {
      warn(path, expected: layout.inside, found: "most of it outside", Self.standard)
      return nil
    }
    if part.overhang(of: layout.panel) > Self.bleed + 0.01 {
      warn(
        path, expected: layout.inside + ", or at most \(Self.bleed.short) mm beyond its edge",
        found: "\(rounded(part.overhang(of: layout.panel))) mm beyond it", "it is cut off there")
    }
    return picture
  }

  mutating func frames(_ key: String, in fields: EventFields, on layout: PrintLayout) -> [PrintLayout.Frame] {
    // One name is a list of one.
    if case .string? = fields.object[key] {
      return picture(key, in: fields).map { [PrintLayout.Frame(name: $0)] } ?? []
    }
    var frames: [PrintLayout.Frame] = []
    for (index, item) in (list(key, in: fields, of: "pictures", limit: 8) ?? []).enumerated() {
      let path = "\(fields.path(key))[\(index)]"
      switch item {
      case .string:
        var object = JSON5Object()
        object.add(item, for: "\(key)[\(index)]")
        if let name = picture("\(key)[\(index)]", in: EventFields(object, at: fields.prefix)) {
          frames.append(.init(name: name))
        }
      case .object(let object):
        let part = EventFields(object, at: path)
        checkKeys(of: part, known: ["picture", "box_mm"])
        guard object["picture"] != nil else {
          warn(
            part.path("picture"), expected: "a PNG or JPEG file in the event's folder", found: "nothing",
            "nothing is shown in its place")
          continue
        }
        guard let name = picture("picture", in: part) else { continue }
        if object["box_mm"] == nil {
          frames.append(.init(name: name))
        } else if let box = box("box_mm", in: part, least: 1, otherwise: "the picture is left out") {
          let place = PrintLayout.Part("", box)
          guard place.overlap(with: PrintLayout.Part("", layout.panel.whole)) > place.area / 2 else {
            warn(part.path("box_mm"), expected: layout.inside, found: "most of it outside", "the picture is left out")
            continue
          }
          frames.append(.init(name: name, box: box))
        }
      default:
        warn(
          path, expected: "a file's name, or an object with picture and box_mm", found: item.summary,
          "nothing is shown in its place")
      }
    }
    return frames
  }

  mutating func texts(in fields: EventFields, on layout: PrintLayout) -> [PrintLayout.Text] {
    var texts: [PrintLayout.Text] = []
    for (index, item) in (list("texts", in: fields, of: "texts", limit: 24) ?? []).enumerated() {
      let path = "\(fields.path("texts"))[\(index)]"
      guard case .object(let object) = item else {
        warn(path, expected: "a text, which is an object", found: item.summary, "it is left out")
        continue
      }
      if let text = text(EventFields(object, at: path), on: layout) { texts.append(text) }
    }
    return texts
  }

  private mutating func text(_ fields: EventFields, on layout: PrintLayout) -> PrintLayout.Text? {
    checkKeys(
      of: fields, known: ["words", "box_mm", "turn", "align", "color", "plate", "size_mm", "bold"])
    guard let box = box("box_mm", in: fields, least: 2, otherwise: "the text is left out") else { return nil }
    var text = PrintLayout.Text(words: "", box: box)
    switch fields.object["words"] {
    case .object(let words):
      let words = EventFields(words, at: fields.path("words"))
      for key in words.object.keys.prefix(32) {
        guard let code = Self.languageCode(key) else {
          warn(
            words.path(key.printable(limit: 48)), expected: "a BCP 47 code such as en or pt-BR",
            found: "\"\(key.printable(limit: 48))\"", "it is ignored")
          continue
        }
        guard let line = self.text(key, in: words) else { continue }
        text.translations[code] = line
        // The first one stands in for languages that have none.
        if text.words.isEmpty { text.words = line }
      }
    default: text.words = self.text("words", in: fields) ?? ""
    }
    for placeholder in Set(([text.words] + text.translations.values).flatMap(PrintWords.unknown(in:))).sorted() {
      warn(
        fields.path("words"), expected: PrintWords.names.map { "{\($0)}" }.joined(separator: ", "),
        found: "\"\(placeholder.printable(limit: 48))\"", "it is printed as it stands")
    }
    text.turn = measure("turn", in: fields, -360...360, "degrees", otherwise: 0)
    if let align = fields.object["align"] {
      if case .string(let name) = align, let align = PrintLayout.Text.Align(rawValue: name) {
        text.align = align
      } else {
        warn(
          fields.path("align"), expected: "\"start\", \"center\" or \"end\"", found: align.summary, "center is used")
      }
    }
    text.ink = ink("color", in: fields, otherwise: "the theme's accent colour is used") ?? .accent
    text.plate = ink("plate", in: fields, otherwise: "there is none")
    if fields.object["size_mm"] != nil {
      text.size = measure("size_mm", in: fields, 1...100, "millimetres", otherwise: box.height * 0.62)
    }
    text.isBold = bool("bold", in: fields, otherwise: true)
    guard PrintLayout.Part("", box, turn: text.turn).overhang(of: layout.panel) < 0.05 else {
      warn(fields.path("box_mm"), expected: layout.inside, found: "a part of it outside", "the text is left out")
      return nil
    }
    return text
  }

  // MARK: Single values

  /// A box that lies within the panel; nil leaves it out.
  mutating func place(_ key: String, in fields: EventFields, on layout: PrintLayout, least: Double) -> MillimetreRect? {
    guard let box = box(key, in: fields, least: least, otherwise: "there is none") else { return nil }
    guard PrintLayout.Part("", box).overhang(of: layout.panel) < 0.05 else {
      warn(fields.path(key), expected: layout.inside, found: "a part of it outside", "there is none")
      return nil
    }
    return box
  }

  private mutating func box(_ key: String, in fields: EventFields, least: Double, otherwise: String) -> MillimetreRect?
  {
    guard case .array(let items)? = fields.object[key], items.count == 4, case let numbers = items.compactMap(\.double),
      numbers.count == 4, numbers.allSatisfy({ (-1000.0...1000).contains($0) }), numbers[2] >= least,
      numbers[3] >= least
    else {
      warn(
        fields.path(key), expected: "[x, y, width, height] in millimetres, the latter two at least \(least.short)",
        found: fields.found(key), otherwise)
      return nil
    }
    return MillimetreRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private mutating func measure(
    _ key: String, in fields: EventFields, _ range: ClosedRange<Double>, _ unit: String, otherwise: Double
  ) -> Double {
    guard let value = fields.object[key] else { return otherwise }
    if let number = value.double, range.contains(number) { return number }
    warn(
      fields.path(key), expected: "\(unit) from \(rounded(range.lowerBound)) to \(rounded(range.upperBound))",
      found: value.summary, "\(rounded(otherwise)) is used")
    return otherwise
  }

  /// A colour, or the name of one of the theme's.
  mutating func ink(_ key: String, in fields: EventFields, otherwise: String) -> PrintLayout.Ink? {
    guard let value = fields.object[key] else { return nil }
    if case .string(let text) = value, text.utf8.count <= 64 {
      switch text {
      case "primary": return .primary
      case "secondary": return .secondary
      case "accent": return .accent
      default: if let color = RGBColor(hex: text) { return .own(color) }
      }
    }
    warn(
      fields.path(key), expected: "\"primary\", \"secondary\", \"accent\" or a colour as #RRGGBB", found: value.summary,
      otherwise)
    return nil
  }

  /// To tenths.
  private func rounded(_ number: Double) -> String { ((number * 10).rounded() / 10).short }
}

extension MillimetreSize {
  fileprivate var whole: MillimetreRect { MillimetreRect(x: 0, y: 0, width: width, height: height) }
}

extension PrintLayout {
  /// What a problem says was expected of a part's place.
  fileprivate var inside: String { "a box on the \(panel.width.short) x \(panel.height.short) mm of the paper" }
}
