import BoothCore

extension MockScript {
  /// The script as a file that ``init(file:)`` reads back, everything in it that is not as it would be anyway.
  /// - Parameter comment: what stands at its head, line by line.
  public func json5(comment: [String] = []) -> String {
    let plain = MockScript()
    var lines = comment.map { "// \($0)" } + ["{", "  kind: \"mock\","]
    if let pictures { lines.append("  pictures: \(Self.quoted(pictures)),") }
    if showsPattern { lines.append("  pattern: true,") }
    if let model { lines.append("  model: \(Self.quoted(model)),") }
    if takesStills != plain.takesStills { lines.append("  takesStills: \(takesStills),") }
    if !formats.isEmpty {
      lines += ["  formats: ["] + formats.map { "    \(Self.quoted($0))," } + ["  ],"]
    }
    lines += [
      "  size: \"\(size.width)x\(size.height)\",", "  framesPerSecond: \(framesPerSecond),",
      "  layout: \"\(layout == .jpeg ? "jpeg" : "i420")\",", "  stillSize: \"\(stillSize.width)x\(stillSize.height)\",",
    ]
    if seed != plain.seed { lines.append("  seed: \(seed),") }
    if delays != plain.delays { lines += ["  delays: {"] + delays.lines.map { "    \($0)," } + ["  },"] }
    if !faults.isEmpty { lines += ["  faults: ["] + faults.map { "    \($0.text)," } + ["  ],"] }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// A text in JSON5's double quotes; whatever is not plain is escaped.
  private static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case " "..."~": return String(scalar)
      default:
        return String(scalar).utf16.map { unit in
          let hex = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }.joined()
      }
    }
    return "\"\(inner.joined())\""
  }
}

extension MockDelays {
  /// `still: [0.8, 1.1]`, for those that are there.
  fileprivate var lines: [String] {
    let lists = [("open", open), ("start", start), ("stop", stop), ("still", still), ("lag", lag), ("focus", focus)]
    var lines = lists.compactMap { name, list -> String? in
      switch list.count {
      case 0: nil
      case 1: "\(name): \(list[0].secondsText)"
      default: "\(name): [\(list.map(\.secondsText).joined(separator: ", "))]"
      }
    }
    if let firstFrame { lines.append("firstFrame: \(firstFrame.secondsText)") }
    return lines
  }
}

extension MockFault {
  fileprivate var text: String {
    let when =
      switch at {
      case .open(let number), .start(let number), .still(let number), .frame(let number): String(number)
      case .seconds(let seconds): String(seconds)
      }
    var parts = ["at: { \(at.name): \(when) }", "do: \"\(action.name)\""]
    switch action {
    case .lose(let back), .garbage(let back): if let back { parts.append("seconds: \(back.secondsText)") }
    case .slow(let duration), .stall(let duration): parts.append("seconds: \(duration.secondsText)")
    case .fail(let code): parts.append("code: \"\(code.rawValue)\"")
    case .hang, .failFocus, .truncate, .empty, .wrongSize, .dark, .blurred, .unaskedPhoto: break
    }
    if repeats { parts.append("repeat: true") }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}

extension Duration {
  /// Seconds to the millisecond.
  fileprivate var secondsText: String { String(Double(wholeNanoseconds / 1_000_000) / 1000) }
}
