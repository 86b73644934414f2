import BoothStudio
import BoothWeb
import HTTPTypes
import PhotoCritiques
import StudioRules

/// What is drawn on pictures.
extension TrainingPage {
  /// For the page's script: `[{"shape":"arrow","colour":"#ff0000","points":[0.1,0.2,0.3,0.4],"note":""}]`.
  static func json(_ marks: [CritiqueMark]) -> String {
    let document = JSONDocument.array(
      marks.map { mark in
        .members([
          "shape": .string(mark.shape.rawValue), "colour": .string(mark.colour), "note": .string(mark.note),
          "points": .array(mark.points.flatMap { [JSONDocument.number("\($0.x)"), .number("\($0.y)")] }),
        ])
      })
    return String(decoding: document.bytes, as: UTF8.self)
  }

  /// The reverse; nil for what is none, and for more marks than one picture has.
  static func marks(_ document: JSONDocument?) -> [CritiqueMark]? {
    guard let list = document?.array, list.count <= CritiqueMark.mostMarks else { return nil }
    let marks = list.compactMap { item -> CritiqueMark? in
      guard let shape = item["shape"]?.string.flatMap(CritiqueMark.Shape.init(rawValue:)),
        let numbers = item["points"]?.array?.map({ number($0) }), !numbers.contains(nil), numbers.count % 2 == 0
      else { return nil }
      let places = numbers.compactMap { $0 }
      let points = stride(from: 0, to: places.count, by: 2).compactMap {
        CritiqueMark.Point(x: places[$0], y: places[$0 + 1])
      }
      guard points.count * 2 == places.count else { return nil }
      return CritiqueMark(
        shape, points, colour: item["colour"]?.string ?? "", note: item["note"]?.string ?? "")
    }
    return marks.count == list.count ? marks : nil
  }

  private static func number(_ document: JSONDocument) -> Double? {
    if case .number(let text) = document { return Double(text) }
    return nil
  }

  /// `POST /training/critiques/ID/marks`, `{"pictures":[[…],[…]]}`: all marks of all pictures.
  func changeMarks(_ id: String) async throws -> WebAnswer {
    let (critique, _) = try await found(id, may: .editCritique)
    try shell.checkToken(visit)
    let document = try await json(upTo: 900_000)
    guard let lists = document?["pictures"]?.array, lists.count == critique.pictures.count else {
      return refuse(.notSaved)
    }
    var pictures = critique.pictures
    for (place, list) in lists.enumerated() {
      guard let marks = Self.marks(list) else { return refuse(.notSaved) }
      pictures[place].marks = marks
    }
    do throws(DocumentStoreError) {
      _ = try await documents.commitBatch([
        try Critique.editing(
          critique.id, notes: critique.notes, kind: critique.kind, marks: pictures, version: critique.version)
      ])
    } catch {
      guard error.kind == .preconditionFailed || error.kind == .tooLarge else { throw error }
      return refuse(error.kind == .tooLarge ? .tooMuchDrawn : .changedMeanwhile)
    }
    return WebAnswer.json(.members(["said": .string(words[.marksSaved])]))
  }

  /// What a script of ours has sent; nil for what is no JSON.
  func json(upTo limit: Int) async throws -> JSONDocument? {
    let bytes = try await visit.call.body(upTo: limit, visit.context)
    do { return try JSONReader.read(bytes) } catch { return nil }
  }

  /// For a script of ours: why not, in a sentence.
  func refuse(_ text: TrainingText) -> WebAnswer { WebAnswer.error(.unprocessableContent, words[text]) }

  /// The tools to draw with; a script brings them to life.
  func drawing() -> HTML {
    let shapes: [(HTML, HTML, TrainingText)] = [
      ("pen", "✎", .pen), ("arrow", "↗", .arrow), ("rectangle", "▭", .rectangle), ("pin", "●", .pin),
    ]
    let buttons = shapes.map { name, sign, title -> HTML in
      "<button type=\"button\" data-tool=\"\(name)\" aria-pressed=\"false\" aria-label=\"\(words[title])\" title=\"\(words[title])\"><span aria-hidden=\"true\">\(sign)</span></button>"
    }
    let colours = zip(CritiqueMark.colours, [TrainingText.red, .green, .blue, .yellow, .white, .black]).map {
      value, title -> HTML in "<option value=\"\(value)\">\(words[title])</option>"
    }
    return """
      <details class="drawing" id="drawing"><summary>\(words[.draw])</summary>
      <div class="row">\(buttons)
      <p class="field"><label for="colour">\(words[.colour])</label><select id="colour">\(colours)</select></p>
      <p class="field"><label for="pin-note">\(words[.pinNote])</label><input id="pin-note" maxlength="\(CritiqueMark.longestNote)" dir="auto"></p>
      <button type="button" class="plain" data-do="undo">\(words[.undo])</button>
      <button type="button" data-do="save-marks">\(words[.saveMarks])</button></div>
      <p class="quiet">\(words[.drawHelp])</p></details>

      """
  }
}
