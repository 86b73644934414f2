import BoothCore
import Glibc
import Testing

@testable import Screens

/// Which card, which connector, and what is said where there is none.
struct CardChoiceTests {
  private func display(_ name: String, id: UInt32 = 30, _ modes: [DisplayMode] = [TestModes.hd60], crtcs: UInt32 = 3)
    -> DisplayConnector
  {
    DisplayConnector(
      id: id, name: name, status: modes.isEmpty ? .disconnected : .connected, modes: modes, possibleCRTCs: crtcs)
  }

  @Test func `cards that only compute are passed over, and so are those without a display`() throws {
    let render = FakeCard(path: "/dev/dri/card0", displays: [])
    let dsi = FakeCard(path: "/dev/dri/card1", displays: [display("DSI-1", [])])
    let hdmi = FakeCard(path: "/dev/dri/card2", displays: [display("HDMI-A-1")])
    let (card, plan) = try CardChoice(cards: FakeCards(render, dsi, hdmi), options: ScreenOptions()).choose()
    #expect(card === hdmi && plan?.connector.name == "HDMI-A-1" && plan?.mode == TestModes.hd60)
    #expect(render.isClosed && dsi.isClosed && !hdmi.isClosed)
  }

  @Test func `the first card that could have a display is kept where none has one`() throws {
    let dsi = FakeCard(path: "/dev/dri/card0", displays: [display("DSI-1", [])])
    let hdmi = FakeCard(path: "/dev/dri/card1", displays: [display("HDMI-A-1", [])])
    let (card, plan) = try CardChoice(cards: FakeCards(dsi, hdmi), options: ScreenOptions()).choose()
    #expect(card === dsi && plan == nil && hdmi.isClosed)
    let named = try CardChoice(cards: FakeCards(dsi, hdmi), options: ScreenOptions(connector: "HDMI-A-1")).choose()
    #expect(named.card === hdmi && named.plan == nil)
  }

