public import BoothCore

/// What one printer profile's file says: the profile, or everything that is wrong with it.
///
/// JSON5, read strictly: one mistake, and the profile is not used, as a wrong number of pixels spoils every print.
public struct PrinterProfileFile: Sendable, Equatable {
  /// Nil where there are problems.
  public var profile: PrinterProfile?
  /// All mistakes of the file at once; empty where the profile may be used.
  public var problems: [DeviceError]

  /// Reads a file's bytes; never fails, however hostile they are.
  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - id: the file's name without its ending.
  public init(bytes: [UInt8], file: String, id: String) {
    var reader = StrictReader(file: file)
    let known = ["kind", "name", "match", "papers", "counter", "traySheets", "completed", "scaling", "tried"]
    let profile = reader.fields(of: bytes, known: known).map { reader.printer($0, id: id) }
    problems = reader.problems
    self.profile = problems.isEmpty ? profile : nil
  }
}

extension StrictReader {
  fileprivate mutating func printer(_ fields: FileFields, id: String) -> PrinterProfile {
    kind(.printer, in: fields)
    let name = text("name", in: fields, "the printer's name", limit: 80, isRequired: true)
    var profile = PrinterProfile(id: id, name: name ?? id)
    if let match = object("match", in: fields, known: ["models"], isRequired: true) {
      profile.match.models = list("models", in: match, of: "patterns", each: "a pattern such as \"*DS620*\"") { item in
        item.text.flatMap { (1...80).contains($0.count) && $0.contains { $0 != "*" } ? $0 : nil }
      }
    }
    for item in list("papers", in: fields, of: "papers") {
      if let paper = object(item, known: ["size", "canvas", "dpi", "media", "cuts"]).flatMap({ self.paper($0) }) {
        profile.papers.append(paper)
      }
    }
    profile.counter = choice("counter", in: fields, of: PrinterProfile.Counter.self)
    profile.traySheets = whole("traySheets", in: fields, 1...10_000)
    profile.completed = choice("completed", in: fields, of: PrinterProfile.Completed.self)
    if fields["scaling"] != nil {
      let words = Self.words(PrintScaling.allCases.map(\.rawValue))
      profile.scaling = list("scaling", in: fields, of: "words", each: words) { $0.text.flatMap(PrintScaling.init) }
    }
    profile.isTried = bool("tried", in: fields, otherwise: false)
    return profile
  }

  private mutating func paper(_ fields: FileFields) -> PrinterProfile.Paper? {
    let size = millimetres("size", in: fields)
    let canvas = self.size("canvas", in: fields, suchAs: "1240x1844", "in pixels", isRequired: true)
    let dpi = whole("dpi", in: fields, 72...2400, isRequired: true)
    let media = text("media", in: fields, "the printer's name of the paper", limit: 127)
    var cuts: [PrinterProfile.Cut] = []
    for item in list("cuts", in: fields, of: "cuts") {
      guard let cut = object(item, known: ["piece", "at", "media"]) else { continue }
      let piece = millimetres("piece", in: cut)
      let longest = canvas.map { max($0.width, $0.height) } ?? .max
      let positions = list("at", in: cut, of: "positions", 1...16, each: "a pixel of the canvas") { item in
        item.wholeNumber.flatMap { (1..<longest).contains($0) ? $0 : nil }
      }
      let name = text("media", in: cut, "the printer's name of the paper", limit: 127, isRequired: true)
      if let piece, let name { cuts.append(PrinterProfile.Cut(piece: piece, positions: positions, media: name)) }
    }
    guard let size, let canvas, let dpi else { return nil }
    var paper = PrinterProfile.Paper(size: size, canvas: canvas, dpi: dpi)
    (paper.media, paper.cuts) = (media, cuts)
    return paper
  }

  /// A size in millimetres, to the tenth.
  private mutating func millimetres(_ key: String, in fields: FileFields) -> MillimetreSize? {
    let expected = "a size in millimetres such as \"101.6x152.4\", each side from 10 to 1000"
    return value(key, in: fields, expected: expected, isRequired: true) { value in
      guard let parts = value.text?.split(separator: "x", omittingEmptySubsequences: false).map({ Double($0) }),
        parts.count == 2, let width = parts[0], let height = parts[1], (10...1000).contains(width),
        (10...1000).contains(height)
      else { return nil }
      return MillimetreSize(width: width, height: height)
    }
  }
}
