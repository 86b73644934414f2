import ControlSocket
import FoundationEssentials

/// What the program's own commands answer as JSON, without what is of guests: by a list of what may stay. Pure.
///
/// Numbers and truth values stay. A string stays where its member is on the list, as a word of the program's or as a text without
/// what ``Redaction`` finds; any other is left out, so that a new member shows nothing before it is thought of.
enum RedactedAnswer {
  private enum Rule {
    /// A word of the program's own, such as a state.
    case word
    /// Words for people.
    case text
    case session
    case event
  }

  private static let rules: [String: Rule] = [
    // A failure, the doctor.
    "words": .text, "remedy": .text, "subject": .word, "verdict": .word, "severity": .word, "key": .word,
    // The status.
    "state": .word, "phase": .word, "scene": .word, "request": .word, "event": .event, "events": .event,
    "camera": .text, "role": .word, "name": .text, "model": .text, "driver": .text, "rung": .text, "rungs": .text,
    "lastError": .text, "next": .text, "condition": .text, "troubles": .text, "topic": .text,
    "address": .text, "obstacle": .word, "reasons": .word, "level": .word, "refusal": .word, "linkBase": .text,
    "print": .session, "session": .session, "id": .session,
    // Jobs.
    "kind": .word, "subjectId": .session, "lastFailure": .text,
    // The night.
    "time": .text, "place": .word, "stopped": .word, "step": .word, "rule": .word,
    // Devices.
    "usb": .text, "profile": .text, "formats": .text, "problem": .text, "details": .text, "path": .text,
    "screens": .text,
    "battery": .text, "card": .text,
  ]

  /// - Returns: nil for what is no JSON.
  static func redacted(_ bytes: [UInt8], _ redaction: inout Redaction) -> JSONValue? {
    let value: JSONValue
    do { value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } catch { return nil }
    return redacted(value, "", &redaction)
  }

  static func redacted(_ value: JSONValue, _ key: String, _ redaction: inout Redaction) -> JSONValue {
    switch value {
    case .null, .bool, .int, .double: return value
    case .string(let text): return .string(string(text, key, &redaction))
    case .array(let items): return .array(items.map { redacted($0, key, &redaction) })
    case .object(let members):
      var result: [String: JSONValue] = [:]
      // In a known order, so that pseudonyms are the same in two bundles of one booth.
      for name in members.keys.sorted() {
        result[name] = members[name].map { redacted($0, name, &redaction) }
      }
      return .object(result)
    }
  }

  private static func string(_ text: String, _ key: String, _ redaction: inout Redaction) -> String {
    switch rules[key] {
    case .word:
      let isWord =
        text.utf8.count <= 60 && text.utf8.allSatisfy { Redaction.isWordByte($0) || "._- ".utf8.contains($0) }
      return isWord ? redaction.text(text) : Redaction.leftOut
    case .text: return redaction.text(text)
    case .session: return text.contains("-") ? redaction.text(text) : Redaction.leftOut
    case .event: return redaction.event(text)
    case nil: return Redaction.leftOut
    }
  }
}
