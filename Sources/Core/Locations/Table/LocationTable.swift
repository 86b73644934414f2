/// What a row of an imported table says of a location.
public struct TableRow: Sendable, Equatable {
  /// In the file, from 1.
  public var line: Int
  public var id: LocationID?
  public var title: String?
  /// Both, or nil where both cells are empty: then the picture may know.
  public var place: Coordinate?
  public var status = LocationStatus.notVisited
  public var notes = ""
  /// The old picture's file, as the table names it.
  public var picture: String?
  public var newPicture: String?
  public var provenance = Provenance()
  public var bearing: Double?
  public var accuracy: Double?
}

/// A table of locations: what its rows say, and what is wrong with those that say it wrongly.
public struct LocationTable: Sendable {
  /// The file's name, for problems.
  public let file: String
  public let rows: [TableRow]
  public let problems: [ImportProblem]
  /// How the table was read, for people.
  public let reading: String

  /// The largest number of rows that are read.
  public static let mostRows = 200_000

  /// Reads a table's bytes. A table that cannot be read at all has no rows and one problem.
  public init(_ bytes: [UInt8], file: String) {
    var reader = Reader(file: file)
    var words = ""
    do throws(TableText.Fault) {
      let text = try TableText(bytes)
      let values = SeparatedValues(text.text)
      words = "\(text.encoding), separated by \(values.separatorWords)"
      reader.damages = text.damages
      reader.read(values)
    } catch {
      reader.problems.append(
        ImportProblem(file: file, expected: "a table of text", found: "a file that \(error.words)"))
    }
    self.file = file
    reading = words
    rows = reader.rows
    problems = reader.problems
  }
}

private struct Reader {
  let file: String
  var rows: [TableRow] = []
  var problems: [ImportProblem] = []
  /// Bytes that are none of the file's encoding.
  var damages: [TableText.Damage] = []
  private var names: [TableColumn: String] = [:]
  /// Programs that separate by commas write points before fractions.
  private var tableDecimal: WrittenNumber.Decimal?

  init(file: String) { self.file = file }

  mutating func read(_ values: SeparatedValues) {
    guard let header = values.records.first else {
      return problems.append(ImportProblem(file: file, expected: "a line of column names", found: "nothing"))
    }
    guard values.records.count <= LocationTable.mostRows else {
      return problems.append(
        ImportProblem(
          file: file, expected: "at most \(LocationTable.mostRows) rows", found: "\(values.records.count)"))
    }
    tableDecimal = values.separator == "," ? .point : nil
    var columns: [TableColumn?] = []
    for name in header.fields {
      let column = TableColumn(header: name)
      if let column, names[column] != nil {
        return problems.append(
          ImportProblem(
            file: file, line: header.line, column: name, expected: "each column once",
            found: "a second one of the same meaning as \"\(names[column] ?? "")\""))
      }
      if column == nil, !name.allSatisfy(\.isWhitespace) {
        problems.append(
          ImportProblem(
            .warning, file: file, line: header.line, column: name, expected: "a column that booth knows",
            found: "one that it does not; it was left out"))
      }
      if let column { names[column] = name }
      columns.append(column)
    }
    guard names[.picture] != nil || names[.id] != nil || names[.title] != nil else {
      return problems.append(
        ImportProblem(
          file: file, line: header.line, expected: "column names such as title, latitude, longitude, file",
          found: "\"\(header.fields.joined(separator: String(values.separator)).prefix(80))\""))
    }
    guard (names[.latitude] == nil) == (names[.longitude] == nil) else {
      return problems.append(
        ImportProblem(
          file: file, line: header.line, expected: "both a latitude and a longitude, or neither",
          found: "only \(names[.latitude] ?? names[.longitude] ?? "one")"))
    }
    for record in values.records.dropFirst() { read(record, columns) }
    refuseSwapped()
  }

