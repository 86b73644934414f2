import Documents
import HTTPTypes
import StudioModel
import StudioServer
import WebSupport

/// What is drawn on pictures.
extension TrainingPage {
  /// For the page's script:
  /// `[{"id":"k3","shape":"arrow","colour":"#ff0000","points":[0.1,0.2,0.3,0.4],"note":""}]`.
  static func json(_ marks: [CritiqueMark]) -> String { String(decoding: document(marks).bytes, as: UTF8.self) }

  private static func document(_ marks: [CritiqueMark]) -> JSONDocument {
    .array(
      marks.map { mark in
        .members([
          "id": .string(mark.id), "shape": .string(mark.shape.rawValue), "colour": .string(mark.colour),
          "note": .string(mark.note),
          "points": .array(mark.points.flatMap { [JSONDocument.number("\($0.x)"), .number("\($0.y)")] }),
        ])
      })
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
        shape, points, colour: item["colour"]?.string ?? "", note: item["note"]?.string ?? "",
        id: item["id"]?.string)
    }
    return marks.count == list.count ? marks : nil
  }

  private static func number(_ document: JSONDocument) -> Double? {
    if case .number(let text) = document { return Double(text) }
    return nil
  }

  /// `[{"add":[…],"remove":["k3"]}]`, for each picture; nil for anything else.
  static func changes(_ document: JSONDocument?) -> [CritiqueMarkChange]? {
    guard let list = document?.array else { return nil }
    let changes = list.compactMap { item -> CritiqueMarkChange? in
      guard let added = marks(item["add"]), let removed = item["remove"]?.array,
        removed.count <= CritiqueMark.mostMarks, removed.allSatisfy({ $0.string.map(CritiqueMark.isID) == true })
      else { return nil }
      return CritiqueMarkChange(added: added, removed: Set(removed.compactMap(\.string)))
    }
    return changes.count == list.count ? changes : nil
  }

  /// How often is tried again where others save at the same moment.
  private static let mostTries = 8

  /// `POST /training/critiques/ID/marks`, `{"pictures":[{"add":[…],"remove":[…]},…]}`: what was drawn and taken away. What others
  /// have drawn meanwhile stays, and is answered.
  func changeMarks(_ id: String) async throws -> WebAnswer {
    _ = try await found(id, may: .editCritique)
    try shell.checkToken(context)
    guard let changes = Self.changes(try await json(upTo: 900_000)?["pictures"]) else { return refuse(.notSaved) }
    for _ in 0..<Self.mostTries {
      var (critique, _) = try await found(id, may: .editCritique)
      guard changes.count == critique.pictures.count else { return refuse(.notSaved) }
      for (place, change) in changes.enumerated() {
        guard let marks = change.applied(to: critique.pictures[place].marks) else { return refuse(.tooMuchDrawn) }
        critique.pictures[place].marks = marks
      }
      do throws(DocumentStoreError) {
        _ = try await documents.commitBatch([try critique.marking()])
        return WebAnswer.json(
          .members([
            "said": .string(words[.marksSaved]), "pictures": .array(critique.pictures.map { Self.document($0.marks) }),
          ]))
      } catch {
        switch error.kind {
        case .preconditionFailed: continue
        case .tooLarge: return refuse(.tooMuchDrawn)
        default: throw error
        }
      }
    }
    return refuse(.changedMeanwhile)
  }

  /// What a script of ours has sent; nil for what is no JSON.
  func json(upTo limit: Int) async throws -> JSONDocument? {
    let bytes = try await context.call.body(upTo: limit, context.connection)
    do { return try JSONReader.read(bytes) } catch { return nil }
  }

  /// For a script of ours: why not, in a sentence.
  func refuse(_ text: TrainingText) -> WebAnswer { WebAnswer.error(.unprocessableContent, words[text]) }

  /// The tools to draw with; a script brings them to life.
  /// - Parameter more: buttons behind them.
  func drawing(_ more: HTML = .empty) -> HTML {
    let shapes: [(HTML, Icon, TrainingText)] = [
      ("", .arrowsMove, .selectMarks), ("pin", .geoAlt, .pin), ("arrow", .arrowRight, .arrow),
      ("rectangle", .aspectRatio, .rectangle), ("pen", .pencil, .pen),
    ]
    let buttons = shapes.map { name, icon, title -> HTML in
      "<button type=\"button\" class=\"icon-button\" data-tool=\"\(name)\" aria-pressed=\"false\" aria-label=\"\(words[title])\" title=\"\(words[title])\">\(shell.icon(icon))</button>"
    }
    let colours = zip(CritiqueMark.colours, [TrainingText.red, .green, .blue, .yellow, .white, .black]).map {
      value, title -> HTML in
      let checked: HTML = value == CritiqueMark.colours[0] ? " checked" : .empty
      return
        "<label class=\"swatch\" title=\"\(words[title])\"><input type=\"radio\" name=\"colour\" value=\"\(value)\"\(checked)><span class=\"paint\"></span><span class=\"unseen\">\(words[title])</span></label>"
    }
    return """
      <div class="tools-row" role="group" aria-label="\(words[.draw])">\(buttons)<button type="button" class="icon-button" data-do="undo" aria-label="\(words[.undo])" title="\(words[.undo])">\(shell.icon(.arrowCounterclockwise))</button></div>
      <fieldset class="swatches"><legend class="unseen">\(words[.colour])</legend>\(colours)</fieldset>
      \(more)
      """
  }

  /// The marks as a list, and where the note of the chosen one is written.
  /// - Parameter canDraw: for whom they are to be changed.
  func marksAside(canDraw: Bool) -> HTML {
    let note: HTML? =
      canDraw
      ? """
      <p class="quiet move-help" hidden>\(words[.moveHelp])</p>
      <div class="mark-note" hidden role="group" aria-labelledby="mark-title" data-note="\(words[.pinNote])" data-arrow="\(words[.arrow])" data-rectangle="\(words[.rectangle])" data-pen="\(words[.pen])" data-many="\(words[.tooManyMarks])">
      <h3 class="mark-title" id="mark-title"></h3>
      <p class="mark-field"><textarea rows="3" maxlength="\(CritiqueMark.longestNote)" dir="auto" aria-labelledby="mark-title"></textarea></p>
      <div class="row"><button type="button" class="secondary" data-do="mark-done">\(words[.done])</button>
      <button type="button" class="plain danger" data-do="mark-delete">\(words[.deleteMark])</button></div></div>

      """ : nil
    return """
      <section class="marks" hidden aria-label="\(words[.pinNotes])" data-arrow="\(words[.arrow])" data-rectangle="\(words[.rectangle])" data-pen="\(words[.pen])">
      <h2>\(words[.pinNotes])</h2>
      <ol class="pins" aria-label="\(words[.pinNotes])"></ol>
      \(note)</section>

      """
  }
}
