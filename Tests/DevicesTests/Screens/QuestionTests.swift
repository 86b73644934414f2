import BoothCore
import FoundationEssentials
import Imaging
import Testing

@testable import Screens

/// What is asked, and what can be answered.
struct QuestionTests {
  struct Asked {
    var name: String
    var question: String
    var answers: [String]
  }

  /// The scenes that ask something with answers, and the words of both.
  static func asked(_ event: Event, in language: Language) -> [(SceneSamples.Sample, Asked)] {
    func said(_ phrase: Phrase) -> String { event.theme.words.text(phrase, in: language) }
    let marked = { (words: String, isChosen: Bool) in (isChosen ? "● " : "○ ") + words }
    return SceneSamples.all(of: event).compactMap { sample in
      let scene = sample.picture.scene
      let asked: (String, [String])? =
        if scene.cancelAskedUntil != nil {
          (said(.cancelQuestion), [said(.goOn), said(.deleteAll)])
        } else {
          switch scene.content {
          case .consent(let question, let highlighted, _):
            (
              event.consent?.text(in: language) ?? said(.consentQuestion(of: event)),
              question.choices.map { marked(said(.consent($0)), $0 == highlighted) }
            )
          case .look(let looks, let highlighted, _, _):
            (said(.lookQuestion), looks.map { marked(said(.look($0)), $0 == highlighted) })
          case .printLayout(let layouts, let highlighted, _, _):
            (
              said(.printLayoutQuestion),
              layouts.map { id in
                marked(
                  sample.picture.event?.layouts.first { $0.id == id }?.name(in: language.rawValue) ?? "?",
                  id == highlighted)
              } + [marked(said(.printNone), highlighted == nil)]
            )
          case .print(let choices, let highlighted, _, _, _):
            (
              said(.printQuestion),
              choices.map { marked(said($0 == 0 ? .printNone : .printCopies($0)), $0 == highlighted) }
            )
          case .review: (said(scene.doubt.map { .doubted($0) } ?? .keepIt), [said(.keep), said(.again)])
          case .tryAgain(let kind, _): (said(.failed(kind)), [said(.onceMore), said(.keyCancel)])
          case .resumeOffer(let taken, let total, _):
            (said(.resume(taken: taken, of: total)), [said(.goOn), said(.finish)])
          case .eventSelection(let highlighted):
            (said(.chooseEvent), [sample.picture.events[highlighted].name(in: language)])
          case .starting, .attract, .getReady, .aim, .recording, .countdown, .shutter, .finishing, .qr, .address,
            .keptHere, .settings, .paused, .outOfOrder, .stopped, .mark:
            nil
          }
        }
      return asked.map { (sample, Asked(name: sample.name, question: $0.0, answers: $0.1)) }
    }
  }

