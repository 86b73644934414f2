import BoothCore

/// A key as a terminal names it.
public enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  /// A letter held with Ctrl, in lower case.
  case control(Unicode.Scalar)
  case enter, escape, backspace, tab, backTab
  case up, down, left, right

  /// Where it moves something.
  var way: MarkStep.Way? {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .character, .control, .enter, .escape, .backspace, .tab, .backTab: nil
    }
  }

  /// What it is for guests who type an e-mail address.
  var addressKey: AddressKey? {
    switch self {
    case .character(let scalar): scalar.isASCII ? .character(Character(scalar)) : nil
    case .backspace: .backspace
    case .enter: .done
    case .escape: .leave
    case .control, .tab, .backTab, .up, .down, .left, .right: nil
    }
  }
}

/// Reads keys out of the bytes a terminal sends: UTF-8, and the sequences of ECMA-48 and xterm.
///
/// Bytes may come cut anywhere. What is no key of ours (function keys, answers, mouse, pasted text) is swallowed whole,
/// so that none of its letters counts as one. Pure: the caller keeps the time that ``timeout`` asks for.
struct KeyDecoder {
  private enum State: Equatable {
    case ground
    /// Bytes of a character that are still to come, and its bits so far.
    case character(missing: Int, bits: UInt32, least: UInt32)
    case escape
    case escapedCharacter(missing: Int)
    /// After `ESC [`: its parameters so far.
    case control(parameters: [UInt8])
    /// After `ESC [ [`, the Linux console's function keys.
    case consoleKey
    /// After `ESC O`.
    case singleShift
    /// In an answer (`ESC ]`, `P`, `X`, `^`, `_`) up to BEL or `ESC \`.
    case text(escaped: Bool)
    /// In pasted text, and how much of its end mark has come.
    case paste(matched: Int)
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// No key has parameters longer than this.
  private static let longestParameters = 32

  private var state = State.ground

  /// How long to wait for more bytes before calling ``timePassed()``; nil while nothing is begun.
  ///
  /// 50 ms tell a bare ESC from the begin of a sequence: a serial line of 9600 baud sends one in 4. Pasted text may
  /// falter longer.
  var timeout: Duration? {
    switch state {
    case .ground: nil
    case .paste, .text: .seconds(1)
    case .character, .escape, .escapedCharacter, .control, .consoleKey, .singleShift: .milliseconds(50)
    }
  }

  /// No more bytes came in time: a bare ESC is the key, anything else is dropped.
  mutating func timePassed() -> [Key] {
    defer { state = .ground }
    return state == .escape ? [.escape] : []
  }

  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, into: &keys) }
    return keys
  }

  private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .ground: begin(byte, into: &keys)
    case .character(let missing, let bits, let least):
      guard byte & 0xC0 == 0x80 else {
        // Cut short: what comes instead is a beginning of its own.
        state = .ground
        begin(byte, into: &keys)
        return
      }
      let all = bits << 6 | UInt32(byte & 0x3F)
      if missing > 1 {
        state = .character(missing: missing - 1, bits: all, least: least)
      } else {
        state = .ground
        if all >= least, let scalar = Unicode.Scalar(all) { keys.append(.character(scalar)) }
      }
    case .escape: continueEscape(byte, into: &keys)
    case .escapedCharacter(let missing):
      guard byte & 0xC0 == 0x80 else {
        state = .ground
        begin(byte, into: &keys)
        return
      }
      state = missing > 1 ? .escapedCharacter(missing: missing - 1) : .ground
    case .control(let parameters): continueControl(byte, parameters, into: &keys)
    case .consoleKey: state = .ground
    case .singleShift:
      state = .ground
      if byte == 0x1B { state = .escape } else if let key = Self.cursorKey(byte) { keys.append(key) }
      // Keypad Enter in application mode.
      if byte == UInt8(ascii: "M") { keys.append(.enter) }
    case .text(let escaped):
      if byte == 0x07 || byte == 0x18 || byte == 0x1A || escaped && byte == UInt8(ascii: "\\") {
        state = .ground
      } else {
        state = .text(escaped: byte == 0x1B)
      }
    case .paste(let matched):
      if byte == Self.pasteEnd[matched] {
        state = matched + 1 == Self.pasteEnd.count ? .ground : .paste(matched: matched + 1)
      } else {
        state = .paste(matched: byte == 0x1B ? 1 : 0)
      }
    }
  }

  private mutating func begin(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Unicode.Scalar(byte + 0x60)))
    case 0x20..<0x7F: keys.append(.character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: state = .character(missing: 1, bits: UInt32(byte & 0x1F), least: 0x80)
    case 0xE0...0xEF: state = .character(missing: 2, bits: UInt32(byte & 0x0F), least: 0x800)
    case 0xF0...0xF4: state = .character(missing: 3, bits: UInt32(byte & 0x07), least: 0x10000)
    default: break  // NUL, Ctrl with punctuation, stray continuation bytes: no key
    }
  }

  private mutating func continueEscape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): state = .control(parameters: [])
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .text(escaped: false)
    case 0x1B: keys.append(.escape)  // the first was a key; the second may begin something
    case 0xC2...0xDF: state = .escapedCharacter(missing: 1)
    case 0xE0...0xEF: state = .escapedCharacter(missing: 2)
    case 0xF0...0xF4: state = .escapedCharacter(missing: 3)
    default: state = .ground  // Alt with a key: none of ours
    }
  }

  private mutating func continueControl(_ byte: UInt8, _ parameters: [UInt8], into keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleKey
    case 0x20...0x3F:
      state = parameters.count < Self.longestParameters ? .control(parameters: parameters + [byte]) : .ground
    case 0x40...0x7E:
      state = .ground
      if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
        state = .paste(matched: 0)
      } else if byte == UInt8(ascii: "Z") {
        keys.append(.backTab)
      } else if let key = Self.cursorKey(byte) {
        keys.append(key)
      }
    case 0x1B: state = .escape
    default: state = .ground
    }
  }

  private static func cursorKey(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }
}
