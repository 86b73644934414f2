import FoundationEssentials

extension Vault {
  /// Writes `receipt.txt` and `receipt.json` beside an export's files: what was there, with every checksum, and whether
  /// the gallery has it.
  public static func writeReceipt(
    of export: Export, event: String, at time: WallTime, to target: any Disk
  ) throws(StoreError) {
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
    let lines = [head] + export.audit.lines.map(\.text) + [export.audit.totals.text, ""]
    let place = PortableName.of(event)
    for (name, bytes) in [("receipt.json", json), ("receipt.txt", Array(lines.joined(separator: "\n").utf8))] {
      try writeVerified(bytes, to: "\(place)/\(name)", on: target)
    }
  }
}
