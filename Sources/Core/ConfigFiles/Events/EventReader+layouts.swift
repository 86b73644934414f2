import BoothCore

/// The layouts that guests choose from for their prints.
extension EventReader {
  private static let longestID = 40

  /// `[{"id": "strip", "names": {"en": "Strip"}}, {"id": "postcard", "names": {…}, "layout": "postcard"}]`. One without a
  /// `layout` is the event's own.
  mutating func layouts(
    in event: FileFields, strips: Int, hasLogo: Bool, own: (pixels: CompositeLayout, print: PrintLayout?),
    languages: [String]
  ) -> [LayoutChoice] {
    guard let items = list("layouts", in: event, of: "layouts", limit: PrintForm.mostLayouts) else { return [] }
    var choices: [LayoutChoice] = []
    for item in items {
      let fields = taken(
        item, expected: "a layout, which is an object with id, names and layout", otherwise: "it is not offered",
        FileFields.init)
      guard let fields, let id = layoutID(in: fields, not: choices.map(\.id)) else { continue }
      checkKeys(of: fields, known: ["id", "name", "names", "layout"])
      let names = object("names", in: fields).map { translations(in: $0, limit: 60) } ?? [:]
      let name = text("name", in: fields, limit: 60, otherwise: "its id is shown") ?? names[languages[0]]
      let place =
        fields.object["layout"] == nil
        ? own : layout(in: fields, strips: strips, hasLogo: hasLogo, isOneOfSeveral: true)
      choices.append(
        LayoutChoice(
          id: id, name: name.flatMap { $0.isEmpty ? nil : $0 } ?? id, names: names, layout: place.pixels,
          printLayout: place.print))
    }
    guard choices.count == 1 else { return choices }
    warn(
      event.path("layouts"), expected: "two to \(PrintForm.mostLayouts) layouts to choose from", found: "one",
      "guests are not asked, and prints have the event's own layout")
    return []
  }

  private mutating func layoutID(in fields: FileFields, not known: [String]) -> String? {
    value(
      "id", in: fields,
      expected: "a word of at most \(Self.longestID) letters a–z, digits and hyphens, each once among the layouts",
      isRequired: true, otherwise: "the layout is not offered"
    ) { value in
      value.text.flatMap { text in
        let isWord =
          (1...Self.longestID).contains(text.utf8.count)
          && text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
              || $0 == UInt8(ascii: "-")
          }
        return isWord && !known.contains(text) ? text : nil
      }
    }
  }
}
