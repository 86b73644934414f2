import BoothCore

extension EventReader {
  /// What makes no sense deletes nothing: no photo goes by a mistake of spelling.
  mutating func keep(in fields: EventFields) -> Event.KeepPolicy {
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
    _ key: String, in keep: EventFields, _ range: ClosedRange<Int>, _ expected: String, _ consequence: String
  ) -> Int? {
    guard let value = keep.object[key], value != .null else { return nil }
    if let number = value.wholeNumber, range.contains(number) { return number }
    warn(keep.path(key), expected: expected, found: value.summary, consequence)
    return nil
  }

  private mutating func untilUploaded(in keep: EventFields) -> Bool {
    switch keep.object["untilUploaded"] {
    case nil, .null?: return false
    case .bool(let value)?: return value
    case let value?:
      warn(
        keep.path("untilUploaded"), expected: "true or false", found: value.summary, "files stay after their upload")
      return false
    }
  }
}
