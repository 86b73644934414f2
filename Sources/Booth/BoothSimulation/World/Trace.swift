import BoothCore
import FoundationEssentials

/// What happened in a night, line by line, as the journal has it.
final class Trace {
  private(set) var bytes: [UInt8] = []
  private let encoder = JSONEncoder()

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  private func append(_ line: some Encodable) {
    do {
      bytes += Array(try encoder.encode(line))
    } catch {
      preconditionFailure("a line of strings and whole numbers can always be encoded: \(error)")
    }
    bytes.append(0x0A)
  }

  func flow(at instant: Instant, time: WallTime, _ input: BoothInput, _ state: BoothState, _ effects: [BoothEffect]) {
    append(
      JournalLine(
        at: instant, time: time.date.formatted(.iso8601), input: input, state: state, effects: effects))
  }

  func note(at instant: Instant, _ who: String, _ what: @autoclosure () -> String) {
    append(JournalNote(at: instant, who: who, what: what()))
  }

  func note<Input, Effect>(at instant: Instant, _ who: String, _ input: Input, _ effects: [Effect]) {
    append(JournalNote(at: instant, who: who, what: "\(input)", effects: effects.map { "\($0)" }))
  }
}
