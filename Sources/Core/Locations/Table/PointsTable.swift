public import BoothCore

/// `points.csv` of one of our own exports, read back.
public struct PointsTable: Sendable {
  /// A location's points, and the frame they were marked in, by its path in the export.
  public struct Entry: Sendable, Equatable {
    /// In the export.
    public var anchor: String
    public var points: [MarkPair] = []
  }

  public let entries: [LocationID: Entry]
  public let problems: [ImportProblem]

  /// Reads the table's bytes; rows that are not as an export has them are named.
  public init(_ bytes: [UInt8], file: String) {
    var entries: [LocationID: Entry] = [:]
    var problems: [ImportProblem] = []
    func refuse(_ line: Int?, _ expected: String, _ found: String) {
      problems.append(ImportProblem(file: file, line: line, expected: expected, found: found))
    }
    do throws(TableText.Fault) {
      let values = SeparatedValues(try TableText(bytes).text)
      let header = values.records.first?.fields.joined(separator: ",") ?? ""
      if header != ExportTables.pointsHeader {
        refuse(1, "the header of a booth's export", "\"\(header.prefix(80))\"; the file was left out")
      } else {
        for record in values.records.dropFirst() {
          if let fault = record.fault {
            refuse(record.line, "a row whose quotes are in pairs", "one where \(fault)")
            continue
          }
          let numbers = record.fields.dropFirst(2).compactMap { Double($0) }
          guard record.fields.count == 6, let id = LocationID(record.fields[0]), numbers.count == 4,
            numbers.allSatisfy({ (0...1).contains($0) })
          else {
            refuse(
              record.line, "a location's id, a file, and four numbers from 0 to 1",
              "\"\(record.fields.joined(separator: ",").prefix(80))\"")
            continue
          }
          var entry = entries[id] ?? Entry(anchor: record.fields[1])
          entry.points.append(
            MarkPair(
              old: PicturePoint(x: numbers[0], y: numbers[1]), frame: PicturePoint(x: numbers[2], y: numbers[3])))
          entries[id] = entry
        }
      }
    } catch {
      refuse(nil, "a table of text", "a file that \(error.words)")
    }
    self.entries = entries
    self.problems = problems
  }
}
