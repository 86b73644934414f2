import BoothCore
package import BoothSystem
import CommandSupport
import FoundationEssentials
package import ImageRegistration

/// A file of points that a person marked in both pictures, in pixels of the upright pictures.
///
/// Either lines with four numbers each (`old-x old-y new-x new-y`, with blanks, commas, semicolons or tabs between; what
/// follows `#` and lines of words are left out), or JSON: a list, or an object with a list `points`, of four numbers each or
/// of `{"old": [x, y], "new": [x, y]}`; or an object with two lists of points, `old` and `new`.
package enum PointsFile {
  /// More than anybody marks.
  package static let mostPoints = 64

  package static func read(_ path: String) throws(CommandError) -> [MarkedPoint] {
    let bytes: [UInt8]
    do { bytes = Array(try Data(contentsOf: URL(filePath: Settings.absolute(path)))) } catch {
      throw CommandError("--points \(path): the file cannot be read", code: CommandError.usage)
    }
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, as: UTF8.self)
    let isJSON = text.first { !$0.isWhitespace }.map { "[{".contains($0) } ?? false
    if !isJSON, let fault = fault(text) {
      throw CommandError("--points \(path), \(fault)", code: CommandError.usage)
    }
    let points = isJSON ? json(bytes) : lines(text)
    guard points.map(\.count) ?? 0 <= mostPoints else {
      throw CommandError(
        "--points \(path): has \(points?.count ?? 0) points; expected \(mostPoints) at most, as four to six are enough",
        code: CommandError.usage)
    }
    guard let points, !points.isEmpty else {
      throw CommandError(
        "--points \(path): expected lines of four numbers, old-x old-y new-x new-y, or JSON with pairs of points",
        code: CommandError.usage)
    }
    return points
  }

  /// The first line that is no four numbers and no words, in words; nil where each is one.
  package static func fault(_ text: String) -> String? {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    where lines(String(line)) == nil {
      let shown = line.trimmingPrefix { $0.isWhitespace }.prefix(60)
      return "line \(index + 1): expected four numbers, old-x old-y new-x new-y, none of them infinite; "
        + "found \"\(shown)\""
    }
    return nil
  }

  /// Nil where a line of numbers has not four, or a number that is none or infinite.
  package static func lines(_ text: String) -> [MarkedPoint]? {
    var points: [MarkedPoint] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split { $0.isWhitespace || ",;".contains($0) }
      let numbers = words.compactMap { Double($0) }
      if numbers.isEmpty { continue }
      guard numbers.count == 4, words.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
      points.append(MarkedPoint(old: SIMD2(numbers[0], numbers[1]), new: SIMD2(numbers[2], numbers[3])))
    }
    return points
  }

  package static func json(_ bytes: [UInt8]) -> [MarkedPoint]? {
    let data = Data(bytes)
    if let list = try? JSONDecoder().decode([Entry].self, from: data) { return list.map(\.point) }
    if let object = try? JSONDecoder().decode(Listed.self, from: data) { return object.points.map(\.point) }
    guard let two = try? JSONDecoder().decode(Pair.self, from: data), two.old.count == two.new.count else { return nil }
    let points = zip(two.old, two.new).compactMap { old, new -> MarkedPoint? in
      old.count == 2 && new.count == 2 ? MarkedPoint(old: SIMD2(old[0], old[1]), new: SIMD2(new[0], new[1])) : nil
    }
    return points.count == two.old.count ? points : nil
  }

  private struct Listed: Decodable { var points: [Entry] }
  private struct Pair: Decodable { var old: [[Double]], new: [[Double]] }

  /// Four numbers, or two named points.
  private struct Entry: Decodable {
    var point: MarkedPoint

    init(from decoder: any Decoder) throws {
      if let numbers = try? decoder.singleValueContainer().decode([Double].self) {
        guard numbers.count == 4 else { throw Self.fault(decoder) }
        point = MarkedPoint(old: SIMD2(numbers[0], numbers[1]), new: SIMD2(numbers[2], numbers[3]))
        return
      }
      let fields = try decoder.singleValueContainer().decode([String: [Double]].self)
      guard let old = fields["old"], let new = fields["new"], old.count == 2, new.count == 2 else {
        throw Self.fault(decoder)
      }
      point = MarkedPoint(old: SIMD2(old[0], old[1]), new: SIMD2(new[0], new[1]))
    }

    private static func fault(_ decoder: any Decoder) -> DecodingError {
      DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected a pair of points"))
    }
  }
}
