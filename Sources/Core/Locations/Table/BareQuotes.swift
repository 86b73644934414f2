/// Reads a record whose quotes are not doubled, as people and some programs write them, where there is one reading of it.
///
/// ```
/// 7,"The "Old" Gate, Jaffa",31.7,35.2     of four columns: The "Old" Gate, Jaffa
/// 7,"Old" Gate,31.7,35.2                  of four columns: "Old" Gate
/// 7,"A","B","C"x,31.7                     of four columns: three readings, so none
/// ```
///
/// A field is in quotes if it begins and ends with one; then everything between is its text, also a separator. Any other
/// field has no separator, and one that begins with a quote begins with one alone and has an even number of them. The fields are as many as the first
/// line has. A record with line feeds in it is read over further lines, as far as none of these is a whole record.
struct BareQuotes {
  let bytes: [UInt8]
  let separator: UInt8
  /// As many fields as the table's first line has.
  let columns: Int

  /// A record of more lines or bytes, or with more separators in its texts, has no reading: it could swallow half a table.
  private static let (mostLines, mostBytes, mostInside) = (30, 100_000, 32)
  /// So many records of a table are read over further lines: a table of nothing but quotes is left quickly.
  private static let mostLong = 1000

  init(_ bytes: [UInt8], separator: UInt8, columns: Int) {
    self.bytes = bytes
    self.separator = separator
    self.columns = columns
  }

  /// The one reading of a record; nil where there is none, or several.
  /// - Parameter long: how many records of the table were read over further lines, or tried.
  /// - Returns: its fields, the place after its last line, and its number of lines.
  func record(from start: Int, long: inout Int) -> (fields: [String], end: Int, lines: Int)? {
    guard columns > 1 else { return nil }
    var (end, lines) = SeparatedValues.endOfLine(bytes, from: start, 0)
    var separators = bytes[start..<end].count { $0 == separator }
    while lines <= Self.mostLines, end - start <= Self.mostBytes, separators < columns + Self.mostInside {
      let readings = separators + 1 < columns ? [] : readings(of: withoutLineEnd(start..<end))
      if readings.count > 1 { return nil }
      if let fields = readings.first { return (fields, end, lines) }
      if lines == 1 { long += 1 }
      guard end < bytes.count, long <= Self.mostLong else { return nil }
      let next = SeparatedValues.endOfLine(bytes, from: end, lines)
      separators += bytes[end..<next.0].count { $0 == separator }
      if isWhole(withoutLineEnd(end..<next.0)) { return nil }
      (end, lines) = next
    }
    return nil
  }

  /// The first line after the one at `start` that is a whole record; nil where there is none before `end`.
  func nextRecord(from start: Int, _ line: Int, before end: Int) -> (Int, Int)? {
    guard columns > 1 else { return nil }
    var place = SeparatedValues.endOfLine(bytes, from: start, line)
    let first = place.1
    while place.0 < end, place.1 - first < Self.mostLines {
      let next = SeparatedValues.endOfLine(bytes, from: place.0, place.1)
      if isWhole(withoutLineEnd(place.0..<next.0)) { return place }
      place = next
    }
    return nil
  }

  private func withoutLineEnd(_ range: Range<Int>) -> ArraySlice<UInt8> {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[range.lowerBound..<end]
  }

  /// Whether a line is a record with all columns, its quotes as they should be.
  private func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= Self.mostBytes else { return false }
    var (count, index) = (1, line.startIndex)
    var isAtStart = true
    while index < line.endIndex {
      if isAtStart, line[index] == 0x22 {
        index += 1
        while index < line.endIndex {
          if line[index] == 0x22 {
            guard index + 1 < line.endIndex, line[index + 1] == 0x22 else { break }
            index += 1
          }
          index += 1
        }
        guard index < line.endIndex else { return false }
        index += 1
        guard index == line.endIndex || line[index] == separator else { return false }
        isAtStart = false
        continue
      }
      isAtStart = line[index] == separator
      if isAtStart { count += 1 }
      index += 1
    }
    return count == columns
  }

  /// At most two: more make no difference.
  private func readings(of record: ArraySlice<UInt8>) -> [[String]] {
    let pieces = record.split(separator: separator, omittingEmptySubsequences: false)
    // In quotes from a piece that begins with one to a piece that ends with one. Excel leaves blanks behind a quote.
    let begins = pieces.map { $0.first == 0x22 }
    let ends = pieces.map { piece in
      piece.last { $0 != 0x20 } == 0x22
    }
    func isField(_ from: Int, _ to: Int) -> Bool {
      let piece = pieces[from]
      let isQuoted = begins[from] && ends[to] && (from < to || piece.count { $0 == 0x22 } > 1)
      if isQuoted { return true }
      guard from == to, !piece.contains(0x0A) else { return false }
      return !begins[from] || (piece.dropFirst().first != 0x22 && piece.count { $0 == 0x22 } % 2 == 0)
    }
    // ways[n]: how many readings, up to two, the pieces from here to the end have as n fields.
    var ways = Array(repeating: Array(repeating: 0, count: columns + 1), count: pieces.count + 1)
    ways[pieces.count][0] = 1
    for from in pieces.indices.reversed() {
      for to in from..<pieces.count where (from == to || begins[from]) && isField(from, to) {
        for count in 1...columns { ways[from][count] = min(2, ways[from][count] + ways[to + 1][count - 1]) }
      }
    }
    guard ways[0][columns] > 0 else { return [] }
    guard ways[0][columns] == 1 else { return [[], []] }
    var (fields, from) = ([String](), 0)
    while from < pieces.count {
      let left = columns - fields.count
      guard let to = (from..<pieces.count).first(where: { isField(from, $0) && ways[$0 + 1][left - 1] > 0 }) else {
        return []
      }
      let bytes = record[pieces[from].startIndex..<pieces[to].endIndex]
      fields.append(text(bytes, isQuoted: begins[from] && ends[to] && bytes.count { $0 == 0x22 } > 1))
      from = to + 1
    }
    return [fields]
  }

  private func text(_ field: ArraySlice<UInt8>, isQuoted: Bool) -> String {
    guard isQuoted else { return String(decoding: field, as: UTF8.self) }
    var inside = field.dropFirst()
    while inside.last == 0x20 { inside.removeLast() }
    inside.removeLast()
    var (text, index) = ([UInt8](), inside.startIndex)
    while index < inside.endIndex {
      text.append(inside[index])
      index += inside[index] == 0x22 && index + 1 < inside.endIndex && inside[index + 1] == 0x22 ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
