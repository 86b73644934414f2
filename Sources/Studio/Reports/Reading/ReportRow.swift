package import Documents
import StudioModel

/// What lists know of a report: everything that they show, are ordered by, or are narrowed down by.
package final class ReportRow: Sendable {
  package let id: String
  package let updateTime: DocumentTimestamp
  package let shape: DailyReport.Shape
  package let user: String
  package let date: String
  package let hasDay: Bool
  package let photographer: String
  package let templateID: String?
  package let templateName: String?
  package let isLegacy: Bool
  package let schools: [String]
  package let jobs: [String]
  /// Microseconds since 1970.
  package let submitted: Int64
  package let pictureCount: Int
  package let version: Int
  package let oddities: [ReportOddity]
  /// Hashes of what it has attached.
  package let hashes: [String]
  /// Which columns of tables it has something in, by ``ReportColumns``.
  let columns: [Int]
  /// What it is searched by, in small letters.
  private let text: [UInt8]

  /// How much of its answers a report is found by, in bytes.
  static let searched = 4000

  /// Of one report alone.
  package convenience init(_ report: DailyReport) {
    var columns = ReportColumns()
    self.init(report, columns: &columns)
  }

  init(_ report: DailyReport, columns names: inout ReportColumns) {
    id = report.id
    updateTime = report.updateTime
    shape = report.shape
    user = report.user
    date = report.date
    hasDay = report.hasDay
    photographer = report.photographer
    templateID = report.templateID
    templateName = report.templateName
    isLegacy = report.isLegacy
    schools = report.schools
    jobs = report.jobs
    submitted = report.submittedAt?.microseconds ?? 0
    pictureCount = report.pictureCount
    version = report.version
    oddities = report.oddities
    hashes = report.attachments.map(\.sha256)
    columns = names.numbers(of: report.answers)
    var text = "\(report.photographer)\n\(report.templateName ?? "")\n\(report.date)\n"
    if let day = DayText.read(report.date) {
      let parts = DayText.parts(day)
      text += "\(parts.month)/\(parts.day)/\(parts.year)\n\(parts.day).\(parts.month).\(parts.year)\n"
    }
    text += report.schools.joined(separator: "\n")
    for answer in report.answers where text.utf8.count < Self.searched {
      text += "\n" + ReportCell(answer.value).shown.prefix(Self.searched)
    }
    self.text = Array(text.lowercased().utf8.prefix(Self.searched * 2))
  }

  /// Whether all words stand in what it is searched by.
  func contains(_ words: [[UInt8]]) -> Bool { words.allSatisfy { contains($0) } }

  private func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        guard text.count >= word.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == first {
          var place = 1
          while place < word.count, text[start + place] == word[place] { place += 1 }
          if place == word.count { return true }
        }
        return false
      }
    }
  }
}

/// A column of tables: an answer, or a part of each row of one.
package struct ReportColumn: Sendable, Hashable {
  package var field: String
  /// Of a repeated answer: the name in its rows.
  package var part: String?

  package init(field: String, part: String? = nil) {
    self.field = field
    self.part = part
  }
}

/// The columns that reports fill in tables, counted in the order in which they were met.
struct ReportColumns: Sendable {
  private(set) var all: [ReportColumn] = []
  private var known: [ReportColumn: Int] = [:]

  mutating func numbers(of answers: DocumentFields) -> [Int] {
    var numbers: [Int] = []
    for answer in answers where !FormAnswer.isEmpty(answer.value) {
      numbers.append(number(ReportColumn(field: answer.name)))
      guard let rows = answer.value.repeats else { continue }
      var parts: Set<String> = []
      for row in rows {
        for part in row where parts.insert(part.name).inserted {
          numbers.append(number(ReportColumn(field: answer.name, part: part.name)))
        }
      }
    }
    return numbers
  }

  private mutating func number(_ column: ReportColumn) -> Int {
    if let number = known[column] { return number }
    known[column] = all.count
    all.append(column)
    return all.count - 1
  }
}

extension DocumentValue {
  /// The rows of a repeated answer: an array of maps; nil for anything else.
  package var repeats: [DocumentFields]? {
    guard case .array(let values) = self, !values.isEmpty else { return nil }
    let rows = values.compactMap(\.fields)
    return rows.count == values.count ? rows : nil
  }
}
