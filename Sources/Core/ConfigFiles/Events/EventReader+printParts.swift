import BoothCore

/// What stands on a print: pictures, frames, words.
extension EventReader {
  /// Photos may stand over the paper's edge by so much, as printers cut unevenly.
  private static let bleed = 3.0
  private static let standard = "the standard layout is used"

  mutating func pictures(in fields: FileFields, on layout: PrintLayout, strips: Int) -> [PrintLayout.Picture]? {
    guard let items = list("pictures", in: fields, of: "pictures", limit: 24) else { return nil }
    var pictures: [PrintLayout.Picture] = []
    for (index, item) in items.enumerated() {
      if let picture = picture(item, number: index, on: layout, strips: strips) { pictures.append(picture) }
    }
    guard pictures.count == items.count else { return nil }
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
    _ item: FileValue, number: Int, on layout: PrintLayout, strips: Int
  ) -> PrintLayout.Picture? {
    let expected = "a picture, which is an object"
    guard let fields = taken(item, expected: expected, otherwise: Self.standard, FileFields.init) else { return nil }
    let path = item.path
    checkKeys(
      of: fields, known: ["strip", "box_mm", "turn", "radius_mm", "border_mm", "border_color"])
    let box = box("box_mm", in: fields, least: 5, otherwise: Self.standard)
    var picture = PrintLayout.Picture(strip: number, box: box ?? layout.panel.whole)
    var isUsable = box != nil
    if fields.object["strip"] != nil {
      let expected = "the number of a strip, from 0"
      let number = value("strip", in: fields, expected: expected, otherwise: Self.standard) { value in
        value.wholeNumber.flatMap { (0..<24).contains($0) ? $0 : nil }
      }
      if let number { picture.strip = number } else { isUsable = false }
    }
    if picture.strip >= strips {
      warn(
        fields.path("strip"), expected: "a strip of the plan, 0 to \(strips - 1)", found: "\(picture.strip)",
        "the place stays empty")
    }
    picture.turn = measure("turn", in: fields, -360...360, "degrees", otherwise: 0)
    let most = min(picture.box.width, picture.box.height) / 2
    picture.radius = measure("radius_mm", in: fields, 0...most, "millimetres", otherwise: 0)
    picture.border = measure("border_mm", in: fields, 0...20, "millimetres", otherwise: 0)
    picture.borderInk = ink("border_color", in: fields, otherwise: "white is used") ?? .own(.white)
    guard isUsable, let box else { return nil }
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

  mutating func frames(_ key: String, in fields: FileFields, on layout: PrintLayout) -> [PrintLayout.Frame] {
    // One name is a list of one.
    if let name = fields[key], name.text != nil { return picture(name).map { [PrintLayout.Frame(name: $0)] } ?? [] }
    var frames: [PrintLayout.Frame] = []
    for item in list(key, in: fields, of: "pictures", limit: 8) ?? [] {
      if item.text != nil {
        if let name = picture(item) { frames.append(.init(name: name)) }
      } else if let part = FileFields(item) {
        checkKeys(of: part, known: ["picture", "box_mm"])
        if part.object["picture"] == nil {
          warn(
            part.path("picture"), expected: "a PNG or JPEG file in the event's folder", found: "nothing",
            "nothing is shown in its place")
        }
        let name = picture("picture", in: part)
        if part.object["box_mm"] == nil {
          if let name { frames.append(.init(name: name)) }
        } else if let box = box("box_mm", in: part, least: 1, otherwise: "the picture is left out") {
          let place = PrintLayout.Part("", box)
          guard place.overlap(with: PrintLayout.Part("", layout.panel.whole)) > place.area / 2 else {
            warn(part.path("box_mm"), expected: layout.inside, found: "most of it outside", "the picture is left out")
            continue
          }
          if let name { frames.append(.init(name: name, box: box)) }
        }
      } else {
        warn(
          item.path, expected: "a file's name, or an object with picture and box_mm", found: item.summary,
          "nothing is shown in its place")
      }
    }
    return frames
  }

  mutating func texts(in fields: FileFields, on layout: PrintLayout) -> [PrintLayout.Text] {
    var texts: [PrintLayout.Text] = []
    for item in list("texts", in: fields, of: "texts", limit: 24) ?? [] {
      let expected = "a text, which is an object"
      let part = taken(item, expected: expected, otherwise: "it is left out", FileFields.init)
      if let text = part.flatMap({ text($0, on: layout) }) { texts.append(text) }
    }
    return texts
  }

  private mutating func text(_ fields: FileFields, on layout: PrintLayout) -> PrintLayout.Text? {
    checkKeys(
      of: fields, known: ["words", "box_mm", "turn", "align", "color", "plate", "size_mm", "bold"])
    let box = box("box_mm", in: fields, least: 2, otherwise: "the text is left out")
    var text = PrintLayout.Text(words: "", box: box ?? layout.panel.whole)
    if let words = fields["words"].flatMap(FileFields.init) {
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
    } else {
      text.words = self.text("words", in: fields) ?? ""
    }
    for placeholder in Set(([text.words] + text.translations.values).flatMap(PrintWords.unknown(in:))).sorted() {
      warn(
        fields.path("words"), expected: PrintWords.names.map { "{\($0)}" }.joined(separator: ", "),
        found: "\"\(placeholder.printable(limit: 48))\"", "it is printed as it stands")
    }
    text.turn = measure("turn", in: fields, -360...360, "degrees", otherwise: 0)
    text.align =
      choice(
        "align", in: fields, of: PrintLayout.Text.Align.self, expected: "\"start\", \"center\" or \"end\"",
        otherwise: "center is used") ?? text.align
    text.ink = ink("color", in: fields, otherwise: "the theme's accent colour is used") ?? .accent
    text.plate = ink("plate", in: fields, otherwise: "there is none")
    if fields.object["size_mm"] != nil {
      text.size = measure("size_mm", in: fields, 1...100, "millimetres", otherwise: text.box.height * 0.62)
    }
    text.isBold = bool("bold", in: fields, otherwise: true)
    guard let box else { return nil }
    guard PrintLayout.Part("", box, turn: text.turn).overhang(of: layout.panel) < 0.05 else {
      warn(fields.path("box_mm"), expected: layout.inside, found: "a part of it outside", "the text is left out")
      return nil
    }
    return text
  }
}

extension MillimetreSize {
  fileprivate var whole: MillimetreRect { MillimetreRect(x: 0, y: 0, width: width, height: height) }
}
