import BoothCore

/// The flow's whole table, state by state, made by running the flow: what the documentation shows is what it does.
public enum FlowTable {
  public static func markdown() -> String {
    var text = """
      # The flow's table

      What every input does in every state, made by running the flow.

      ## Overview

      Each section is a state as reached by real inputs; where something is decided differently (the first try or the
      second, nothing kept or a photo kept) there is a section for each. A row says where inputs lead and what they
      cause, in order; a dash stays in the state, and what it changes besides is in brackets. Inputs that are ignored
      are listed with the reason. An answer is current, named by the effect that asked, or late. `Scripts/test core`
      with `BOOTH_REGENERATE=1` writes this page anew.

      """
    for sample in FlowSample.all { text += "\n" + section(sample) }
    return text
  }

  private struct Row {
    var leadsTo: String
    var effects: String
    var inputs: [FlowProbe]
  }

  private static func section(_ sample: FlowSample) -> String {
    var rows: [Row] = []
    var ignored: [(reason: IgnoreReason, inputs: [FlowProbe])] = []
    for probe in FlowProbe.all(for: sample) {
      let (before, after, effects) = probe.run(sample)
      if case .ignore(let reason)? = effects.first {
        if let index = ignored.firstIndex(where: { $0.reason == reason }) {
          ignored[index].inputs.append(probe)
        } else {
          ignored.append((reason, [probe]))
        }
        continue
      }
      let leadsTo = place(before, after)
      let words = effects.map { "`\($0.word)`" }.joined(separator: " ")
      if let index = rows.firstIndex(where: { $0.leadsTo == leadsTo && $0.effects == words }) {
        rows[index].inputs.append(probe)
      } else {
        rows.append(Row(leadsTo: leadsTo, effects: words, inputs: [probe]))
      }
    }
    var text = "## \(sample.name)\n\n"
    if !rows.isEmpty {
      text += "| input | leads to | effects |\n|---|---|---|\n"
      for row in rows { text += "| \(list(row.inputs)) | \(row.leadsTo) | \(row.effects) |\n" }
      text += "\n"
    }
    if !ignored.isEmpty { text += "Ignored:\n" }
    for (reason, inputs) in ignored { text += "- *\(reason.rawValue)*: \(list(inputs))\n" }
    return text
  }

  /// `pressed start, cancel; timePassed`
  private static func list(_ probes: [FlowProbe]) -> String {
    var groups: [(name: String, details: [String])] = []
    for probe in probes {
      if let last = groups.indices.last, groups[last].name == probe.group {
        groups[last].details.append(probe.detail)
      } else {
        groups.append((probe.group, [probe.detail]))
      }
    }
    return groups.map { group in
      let details = withoutRepetition(group.details.filter { !$0.isEmpty })
      let first = group.details.contains("") ? "`\(group.name)`" : ""
      let rest = details.isEmpty ? "" : "`\(group.name)` " + details.joined(separator: " · ")
      return [first, rest].filter { !$0.isEmpty }.joined(separator: "; ")
    }.joined(separator: "; ")
  }

  /// `takePhoto: failed` in place of each of the five ways to fail.
  private static func withoutRepetition(_ details: [String]) -> [String] {
    var shortened: [String] = []
    for detail in details {
      let parts = detail.split(separator: "(", maxSplits: 1)
      let isFault = parts.count == 2 && parts[0].hasSuffix(": failed")
      guard isFault, !detail.hasPrefix("late"), details.count(where: { $0.hasPrefix(parts[0] + "(") }) == 5 else {
        shortened.append(detail)
        continue
      }
      if shortened.last != String(parts[0]) { shortened.append(String(parts[0])) }
    }
    return shortened
  }

  private static func place(_ before: BoothFlow, _ after: BoothFlow) -> String {
    let (old, new) = (StateKind(before.state), StateKind(after.state))
    let notes = [
      old == new && before.state != after.state ? change(before.state, after.state) : nil,
      before.selected != after.selected ? "another event" : nil,
      before.pending != after.pending ? (after.pending.map { "then \($0.word)" } ?? "nothing pending") : nil,
      before.previousQR != after.previousQR
        ? (after.previousQR == nil ? "the small code goes" : "the code stays small") : nil,
      before.language != after.language ? (after.language.map { "in \($0.code)" } ?? "in the event's language") : nil,
    ].compactMap { $0 }
    let place = old == new ? "–" : new.rawValue
    return notes.isEmpty ? place : "\(place) (\(notes.joined(separator: ", ")))"
  }

  private static func change(_ before: BoothState, _ after: BoothState) -> String {
    switch (before, after) {
    case (.capture(let old), .capture(let new)):
      if old.strip != new.strip { return "the next strip" }
      if old.cancelAskedUntil != new.cancelAskedUntil {
        return new.cancelAskedUntil == nil ? "the question goes" : "the question stands"
      }
      if case .marking(let before, _) = old.phase, case .marking(let after, _) = new.phase {
        if before.wasRefused != after.wasRefused { return "refused" }
        return before.pairs != after.pairs || before.begun != after.begun ? "another point" : "the cursor"
      }
      return old.takes != new.takes ? "the strip's files" : "again"
    case (.upload(let old), .upload(let new)):
      if old.quiet != new.quiet { return "quietly" }
      if old.cancelAskedUntil != new.cancelAskedUntil {
        return new.cancelAskedUntil == nil ? "the question goes" : "the question stands"
      }
      return "again"
    case (.qr(let old, _, _), .qr(let new, _, _)) where old.cancelAskedUntil != new.cancelAskedUntil:
      return new.cancelAskedUntil == nil ? "the question goes" : "the question stands"
    case (.address, _): return "goes on"
    case (.eventSelection, _): return "another line"
    case (.consent(let choice, _, _), .consent(let other, _, _)) where choice != other: return "another answer"
    case (.print(let old), .print(let new)) where old.layout != new.layout: return "how many of it"
    case (.print(let old), .print(let new)) where old.turn != new.turn: return "another one"
    case (.look(let old), .look(let new)) where old.turn != new.turn: return "another look"
    case (.settings, _): return "stays open"
    default: return "again"
    }
  }
}
