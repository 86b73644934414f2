import BoothCore
import BoothTesting
import Testing

/// Who types an e-mail address, and what of it is a press.
@Suite final class TypedKeysTests {
  private var keys = TypedKeys()
  private var now = Instant(nanoseconds: 0)
  private let finished = Finished(session: .sample(), timings: Timings(), photos: 1)
  private var code: BoothState { .qr(finished, shownAt: now, until: now + .seconds(60)) }
  private var typing: BoothState { .address(AddressForm(finished, phase: .typing(until: now + .seconds(60)))) }
  private var keeping: BoothState { .address(AddressForm(finished, phase: .keeping(7, until: now + .seconds(9)))) }

  private func type(_ text: String) -> [BoothInput] {
    text.flatMap { keys.handle(.key(.character($0)), in: typing, at: now) }
  }

  private func open() { keys.follow(from: code, to: typing, at: now) }

  @Test func `where nobody types a press is the flow's, and a key means nothing`() {
    for press in Press.allCases { #expect(keys.handle(.pressed(press), in: code, at: now) == [.pressed(press)]) }
    #expect(keys.handle(.key(.character("m")), in: code, at: now) == [])
    #expect(keys.entry == nil)
  }

  @Test func `while somebody types a press moves on the keyboard, and only the way out is the flow's`() {
    open()
    for press in [Press.next, .previous, .start, .retake] {
      #expect(keys.handle(.pressed(press), in: typing, at: now) == [])
    }
    #expect(keys.entry?.isByButtons == true)
    #expect(keys.handle(.pressed(.cancel), in: typing, at: now) == [.pressed(.cancel)])
    #expect(keys.handle(.key(.leave), in: typing, at: now) == [.pressed(.cancel)])
  }

  @Test func `the flow hears that an address was given, never which`() {
    open()
    #expect(type("maria@x.d") == [])
    #expect(keys.handle(.key(.done), in: typing, at: now) == [])
    #expect(keys.entry?.trouble == .noAddress)
    #expect(type("e") == [])
    #expect(keys.handle(.key(.done), in: typing, at: now) == [.addressGiven])
    #expect(keys.entry?.text == "maria@x.de")
  }

  @Test func `the flow hears every five seconds that somebody types, and nothing of a key that changes nothing`() {
    open()
    #expect(type("m") == [])
    now = now + TypedKeys.reportEvery
    #expect(type(" ") == [])
    #expect(type("a") == [.typed])
    #expect(type("r") == [])
  }

  @Test func `a new form is empty, and nothing of the last one stays`() {
    open()
    _ = type("maria")
    keys.follow(from: typing, to: .idle, at: now)
    #expect(keys.entry == nil)
    open()
    #expect(keys.entry == AddressEntry())
  }

  @Test func `what the store refused stands there for another try`() {
    open()
    _ = type("maria@x.de")
    keys.follow(from: typing, to: keeping, at: now)
    #expect(keys.handle(.key(.character("x")), in: keeping, at: now) == [])
    keys.follow(from: keeping, to: typing, at: now)
    #expect(keys.entry?.text == "maria@x.de" && keys.entry?.trouble == .notKept)
  }

  @Test func `letters typed before anybody asked for the keyboard press no button`() {
    var flow = BoothFlow()
    _ = flow.handle(.booted(Boot(events: [.emails], selected: "emails", interrupted: [])), at: now)
    var scene = Scene(flow)
    let letter = PanelSignal.typed(.character("c"), otherwise: .press(.cancel))
    #expect(keys.takes(letter, in: scene))
    scene.takesEmails = true
    #expect(!keys.takes(letter, in: scene))
    #expect(keys.takes(.typed(.character(" "), otherwise: .press(.start)), in: scene))
    #expect(keys.takes(.press(.cancel), in: scene))
  }
}