  private mutating func read(_ record: SeparatedValues.Record, _ columns: [TableColumn?]) {
    if let fault = record.fault {
      return problems.append(
        ImportProblem(
          file: file, line: record.line, expected: "a row whose quotes are in pairs", found: "one where \(fault)"))
    }
    guard record.fields.count <= columns.count || record.fields[columns.count...].allSatisfy(\.isEmpty) else {
      return problems.append(
        ImportProblem(
          file: file, line: record.line, expected: "\(columns.count) fields, as the first line has",
          found: "\(record.fields.count); a text with a separator in it stands in quotes"))
    }
    if !damages.isEmpty, record.fields.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      let damage = damages.first { $0.line >= record.line } ?? damages[0]
      return problems.append(
        ImportProblem(file: file, line: record.line, expected: "letters of UTF-8", found: damage.words))
    }
    var cells: [TableColumn: String] = [:]
    for (column, field) in zip(columns, record.fields) {
      guard let column else { continue }
      // Notes are taken as they are; all else without the white space around it.
      let text = column == .notes ? field : field.trimmed
      if !text.isEmpty { cells[column] = text }
    }
    var row = TableRow(line: record.line)
    var isWrong = false
    func name(_ column: TableColumn) -> String { names[column] ?? column.rawValue }
    func wrong(_ column: TableColumn, _ expected: String, _ found: String) {
      problems.append(
        ImportProblem(file: file, line: record.line, column: name(column), expected: expected, found: found))
      isWrong = true
    }
    if let text = cells[.id] {
      row.id = LocationID(text)
      if row.id == nil { wrong(.id, "1 to 64 letters, digits, - and _", "\"\(text.prefix(80))\"") }
    }
    row.title = cells[.title]
    row.notes = cells[.notes] ?? ""
    row.status = cells[.status].map { LocationStatus(word: $0) } ?? .notVisited
    row.picture = cells[.picture]
    row.newPicture = cells[.newPicture]
    row.provenance.archive = cells[.archive]
    row.provenance.signature = cells[.signature]
    row.provenance.author = cells[.author]
    row.provenance.date = cells[.date]
    row.provenance.licence = cells[.licence]
    row.provenance.link = cells[.link]
    switch (cells[.latitude], cells[.longitude]) {
    case (nil, nil): break
    case (let latitude, let longitude):
      // Only where the other number can be a latitude.
      let mayBeSwapped = longitude.flatMap(PlainNumber.read).map { (-90...90).contains($0) } == true
      let north = degrees(latitude ?? "", .latitude, mayBeSwapped: mayBeSwapped, wrong)
      let east = degrees(longitude ?? "", .longitude, mayBeSwapped: false, wrong)
      if north == 0, east == 0 {
        wrong(.latitude, "where it is", "0, 0, which programs write for a place that is not known")
      } else if let north, let east {
        row.place = Coordinate(latitude: north, longitude: east)
      }
    }
    if let text = cells[.bearing] {
      // Thousands of degrees are none: `12,345` has one reading.
      row.bearing = PlainNumber.read(text).flatMap { (0..<360).contains($0) ? $0 : nil }
      if row.bearing == nil { wrong(.bearing, "degrees from 0 up to, but not, 360", "\"\(text.prefix(40))\"") }
    }
    if let text = cells[.accuracy] {
      let decimal = Self.decimal([cells[.latitude], cells[.longitude]].compactMap { $0 }) ?? tableDecimal
      switch PlainNumber.read(text, decimal) {
      case .one(let metres)? where (0...40_100_000).contains(metres): row.accuracy = metres
      case .either(let whole, let fraction)?:
        wrong(.accuracy, "metres that have one reading, as \(whole) or \(fraction)", "\"\(text.prefix(40))\"")
      case .one?, nil: wrong(.accuracy, "metres", "\"\(text.prefix(40))\"")
      }
    }
    if !isWrong { rows.append(row) }
  }

  /// The sign before the fractions of a row's coordinates; nil where they have none, or both.
  private static func decimal(_ coordinates: [String]) -> WrittenNumber.Decimal? {
    let signs = Set(coordinates.joined().filter { $0 == "." || $0 == "," })
    return signs.count == 1 ? signs.first.flatMap(WrittenNumber.Decimal.init) : nil
  }

  private func degrees(
    _ text: String, _ axis: CoordinateText.Axis, mayBeSwapped: Bool, _ wrong: (TableColumn, String, String) -> Void
  ) -> Double? {
    do throws(CoordinateText.Fault) { return try CoordinateText.read(text, axis) } catch {
      let looksSwapped =
        mayBeSwapped && PlainNumber.read(text).map { (90.000_001...180).contains($0.magnitude) } == true
      wrong(
        axis == .latitude ? .latitude : .longitude, error.expected,
        error.found + (looksSwapped ? "; latitude and longitude look swapped" : ""))
      return nil
    }
  }

  /// A row that lies far from all others, and among them with its two numbers exchanged.
  /// One that lies thousands of kilometres away otherwise comes in, and is named: a sign may be missing.
  private mutating func refuseSwapped() {
    guard let together = PlacesTogether(rows.compactMap(\.place)) else { return }
    let column = "\(names[.latitude] ?? "latitude"), \(names[.longitude] ?? "longitude")"
    let expected = "a place near the other rows' (\(together.middle.words))"
    rows.removeAll { row in
      guard let place = row.place, together.looksSwapped(place) else { return false }
      problems.append(
        ImportProblem(
          file: file, line: row.line, column: column, expected: expected,
          found: "\(place.words); latitude and longitude look swapped"))
      return true
    }
    for row in rows {
      guard let place = row.place, let distance = together.straying(place) else { continue }
      problems.append(
        ImportProblem(
          .warning, file: file, line: row.line, column: column, expected: expected,
          found:
            "\(place.words), \(FixedPoint.text(distance / 1000, digits: 0)) km away; it comes in as it is, so look whether it is right"
        ))
    }
  }
}

/// Numbers as people write them, in tables.
enum PlainNumber {
  enum Reading: Equatable {
    case one(Double)
    case either(whole: String, fraction: String)
  }

  /// With the table's own sign before fractions where it is known; nil for what is no number.
  static func read(_ text: String, _ decimal: WrittenNumber.Decimal?) -> Reading? {
    // As programs write them: with an exponent too.
    if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return Double(text).flatMap { $0.isFinite ? .one($0) : nil }
    }
    switch WrittenNumber.read(text) {
    case .none: return nil
    case .one(let plain): return Double(plain).map(Reading.one)
    case .either(let whole, let fraction):
      guard let decimal else { return .either(whole: whole, fraction: fraction) }
      let isFraction = text.contains(decimal.rawValue)
      return Double(isFraction ? fraction : whole).map(Reading.one)
    }
  }

  /// Of two readings the one with a fraction: for numbers that are never thousands.
  static func read(_ text: String) -> Double? {
    switch read(text, nil) {
    case .one(let number)?: number
    case .either(_, let fraction)?: Double(fraction)
    case nil: nil
    }
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
