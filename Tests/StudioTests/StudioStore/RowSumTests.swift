import FoundationEssentials
import GRDB
import Testing

@testable import StudioStore

/// What the sum of a row mends, and what it does not.
@Suite struct RowSumTests {
  private static let text = String(repeating: "Regen, שלום. ", count: 60)
  private static let values: [DatabaseValue] = [
    "dailyReports".databaseValue, "d1".databaseValue, 17.databaseValue, text.databaseValue, 2.5.databaseValue, .null,
    7.databaseValue,
  ]
  private static let sum = RowSum(of: "document", values).value

  /// As they are read, with other bytes in the long text.
  private static func read(_ changes: [(place: Int, by: UInt8)]) -> [(value: DatabaseValue, isText: Bool)] {
    values.enumerated().map { index, value in
      guard case .string(let text) = value.storage else { return (value, false) }
      var bytes = Array(text.utf8)
      if index == 3 { for change in changes { bytes[change.place] ^= change.by } }
      return (Data(bytes).databaseValue, true)
    }
  }

  @Test func `a row is as it was after any bit of it has changed`() {
    let length = Self.text.utf8.count
    for place in 0..<length {
      let by = 1 << UInt8(place * 5 % 8)
      #expect(RowSum.mended("document", Self.read([(place, UInt8(by))]), sum: Self.sum) == Self.values, "\(place)")
    }
    var numbers = Self.read([])
    numbers[2].value = (17 | 1 << 40).databaseValue
    #expect(RowSum.mended("document", numbers, sum: Self.sum) == Self.values)
    #expect(RowSum.mended("document", Self.read([]), sum: Self.sum ^ 1 << 63) == Self.values)
  }

  @Test func `a row of which more has changed is never taken for another one`() {
    let length = Self.text.utf8.count
    for place in stride(from: 0, to: length - 500, by: 13) {
      let ways: [[(place: Int, by: UInt8)]] = [
        [(place, 2), (place + 400, 2)], [(place, 1), (place + 9, 4)], [(place, 7), (place + 3, 7), (place + 5, 1)],
      ]
      for changes in ways {
        let mended = RowSum.mended("document", Self.read(changes), sum: Self.sum)
        #expect(mended == nil, "\(place) \(changes.count)")
      }
    }
    #expect(RowSum.mended("document", Self.read([]), sum: Self.sum ^ 3) == nil)
  }

  @Test func `a row of which a byte has changed is as it was, or is not mended`() {
    var count = 0
    for place in 0..<Self.text.utf8.count {
      let by = UInt8(truncatingIfNeeded: 3 + place * 37 % 251)
      let mended = RowSum.mended("document", Self.read([(place, by)]), sum: Self.sum)
      #expect(mended == nil || mended == Self.values, "\(place)")
      if mended != nil { count += 1 }
    }
    // All but the highest of each eight.
    #expect(count >= Self.text.utf8.count * 7 / 8)
  }
}
