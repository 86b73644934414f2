/// A key of the keyboard on the screen, or of one that lies before it.
public enum AddressKey: Sendable, Hashable {
  /// Types this; what no address has is not taken.
  case character(Character)
  /// Takes the last character away.
  case backspace
  /// Gives the address, or says that it is none.
  case done
  /// Goes back to the code without an address.
  case leave
}

/// What guests have typed of their e-mail address, and the keyboard on the screen: by touch, by a keyboard that lies
/// there, or by a highlight that two buttons move. A pure value.
///
/// It lives in the mailbox and on the screen alone. The flow, its journal and the log hear that a person types, never
/// what.
public struct AddressEntry: Sendable, Equatable {
  /// What is wrong with what was typed; the form says so until the next key.
  public enum Trouble: Sendable, Equatable {
    /// What was typed is no address.
    case noAddress
    /// The disk refused it.
    case notKept
  }

  /// What a key or a button led to.
  public enum Outcome: Sendable, Equatable {
    /// The form is to be drawn anew, at most.
    case changed
    /// Guests are done: this is for the store.
    case given(EmailAddress)
    /// Guests want back to the code.
    case left
  }

  /// Digits, then letters as they lie on most keyboards, then the other characters of addresses.
  public static let rows: [[AddressKey]] = ["1234567890", "qwertyuiop", "asdfghjkl@", "zxcvbnm._-", "+%"]
    .map { $0.map { AddressKey.character($0) } }
  /// After the rows.
  public static let actions: [AddressKey] = [.leave, .backspace, .done]
  /// In the order in which the highlight moves.
  static let keys = rows.flatMap(\.self) + actions

  /// What is typed so far: ASCII, at most ``EmailAddress/longest`` bytes.
  public private(set) var text = ""
  /// What the form says is wrong; nil after the next key.
  public private(set) var trouble: Trouble?
  /// What a button that chooses would type; shown once one has moved it.
  public private(set) var highlighted = AddressKey.character("q")
  /// Whether a button was used, so that the highlight is shown.
  public private(set) var isByButtons = false

  /// An empty form, its highlight hidden on `q`.
  public init() {}

  /// Types one key. A sign that no address has, and whatever would be too long, changes nothing.
  public mutating func take(_ key: AddressKey) -> Outcome {
    trouble = nil
    switch key {
    case .character(let character):
      let bytes = Array(String(character).utf8)
      if bytes.count == 1, EmailAddress.takes(bytes[0]), text.utf8.count < EmailAddress.longest {
        text.append(character)
      }
    case .backspace: if !text.isEmpty { text.removeLast() }
    case .done:
      if let address = EmailAddress(text) { return .given(address) }
      trouble = .noAddress
    case .leave: return .left
    }
    return .changed
  }

  /// A button that is no key.
  public mutating func take(_ press: Press) -> Outcome {
    switch press {
    case .next, .previous:
      // The first only shows where the highlight is.
      if isByButtons {
        let index = Self.keys.firstIndex(of: highlighted) ?? 0
        highlighted = Self.keys[(index + (press == .next ? 1 : Self.keys.count - 1)) % Self.keys.count]
      }
      isByButtons = true
      return .changed
    case .start:
      guard isByButtons else {
        isByButtons = true
        return .changed
      }
      return take(highlighted)
    case .retake: return take(.backspace)
    case .cancel: return .left
    }
  }

  /// The store did not keep the address: the form stays, and says so.
  public mutating func refused() { trouble = .notKept }
}
