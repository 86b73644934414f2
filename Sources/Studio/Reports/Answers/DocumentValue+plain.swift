package import Documents
import StudioModel

extension DocumentValue {
  /// Plain JSON, as people write it in files and pages send it: numbers become whole ones where they are.
  package init(plain json: DocumentJSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let digits): self = Int64(digits).map { .integer($0) } ?? Double(digits).map { .double($0) } ?? .null
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { DocumentValue(plain: $0) })
    case .object: self = .map(DocumentFields(plain: json))
    }
  }

  /// As plain JSON: moments as texts.
  package var plainJSON: DocumentJSON {
    switch self {
    case .null, .bytes: .null
    case .boolean(let value): .bool(value)
    case .integer(let number): .number("\(number)")
    case .double(let number): .number(number.isFinite ? "\(number)" : "null")
    case .timestamp(let time): .string(time.description)
    case .string(let text): .string(text)
    case .reference(let path): .string(path.description)
    case .geoPoint(let latitude, let longitude): .string("\(latitude),\(longitude)")
    case .array(let values): .array(values.map(\.plainJSON))
    case .map(let fields): fields.plainJSON
    }
  }
}

extension DocumentFields {
  /// Of an object; empty for anything else.
  package init(plain json: DocumentJSON) {
    self.init((json.members ?? []).map { ($0.name, DocumentValue(plain: $0.value)) })
  }

  /// As a plain JSON object.
  package var plainJSON: DocumentJSON { .members(map { ($0.name, $0.value.plainJSON) }) }
}
