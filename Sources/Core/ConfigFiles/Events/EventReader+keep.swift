import BoothCore

extension EventReader {
  /// What makes no sense deletes nothing: no photo goes by a mistake of spelling.
  mutating func keep(in fields: FileFields) -> Event.KeepPolicy {
    guard let keep = object("keep", in: fields) else { return Event.KeepPolicy() }
    checkKeys(of: keep, known: ["days", "untilUploaded", "freeSpace"])
    var policy = Event.KeepPolicy()
    policy.days = number("days", in: keep, 0...3650, "a whole number from 0 to 3650, or null", "no age is set")
    policy.untilUploaded = untilUploaded(in: keep)
    policy.freeSpaceBytes = number(
      "freeSpace", in: keep, 1...100_000, "whole gigabytes from 1 to 100000, or null", "no floor is set"
    ).map { Int64($0) * 1_000_000_000 }
    return policy
  }

  private mutating func number(
    _ key: String, in keep: FileFields, _ range: ClosedRange<Int>, _ expected: String, _ consequence: String
  ) -> Int? {
    value(key, in: keep, expected: expected, otherwise: consequence) { value in
      value.wholeNumber.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private mutating func untilUploaded(in keep: FileFields) -> Bool {
    let consequence = "files stay after their upload"
    return value("untilUploaded", in: keep, expected: "true or false", otherwise: consequence) { $0.flag } ?? false
  }
}
