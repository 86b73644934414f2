package import Documents
import StudioModel

/// One cell of a table of reports, with its kind.
package enum ReportCell: Sendable, Equatable {
  case empty
  case text(String)
  case number(Amount)
  /// A day, counted from 1970-01-01.
  case day(Int)
  case moment(DocumentTimestamp)
  case truth(Bool)

  /// An answer: numbers stay numbers; texts are texts, whatever they look like.
  /// - Parameter type: its field's; days are days only where the field says so, and numbers that an app keeps as texts are numbers.
  package init(_ value: DocumentValue?, type: FieldType? = nil) {
    switch value {
    case nil, .null?, .bytes?, .reference?: self = .empty
    case .boolean(let value)?: self = .truth(value)
    case .integer(let number)?:
      self = Int(exactly: number).flatMap { Amount($0) }.map(ReportCell.number) ?? .text("\(number)")
    case .double(let number)?: self = Amount(number).map(ReportCell.number) ?? .text("\(number)")
    case .timestamp(let time)?: self = .moment(time)
    case .string(let text)?:
      if type == .date, let day = DayText.read(text) {
        self = .day(day)
      } else if let number = Amount(text), number.text == text, type?.isOfNumbers == true {
        self = .number(number)
      } else {
        self = text.isEmpty ? .empty : .text(text)
      }
    case .array?, .map?, .geoPoint?:
      let text = ReportTable.text(value ?? .null)
      self = text.isEmpty ? .empty : .text(text)
    }
  }

  /// In words, as a table of texts has it.
  package var shown: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .number(let number): number.text
    case .day(let day): DayText.iso(day)
    case .moment(let time): time.description
    case .truth(let value): value ? "Yes" : "No"
    }
  }
}
