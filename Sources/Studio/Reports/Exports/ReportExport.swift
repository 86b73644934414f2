package import BoothArchives
package import BoothCore
import Documents
package import StudioModel

/// Many reports as a table, piece by piece: what it holds does not grow with them.
package actor ReportExport {
  package enum Format: String, Sendable, CaseIterable {
    case csv, xlsx

    /// As the web names it.
    package var type: String {
      switch self {
      case .csv: "text/csv; charset=utf-8"
      case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      }
    }
  }

  /// How many are read together.
  private static let together = 100

  private let finder: ReportFinder
  private let organisation: OrganisationID
  private let table: ReportTable
  private var rest: ArraySlice<String>
  private var sheet: Spreadsheet?
  private var hasBegun = false
  private var hasEnded = false
  private let zone: @Sendable (Double) -> Int
  private let manner: TableManner

  /// - Parameters:
  ///   - ids: of the reports, in their order.
  ///   - manner: how separated values are written.
  ///   - zone: how far the reader's clocks are ahead of UTC at a moment, in seconds.
  ///   - now: seconds since 1970.
  /// - Throws: where there is no memory, or more columns than a sheet takes.
  package init(
    _ ids: [String], of organisation: OrganisationID, on finder: ReportFinder, table: ReportTable, as format: Format,
    manner: TableManner = .plain, zone: @escaping @Sendable (Double) -> Int = { _ in 0 }, now: WallTime
  ) throws(ArchiveFault) {
    self.finder = finder
    self.organisation = organisation
    self.table = table
    self.manner = manner
    self.zone = zone
    rest = ids[...]
    if format == .xlsx {
      sheet = try Spreadsheet(
        table.columns.map { Spreadsheet.Column($0.title, width: Self.width($0)) },
        made: CivilMoment(now.date, secondsFromUTC: now.secondsFromUTC))
    }
  }

  /// How wide a column is, in digits: narrow ones leave room on paper for those with sentences.
  private static func width(_ column: ReportTable.Column) -> Int {
    switch (column.title, column.type) {
    case ("School/Destination", _), ("Job Descriptions", _), ("Photoshoot Notes", _), ("Extra Notes", _),
      ("Amendment Reason", _), (_, .textarea?), (_, .multiselect?):
      28
    case ("Photo Count", _), ("Template Version", _), ("Report Version", _), ("Total Mileage", _), (_, .number?),
      (_, .currency?), (_, .toggle?), (_, .time?), (_, .calculation?), (_, .mileage?):
      10
    case ("Date", _), (_, .date?): 11
    default: 16
    }
  }

  /// The next piece; nil where there is none.
  package func next() async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.isEmpty, !hasEnded {
      if !hasBegun {
        hasBegun = true
        bytes = sheet?.begin() ?? Array(table.csvHeader(manner).utf8)
        continue
      }
      let ids = Array(rest.prefix(Self.together))
      rest = rest.dropFirst(ids.count)
      guard !ids.isEmpty else {
        hasEnded = true
        bytes = try sheet?.end() ?? []
        continue
      }
      for report in try await finder.reports(ids, of: organisation) {
        for cells in table.rows(report) { try write(cells, to: &bytes) }
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  private func write(_ cells: [ReportCell], to bytes: inout [UInt8]) throws(ArchiveFault) {
    guard sheet != nil else { return manner.write(cells, to: &bytes, moment: moment) }
    bytes += try sheet?.add(cells.map { cell($0) }) ?? []
  }

  /// A moment as the reader's clocks have it; for spreadsheets as they read one.
  private func moment(_ time: DocumentTimestamp) -> String {
    switch manner {
    case .plain: ReportZone.written(time, zone)
    case .comma, .semicolon: ReportZone.shown(time, zone, isKnown: true)
    }
  }

  private func cell(_ cell: ReportCell) -> SpreadsheetCell {
    switch cell {
    case .empty: .empty
    case .text(let text): .text(text, looksLikeFormula: ReportTable.isFormula(text))
    case .number(let number): .number(number.text)
    case .day(let day): .day(day)
    case .moment(let time):
      .moment(Double(time.seconds) + Double(zone(Double(time.seconds))))
    case .truth(let value): .truth(value)
    }
  }

  /// All of it, to be pulled.
  package nonisolated var stream: ByteStream { ByteStream { try await self.next() } }
}