  @Test(arguments: [(120, 40), (200, 60)])
  func `on large terminals a question and its answers are alike, in every language`(columns: Int, rows: Int) async {
    for language in Language.allCases {
      var event = SceneSamples.wedding
      event.languages = [language.rawValue]
      let all = Self.asked(event, in: language)
      #expect(Set(all.map(\.1.name)).isSuperset(of: ["consent", "look", "review", "try-again", "resume", "cancel"]))
      // The list speaks the language of the event that is marked.
      for (sample, asked) in all where asked.name != "events" || language == .english {
        await Task.yield()
        let stage = SceneRendererTests.renderer.draw(
          sample.picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
        #expect(stage.faults == [], "\(sample) at \(columns)×\(rows)")
        let sizes = ([asked.question] + asked.answers).map { text in
          stage.alike.first { $0.text == text }?.fontSize
        }
        // All are of one size: large, or all plain.
        #expect(Set(sizes).count == 1, "\(sample) in \(language): \(zip([asked.question] + asked.answers, sizes))")
        if asked.name == "cancel" || asked.name == "resume" {
          #expect(sizes.first.flatMap { $0 } ?? 0 >= 14, "\(sample) in \(language) is small")
        }
      }
    }
  }

  @Test(arguments: [(120, 40), (200, 60)])
  func `on large terminals the bundled questions are large in English`(columns: Int, rows: Int) {
    var event = SceneSamples.wedding
    event.languages = ["en"]
    for (sample, asked) in Self.asked(event, in: .english) where asked.name != "events" {
      let stage = SceneRendererTests.renderer.draw(
        sample.picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
      let isLarge = stage.alike.contains { $0.text == asked.question }
      #expect(isLarge, "\(sample) at \(columns)×\(rows): \(asked.question)")
    }
  }

  @Test(arguments: [(120, 40), (200, 60)])
  func `on large terminals events' names are as large as the question, where all have room`(columns: Int, rows: Int) {
    for (names, isLarge) in [
      (["Anna & Ben", "Sports"], true), (["Anna & Ben", String(repeating: "Long ", count: 30)], false),
    ] {
      var picture = SceneSamples.picture(.eventSelection(highlighted: 0), SceneSamples.wedding)
      picture.events = names.map {
        var event = SceneSamples.wedding
        event.languages = ["en"]
        event.name = $0
        return event
      }
      let stage = SceneRendererTests.renderer.draw(
        picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
      #expect(stage.faults == [])
      #expect(stage.alike.map(\.text) == (isLarge ? [Phrase.chooseEvent.text(in: .english)] + names : []))
      for index in picture.events.indices { picture.events[index].plan.location = "P\(index)" }
      let places = SceneRendererTests.renderer.draw(
        picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
      #expect(places.alike.map(\.text) == (isLarge ? [Phrase.choosePlace.text(in: .english)] + names : []))
      #expect(Set(stage.alike.map(\.fontSize)).count == (isLarge ? 1 : 0))
    }
  }

  @Test func `at 80×24 answers are plain words`() {
    var event = SceneSamples.wedding
    event.languages = ["en"]
    for (sample, asked) in Self.asked(event, in: .english) where asked.name != "events" {
      let text = SceneRendererTests.renderer.render(sample.picture, columns: 80, rows: 24, now: SceneSamples.now).text
      for answer in asked.answers { #expect(text.contains { $0.contains(answer) }, "\(sample): \(answer)") }
    }
  }

  @Test func `keys that have no room are in the row above, or an ellipsis says that there are more`() {
    func keys(_ columns: Int, rows: Int = 24, isFull: Bool = false) -> [String] {
      var stage = Stage(
        columns: columns, rows: rows, palette: Palette(Theme()), languages: [.english], style: SceneStyle())
      if isFull { stage.write("words", in: CellRect(x: 0, y: rows - 2, width: columns, height: 1)) }
      SceneRendererTests.renderer.drawKeys(
        [
          ("Enter", .keyStart), ("Esc", .keyCancel), ("↑↓", .guideStrength), ("E", .guideEffect(.edges)),
          ("M", .guideMode(.blink)), ("+ −", .guideSize),
        ], beside: "12 s", on: &stage)
      #expect(stage.faults == [])
      return stage.finish().text.suffix(2).map { String($0) }
    }
    // All of them in one row, in two, and as many as there is room for: none goes without a word.
    #expect(keys(160)[1].contains("Enter") && keys(160)[1].contains("+ −") && !keys(160)[1].contains("…"))
    #expect(keys(70)[0].contains("Enter") && keys(70)[1].contains("+ −") && keys(70)[1].contains("12 s"))
    let full = keys(70, isFull: true)
    #expect(full[0].contains("words") && full[1].contains("Enter") && full[1].contains("…"))
    #expect(!full[1].contains("+ −"))
    let right = Stage(
      columns: 60, rows: 18, palette: Palette(Theme()), languages: [.hebrew], style: SceneStyle())
    var narrow = right
    narrow.write("x", in: CellRect(x: 0, y: 16, width: 60, height: 1))
    SceneRendererTests.renderer.drawKeys(
      [
        ("Enter", .keyStart), ("Esc", .keyCancel), ("↑↓", .guideStrength), ("E", .guideEffect(.edges)),
        ("M", .guideMode(.blink)), ("+ −", .guideSize),
      ], on: &narrow)
    let row = narrow.finish().text[17]
    // The first stands at the right, where reading begins; the ellipsis at the left.
    #expect(row.contains("Enter") && row.contains("…"))
    #expect(row.firstIndex(of: "…") ?? row.endIndex < row.firstRange(of: "Enter")?.lowerBound ?? row.startIndex)
  }
}
