public import BoothCore
import FoundationEssentials

extension Vault {
  /// Writes `receipt.txt` and `receipt.json` beside an export's files: what was there, with every checksum, and whether
  /// the gallery has it. No receipt is ever replaced, as it may be another booth's of the same event: the next run's is
  /// `receipt-2.txt`.
  /// - Returns: the path of the one for people, on `target`.
  @discardableResult
  public static func writeReceipt(
    of export: Export, event: String, at time: WallTime, to target: any Disk
  ) throws(StoreError) -> String {
    struct Receipt: Encodable {
      var event: String
      var exportedAt: WallTime
      var export: Export
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json: [UInt8]
    do { json = Array(try encoder.encode(Receipt(event: event, exportedAt: time, export: export))) } catch {
      throw StoreError(.failed, subject: event, detail: "the receipt cannot be written as JSON: \(error)")
    }
    let head = "\(event), copied \(time.date.formatted(.iso8601))\(time.trusted ? "" : " by a clock that was not set")"
    let lines = [head, Audit.Line.header("UTC")] + export.audit.lines.map(\.text) + [export.audit.totals.text, ""]
    let place = PortableName.of(event)
    let there = Set(try target.names(in: place).map { $0.lowercased() })
    var number = 1
    func name(_ ending: String) -> String { (number == 1 ? "receipt" : "receipt-\(number)") + "." + ending }
    while there.contains(name("txt")) || there.contains(name("json")) { number += 1 }
    for (ending, bytes) in [("json", json), ("txt", Array(lines.joined(separator: "\n").utf8))] {
      try writeVerified(bytes, to: "\(place)/\(name(ending))", on: target)
    }
    return "\(place)/\(name("txt"))"
  }
}
