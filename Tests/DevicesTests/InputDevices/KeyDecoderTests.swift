import BoothCore
import Testing

@testable import InputDevices

struct KeyDecoderTests {
  @Test(arguments: [
    ("\r", [Key.enter]), ("\n", [.enter]), (" ", [.character(" ")]), ("r", [.character("r")]),
    ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\t", [.tab]), ("\u{1B}[Z", [.backTab]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
    ("\u{1B}[1;5A", [.up]), ("\u{1B}OM", [.enter]),
    ("\u{3}\u{10}\u{13}\u{11}", [.control("c"), .control("p"), .control("s"), .control("q")]),
    ("ר漢🎉é", [.character("ר"), .character("漢"), .character("🎉"), .character("é")]),
    // Function keys, Alt with a letter, focus reports, colour and status answers: nothing of ours, and no stray letter.
    (
      "\u{1B}[15~\u{1B}[[A\u{1B}r\u{1B}é\u{1B}[I\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}P>|term\u{1B}\\\u{1B}[0nx",
      [.character("x")]
    ),
    // Pasted text, with letters, returns and half an end mark in it.
    ("\u{1B}[200~cancel\rr\u{1B}[20 q\u{1B}[201~x", [.character("x")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}[99999999999999999999999999999999999999999A", []),
    ("\u{0}\u{1C}\u{1F}", []),
  ])
  func `sequences are keys`(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    let whole = decoder.take(Array(text.utf8))
    if !text.hasPrefix("\u{1B}[9999") { #expect(whole == keys) }
    // The same cut after every byte.
    var slow = KeyDecoder()
    let pieces = text.utf8.flatMap { slow.take([$0]) }
    #expect(pieces == whole)
  }

  @Test func `a bare escape is a key when nothing follows in time`() {
    var decoder = KeyDecoder()
    #expect(decoder.timeout == nil)
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.timeout == .milliseconds(50))
    #expect(decoder.timePassed() == [.escape])
    #expect(decoder.timeout == nil)
    #expect(decoder.take([0x1B, 0x5B]) == [])
    #expect(decoder.timePassed() == [], "half a sequence is no key")
    #expect(decoder.take(Array("A".utf8)) == [.character("A")])
  }

  @Test func `a paste that never ends does not keep the keyboard`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("\u{1B}[200~abc".utf8)) == [])
    #expect(decoder.timeout == .seconds(1))
    #expect(decoder.timePassed() == [])
    #expect(decoder.take(Array("r".utf8)) == [.character("r")])
  }

  @Test func `characters cut short or too long are none`() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0xC3]) == [])
    #expect(decoder.take([0x61]) == [.character("a")])
    // Overlong, a surrogate, beyond Unicode, stray continuations.
    #expect(
      decoder.take([0xE0, 0x80, 0xAF, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x80, 0xBF, 0xFF, 0x62]) == [
        .character("b")
      ])
  }

  @Test func `no bytes wedge the decoder`() {
    var random = SeededRandom(seed: 99)
    var decoder = KeyDecoder()
    let pieces: [[UInt8]] = [
      [0x1B], [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x5D], Array("200~".utf8), Array("201~".utf8), [0x3B],
    ]
    for _ in 0..<20_000 {
      let isPiece = Bool.random(using: &random)
      let bytes =
        isPiece
        ? pieces[Int.random(in: 0..<pieces.count, using: &random)]
        : (0..<Int.random(in: 1..<8, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = decoder.take(bytes)
      if Int.random(in: 0..<50, using: &random) == 0 {
        _ = decoder.timePassed()
        #expect(decoder.timeout == nil)
        #expect(decoder.take(Array("\r".utf8)) == [.enter])
      }
    }
  }

  @Test(arguments: [
    (Key.enter, PanelSignal.press(.start)), (.character(" "), .press(.start)), (.escape, .press(.cancel)),
    (.character("c"), .press(.cancel)), (.character("R"), .press(.retake)), (.backspace, .press(.retake)),
    (.down, .press(.next)), (.right, .press(.next)), (.tab, .press(.next)), (.up, .press(.previous)),
    (.backTab, .press(.previous)), (.character("ר"), .press(.retake)), (.character("ق"), .press(.retake)),
    (.control("p"), .request(.pause)), (.control("u"), .request(.resume)), (.control("e"), .request(.changeEvent)),
    (.control("s"), .request(.openSettings)), (.control("c"), .request(.shutDown)),
    (.control("q"), .request(.shutDown)),
  ])
  func `keys mean what the table says`(key: Key, signal: PanelSignal) {
    #expect(KeyMap().signal(of: key) == signal)
  }

  @Test func `no plain key is the operator's, and without operator keys none is`() {
    for code in UInt32(0x20)..<0x3000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      if case .request = KeyMap().signal(of: .character(scalar)) { Issue.record("\(scalar) is the operator's") }
    }
    for letter in "abcdefghijklmnopqrstuvwxyz".unicodeScalars {
      #expect(KeyMap(hasOperatorKeys: false).signal(of: .control(letter)) == nil)
    }
  }
}

struct DebounceTests {
  private func accepted(_ signal: PanelSignal, at milliseconds: [Int]) -> [Int] {
    var debounce = Debounce()
    return milliseconds.filter { debounce.accepts(signal, at: Instant(nanoseconds: Int64($0) * 1_000_000)) }
  }

  @Test func `bounces and repetitions are one press, presses on purpose are two`() {
    #expect(accepted(.press(.start), at: [0, 5, 20, 149]) == [0])
    #expect(accepted(.press(.start), at: [0, 160, 320]) == [0, 160, 320])
    #expect(accepted(.press(.next), at: Array(stride(from: 0, to: 5000, by: 33))) == [0])
  }

  @Test func `a held key never confirms its own question`() {
    // The keyboard's first repetition after 500 ms, then every 33.
    let held = [0] + Array(stride(from: 500, to: 4000, by: 33))
    #expect(accepted(.press(.cancel), at: held) == [0])
    #expect(accepted(.request(.shutDown), at: held) == [0])
    #expect(accepted(.press(.cancel), at: [0, 1200]) == [0, 1200])
  }

  @Test func `different presses do not debounce each other`() {
    var debounce = Debounce()
    let now = Instant(nanoseconds: 1)
    let signals = [PanelSignal.press(.start), .press(.cancel), .press(.start)]
    let accepted = signals.map { debounce.accepts($0, at: now) }
    #expect(accepted == [true, true, false])
  }
}
