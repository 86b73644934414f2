/// What is wrong with a template, or odd about it.
package struct TemplateProblem: Sendable, Equatable, CustomStringConvertible {
  /// What words about a problem name.
  package enum Detail: Sendable, Equatable {
    case text(String)
    case type(FieldType)
    case least, most
    case bound(FieldBounds.Kind)

    /// For the operator's console.
    var words: String {
      switch self {
      case .text(let text): text
      case .type(let type): type.rawValue
      case .least: "min"
      case .most: "max"
      case .bound(let kind): kind.rawValue
      }
    }
  }

  /// Why an expression or a pattern cannot be used, where that is the problem.
  package enum Cause: Sendable, Equatable {
    case calculation(CalculationFault)
    case pattern(FieldPattern.Fault)
  }

  /// The field's id; nil for the template itself.
  package var field: String?
  package var kind: Kind
  /// What stands in the places of `%1`, `%2` of its words.
  package var details: [Detail]
  package var cause: Cause?

  package init(_ field: String?, _ kind: Kind, _ details: Detail..., cause: Cause? = nil) {
    self.field = field
    self.kind = kind
    self.details = details
    self.cause = cause
  }

  /// Whether it keeps the template from being used.
  package var isFatal: Bool { kind.isFatal }
  /// Whether the form would ask for something that cannot work: the builder publishes none.
  package var isBroken: Bool { kind.isBroken }

  /// For the operator's console.
  package var words: String {
    let said = details.enumerated().reduce(kind.english) { $0.replacing("%\($1.offset + 1)", with: $1.element.words) }
    return switch cause {
    case .calculation(let fault)?: kind == .badCondition ? "is shown when: \(fault.words)" : fault.words
    case .pattern(let fault)?: "\(said): \(fault.words) (at character \(fault.position + 1))"
    case nil: said
    }
  }

  package var description: String { (field.map { "field \($0): " } ?? "") + words }
}

extension TemplateProblem {
  package enum Kind: String, Sendable, CaseIterable {
    // Of the template.
    case noName, noOrganisation, noInnerID, noList, noTruth, noWholeNumber, noFields, noMoment, organisationLater
    case tooManyFields
    case badDocumentID, notKept
    // Of how a field is written.
    case reservedName, noField, noID, badID, noLabel, noType, unknownType, settingsUnused, columnsElsewhere
    case settingsDefault, settingsTyped, settingsGuessed, idTwice
    // Of what fills it in.
    case unknownCalculation, otherCalculation, noCalculation, lostOnPhones, noExpression, badExpression, cycle
    // Of what it asks.
    case columnType, columnCondition, badCondition, endless, noOptions, optionTwice, defaultNoOption, nobodyAnswers
    case badPattern, patternUnused, defaultRefused, boundUnused, boundUnread, boundsCrossed

    package var isFatal: Bool {
      switch self {
      case .noName, .noOrganisation, .noField, .badID, .noLabel, .noType, .badDocumentID, .notKept: true
      default: false
      }
    }

    var isBroken: Bool {
      switch self {
      case .badExpression, .cycle, .badCondition, .endless, .noOptions, .nobodyAnswers, .badPattern, .boundUnread,
        .boundsCrossed, .defaultRefused, .tooManyFields:
        true
      default: false
      }
    }

    /// With `%1` and `%2` for the details.
    package var english: String {
      switch self {
      case .noName: "has no name"
      case .noOrganisation: "has no organizationID"
      case .noInnerID: "has no id in it, which the iOS app needs"
      case .noList: "%1 is no list"
      case .noTruth: "%1 is no truth"
      case .noWholeNumber: "%1 is no whole number"
      case .noFields: "has no fields"
      case .tooManyFields: "has %1 fields, with the columns of rows; at most %2 are taken"
      case .noMoment: "has no createdAt: the apps find it last, or not at all"
      case .organisationLater: "names no organizationID; an import gives it this studio's, the existing apps need one"
      case .badDocumentID: "has the id \"%1\", which no document can have"
      case .notKept: "cannot be kept: %1"
      case .reservedName: "has the name of something that every report has; the answer is kept in formData only"
      case .noField: "is no field"
      case .noID: "has no id; its answers are kept under this one"
      case .badID: "has an id that cannot be kept"
      case .noLabel: "has no label"
      case .noType: "has no type"
      case .unknownType: "has the type \"%1\", which nobody knows; it is filled in as text"
      case .settingsUnused: "is a %1, which fills nothing in; its settings are not used"
      case .columnsElsewhere: "has columns, which only a textarea has; its answers are rows all the same"
      case .settingsDefault: "has no settings: it shows its default and does not fill itself in"
      case .settingsTyped: "has no settings, and so nothing to calculate: it is typed"
      case .settingsGuessed: "has no settings: it is filled in as a %1 of the iOS app"
      case .idTwice: "stands twice; the second one's answers are kept under %1"
      case .unknownCalculation: "calculates \"%1\", which nobody knows; expected %2"
      case .otherCalculation: "is a %1, and calculates \"%2\"; its type decides"
      case .noCalculation: "does not say what it calculates; its type %1 decides"
      case .lostOnPhones: "has settings that the iOS app does not read: it shows the field without them"
      case .noExpression: "calculates nothing: it has no expression"
      case .badExpression: "has an expression that cannot be calculated"
      case .cycle: "is made of itself: %1"
      case .columnType: "is a %1, which a row cannot have; it is filled in as text"
      case .columnCondition: "has a condition; columns are always asked"
      case .badCondition: "has a condition that cannot be calculated"
      case .endless: "is shown when its own answer says so: it is always shown"
      case .noOptions: "has no options to choose from"
      case .optionTwice: "has one option twice"
      case .defaultNoOption: "has the default \"%1\", which is none of its options"
      case .nobodyAnswers: "is required, and nobody can fill it in"
      case .badPattern: "has a pattern that cannot be read"
      case .patternUnused: "has a pattern, which is for texts only; it is not looked at"
      case .defaultRefused: "has the default \"%1\", which it would not take as an answer"
      case .boundUnused: "has a %1, which a %2 has not"
      case .boundUnread: "has the %1 \"%2\", which is no %3"
      case .boundsCrossed: "has a min above its max"
      }
    }
  }
}
