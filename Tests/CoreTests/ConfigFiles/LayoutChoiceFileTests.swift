import BoothCore
import ConfigFiles
import Testing

/// The layouts of an event's file that guests choose from.
@Suite struct LayoutChoiceFileTests {
  private func read(_ layouts: String, _ rest: String = "") -> (event: Event?, keys: [String]) {
    let file = EventFileTests.event(
      "languages: ['en', 'de'], names: {en: 'Fair', de: 'Fest'}, layouts: \(layouts)\(rest)")
    return (file.events.first, file.problems.map(\.key))
  }

  @Test func `each has its name, and its own layout or the event's`() throws {
    let (event, keys) = read(
      """
      [{id: 'own', names: {en: 'Strip', de: 'Streifen'}},
       {id: 'card', name: 'Card', layout: 'postcard'},
       {id: 'one', layout: {preset: 'single-4x6', qr: true}},
       {id: 'plain', layout: {size: [600, 600], slots: [[0, 0, 600, 600]]}}]
      """, ", layout: 'square'")
    let layouts = try #require(event?.layouts)
    #expect(layouts.map(\.id) == ["own", "card", "one", "plain"])
    #expect(layouts.map { $0.name(in: "de") } == ["Streifen", "Card", "one", "plain"])
    #expect(layouts.map { $0.name(in: "en") } == ["Strip", "Card", "one", "plain"])
    #expect(layouts[0].printLayout == event?.printLayout && layouts[0].layout == event?.layout)
    #expect(layouts[1].printLayout == .preset(.postcard, strips: 3))
    #expect(layouts[2].printLayout == .preset(.single4x6, strips: 3, hasCode: true))
    #expect(layouts[3].printLayout == nil && layouts[3].paper == PixelSize(width: 600, height: 600))
    // One photo of three is meant where guests choose it; a slot that is missing in pixels is told as ever.
    #expect(keys == ["layouts[3].layout.slots"])
    #expect(event.map { FlowEvent($0).layouts } == ["own", "card", "one", "plain"])
    #expect(event?.laidOut("card").printLayout == .preset(.postcard, strips: 3))
    #expect(event?.laidOut("gone") == event && event?.laidOut(nil) == event)
  }

  @Test func `what cannot be offered is told, and one alone is no choice`() {
    let (event, keys) = read(
      "[{id: 'a'}, {id: 'a'}, {id: 'B'}, {id: ''}]")
    #expect(event?.layouts == [] && event?.layout == .strip)
    #expect(keys == ["layouts[1].id", "layouts[2].id", "layouts[3].id", "layouts"])
    #expect(event.map { FlowEvent($0).layouts } == .some(nil))
    #expect(read("[7, {id: 'a'}, {id: 'b', nmae: 'x'}]").keys == ["layouts[0]", "layouts[2].nmae"])
    #expect(read("'all'").keys == ["layouts"])
    #expect(read("[{names: {en: 'x'}}, {id: 'b'}]").keys == ["layouts[0].id", "layouts"])
  }

  @Test func `pictures of a layout's own are among the event's`() throws {
    let (event, _) = read(
      """
      [{id: 'a'}, {id: 'b', layout: {preset: 'square', over: ['flowers.png']}}]
      """)
    let names = try #require(event).layouts.map { $0.printLayout?.over.map(\.name) ?? [] }
    #expect(names == [[], ["flowers.png"]])
  }
}