  @Test func `a connector by its name, also where another has a display`() throws {
    let card = FakeCard(displays: [display("HDMI-A-1"), display("HDMI-A-2", id: 31, [TestModes.hd720])])
    let plan = try CardChoice(cards: FakeCards(card), options: ScreenOptions(connector: "hdmi-2")).choose().plan
    #expect(plan?.connector.id == 31 && plan?.mode == TestModes.hd720)
    let fault = #expect(throws: ScreenFault.self) {
      try CardChoice(cards: FakeCards(card), options: ScreenOptions(connector: "DSI-1")).choose()
    }
    #expect(fault?.detail == "has no connector DSI-1, but HDMI-A-1, HDMI-A-2")
  }

  @Test(arguments: [
    (EACCES, "groups video and render"), (ENOENT, "there is no such card"),
  ]) func `a card that cannot be opened is told with what to do`(_ code: Int32, _ words: String) {
    let cards = FakeCards()
    cards.slots.cards = [("/dev/dri/card0", nil, code)]
    let fault = #expect(throws: ScreenFault.self) { try CardChoice(cards: cards, options: ScreenOptions()).choose() }
    #expect(fault?.subject == "/dev/dri/card0" && fault?.detail.contains(words) == true)
  }

  @Test func `a card that another program has is told, and let go`() {
    let card = FakeCard(displays: [display("HDMI-A-1")])
    card.isMaster = false
    card.masterRefusal = EBUSY
    let fault = #expect(throws: ScreenFault.self) {
      try CardChoice(cards: FakeCards(card), options: ScreenOptions()).choose()
    }
    #expect(fault?.detail.contains("another program decides") == true && card.isClosed)
  }

  @Test func `displays are asked once, by whoever may`() throws {
    let card = FakeCard(displays: [display("HDMI-A-1")])
    _ = try CardChoice(cards: FakeCards(card), options: ScreenOptions()).choose()
    #expect(card.probes == 1)
    card.isMaster = false
    _ = try CardChoice(cards: FakeCards(card), options: ScreenOptions()).choose()
    #expect(card.probes == 2 && card.isMaster)
  }

  @Test func `a frame buffer that stands for a refused card is not seen, whoever may know of that`() {
    let held = FakeCard(displays: [display("HDMI-A-1")])
    held.isMaster = false
    held.masterRefusal = EACCES
    let cards = FakeCards(held, FakeCard(path: "/dev/dri/card9", displays: []))
    cards.slots.cards.append(("/dev/dri/card10", nil, EACCES))
    let fault = #expect(throws: ScreenFault.self) { try CardChoice(cards: cards, options: ScreenOptions()).choose() }
    guard let fault else { return }
    func isSeen(_ card: String?, holders: [String] = []) -> Bool {
      ScreenOutputs.isSeen(card: card, after: fault) { _ in holders }
    }
    #expect(!isSeen("/dev/dri/card1") && isSeen("/dev/dri/card9") && isSeen("/dev/dri/card10") && isSeen(nil))
    #expect(!isSeen("/dev/dri/card9", holders: ["Xorg (812)"]))
  }

  @Test func `several useless cards are all named; none at all is said so`() {
    let cards = FakeCards(FakeCard(path: "/dev/dri/card0", displays: []))
    cards.slots.cards.append(("/dev/dri/card1", nil, EACCES))
    let fault = #expect(throws: ScreenFault.self) { try CardChoice(cards: cards, options: ScreenOptions()).choose() }
    #expect(fault?.detail.contains("/dev/dri/card0") == true && fault?.detail.contains("/dev/dri/card1") == true)
    let none = #expect(throws: ScreenFault.self) {
      try CardChoice(cards: FakeCards(), options: ScreenOptions()).choose()
    }
    #expect(none?.detail.contains("no graphics card with a driver") == true)
  }

  @Test func `a display keeps the CRTC that feeds it, and takes no other display's`() {
    var first = display("HDMI-A-1")
    var second = display("HDMI-A-2", id: 31)
    (first.crtc, second.crtc) = (50, 51)
    let both = [first, second]
    #expect(DisplayPlan(both, crtcs: [50, 51], options: ScreenOptions(connector: "HDMI-A-2"))?.crtc == 51)
    second.crtc = 0
    #expect(DisplayPlan([first, second], crtcs: [50, 51], options: ScreenOptions(connector: "HDMI-A-2"))?.crtc == 51)
    second.possibleCRTCs = 1
    #expect(DisplayPlan([first, second], crtcs: [50, 51], options: ScreenOptions(connector: "HDMI-A-2"))?.crtc == 50)
    second.possibleCRTCs = 0
    #expect(DisplayPlan([first, second], crtcs: [50, 51], options: ScreenOptions(connector: "HDMI-A-2")) == nil)
  }

  @Test func `a connector that cannot tell is taken only where no other has a display`() {
    var analogue = display("VGA-1")
    analogue.status = .unknown
    #expect(DisplayPlan([analogue], crtcs: [50], options: ScreenOptions())?.connector.name == "VGA-1")
    let both = DisplayPlan([analogue, display("HDMI-A-1", id: 31)], crtcs: [50, 51], options: ScreenOptions())
    #expect(both?.connector.name == "HDMI-A-1")
    analogue.modes = []
    #expect(DisplayPlan([analogue], crtcs: [50], options: ScreenOptions()) == nil)
  }

  @Test func `the listing says what an operator needs`() {
    let card = FakeCard(displays: [
      display("HDMI-A-1", [TestModes.preferred(TestModes.hd60), TestModes.hd60, TestModes.hd720]),
      display("HDMI-A-2", id: 31, []),
    ])
    card.displays[0].widthMillimetres = 531
    card.displays[0].heightMillimetres = 299
    let cards = FakeCards(card, FakeCard(path: "/dev/dri/card9", displays: []))
    cards.slots.cards.append(("/dev/dri/card10", nil, EACCES))
    let lines = ScreenDevices.cards(cards).flatMap(\.lines)
    #expect(
      Array(lines.prefix(4)) == [
        "/dev/dri/card1 (fake)", "  HDMI-A-1: 1920x1080@60, 531×299 mm; also 1280x720@60", "  HDMI-A-2: no display",
        "/dev/dri/card9 (fake): it has no displays, it only computes",
      ])
    #expect(lines.last?.contains("usermod -aG video,render") == true)
  }
}
