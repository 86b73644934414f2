package import Documents
import StudioModel

/// How a field fills itself in, in the words of whichever app wrote it.
package struct SmartSettings: Sendable, Equatable {
  /// Which app's words: they differ in names, in what they may leave out, and in what mileage is.
  package enum Dialect: String, Sendable { case ios, web }

  package var dialect: Dialect
  /// What is filled in; that of the field's own type where the settings name another, or none.
  package var type: FieldType
  /// What stands there when it cannot be found out.
  package var fallback: String?
  /// Whether it is found out again when what it is made of changes.
  package var autoUpdate: Bool
  /// `US`, `ISO`, `24-hour` and so on.
  package var format: String?
  /// `miles`, or anything else for kilometres.
  package var units: String?
  /// Of a calculation.
  package var expression: String?
  /// What else the existing apps may have written: `sourceFields`, `precision`.
  package var foreign = ForeignFields()

  package init(
    _ dialect: Dialect, _ type: FieldType, fallback: String? = nil, autoUpdate: Bool = true, format: String? = nil,
    units: String? = nil, expression: String? = nil
  ) {
    self.dialect = dialect
    self.type = type
    self.fallback = fallback
    self.autoUpdate = autoUpdate
    self.format = format
    self.units = units
    self.expression = expression
  }

  /// Reads both dialects with every leniency. What the iOS app would lose for it is told.
  /// - Parameter type: the field's own.
  init(_ fields: DocumentFields, of type: FieldType, told: inout [TemplateProblem]) {
    let ios = fields["calculationType"]?.text
    let web = fields["calculation"]?.text
    dialect = ios == nil && web != nil ? .web : .ios
    if let name = ios ?? web {
      let named = FieldType(calculation: name)
      if named == nil {
        told.append(
          TemplateProblem(nil, .unknownCalculation, .text(name), .text(type.webCalculation ?? type.rawValue)))
      } else if named != type {
        told.append(TemplateProblem(nil, .otherCalculation, .type(type), .text(name)))
      }
    } else {
      told.append(TemplateProblem(nil, .noCalculation, .type(type)))
    }
    self.type = type
    fallback = fields["fallbackValue"]?.plainText
    if case .boolean(let value)? = fields["autoUpdate"] { autoUpdate = value } else { autoUpdate = true }
    format = fields["format"]?.text
    units = fields["units"]?.text
    expression = fields["expression"]?.text
    foreign = ForeignFields(
      of: fields,
      besides: [
        "calculationType", "calculation", "fallbackValue", "autoUpdate", "format", "units", "expression",
      ])
    if ios == nil || fields["autoUpdate"] == nil || (fallback != nil && fields["fallbackValue"]?.text == nil) {
      told.append(TemplateProblem(nil, .lostOnPhones))
    }
  }

  /// As it is written: in its own dialect, so that both apps read it where that is possible.
  package var fields: DocumentFields {
    var fields = DocumentFields()
    switch dialect {
    case .ios:
      fields["calculationType"] = .string(type.rawValue)
      // By which the web app knows it, too.
      fields["calculation"] = .string(type.webCalculation ?? type.rawValue)
    case .web: fields["calculation"] = .string(type.webCalculation ?? type.rawValue)
    }
    fields["fallbackValue"] = fallback.map(DocumentValue.string)
    fields["autoUpdate"] = .boolean(autoUpdate)
    fields["format"] = format.map(DocumentValue.string)
    fields["units"] = units.map(DocumentValue.string)
    fields["expression"] = expression.map(DocumentValue.string)
    return foreign.joined(to: fields)
  }
}

extension DocumentValue {
  /// A text, number or truth as plain text: `0`, `2.5`, `true`; nil for everything else.
  package var plainText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .double(let number): Amount(number).map(\.text) ?? "\(number)"
    case .boolean(let value): value ? "true" : "false"
    case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .map: nil
    }
  }

  /// A whole number, also where it came as a double or as text.
  var wholeNumber: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number.rounded(.down))
    case .string(let text): Int(text)
    case .null, .boolean, .timestamp, .bytes, .reference, .geoPoint, .array, .map: nil
    }
  }

  var truth: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  /// Those elements of an array that are texts or numbers, as texts; nil for no array.
  var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    return values.compactMap(\.plainText)
  }
}
