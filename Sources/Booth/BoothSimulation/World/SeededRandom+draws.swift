import BoothCore

extension SeededRandom {
  /// A generator for one concern of one night: what one concern draws changes nothing for the others.
  init(_ seed: UInt64, _ concern: Concern, _ index: UInt64 = 0) {
    var first = SeededRandom(seed: seed ^ (concern.rawValue &* 0x9E6C_63D0_876A_3F6B))
    self.init(seed: first.next() ^ (index &* 0xD1B5_4A32_D192_ED03))
  }

  enum Concern: UInt64 {
    case night = 1
    case plan
    case guests
    case camera
    case disk
    case gallery
    case power
    case clock
    case ids
    case pump
    case ladder
    case place
    case printer
  }

  /// 0 ..< `limit`; 0 for no limit at all.
  mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(truncatingIfNeeded: next() % UInt64(limit)) : 0 }

  mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// Milliseconds, in nanoseconds.
  mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 {
    (range.lowerBound + Int64(below(Int(range.upperBound - range.lowerBound + 1)))) * 1_000_000
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
