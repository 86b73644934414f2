import BoothCore
package import Reports
package import StudioServer

/// What is wrong with a form is said on pages in the reader's language.
extension TemplateProblem.Kind: PageText {
  package static let words = PageWords("reports", "templateProblem")
}

extension FieldPattern.Fault.Kind: PageText {
  package static let words = PageWords("reports", "patternFault")
}

/// Problems of a form as pages say them.
struct ProblemWords {
  private let problems: WordTable<TemplateProblem.Kind>
  private let patterns: WordTable<FieldPattern.Fault.Kind>
  private let builder: WordTable<BuilderText>
  private let form: WordTable<FormText>

  init(_ language: Language) {
    problems = WordTable(language)
    patterns = WordTable(language)
    builder = WordTable(language)
    form = WordTable(language)
  }

  func told(_ problem: TemplateProblem) -> String {
    let details = problem.details.map(told) + ["", "", ""]
    let said = problems.filled(problem.kind, details[0], details[1], details[2])
    return switch problem.cause {
    case .calculation(let fault)?:
      problem.kind == .badCondition ? "\(builder[.showWhen]): \(told(fault))" : told(fault)
    case .pattern(let fault)?:
      "\(said): \(patterns.filled(fault.kind, fault.detail)) (\(builder.filled(.atCharacter, fault.position + 1)))"
    case nil: said
    }
  }

  private func told(_ detail: TemplateProblem.Detail) -> String {
    switch detail {
    case .text(let text): text
    case .type(let type): builder[BuilderText.type(type)]
    case .least: builder[.minimum]
    case .most: builder[.maximum]
    case .bound(.date): builder[.typeDate]
    case .bound(.time): builder[.typeTime]
    case .bound(.number), .bound(.length), .bound(.count): builder[.typeNumber]
    }
  }

  private func told(_ fault: CalculationFault) -> String {
    let place = "\(fault.position + 1)"
    return switch fault.kind {
    case .expected: form.filled(.calcExpected, place)
    case .unknownField(let name): form.filled(.calcUnknownField, place, name)
    case .unknownFunction(let name): form.filled(.calcUnknownFunction, place, name)
    case .wrongCount(let words): form.filled(.calcWrongCount, place, String(words.prefix { $0 != " " }))
    case .wrongKind: form.filled(.calcWrongKind, place)
    case .divisionByZero: form.filled(.calcDivision, place)
    case .tooLarge, .outsideOfDay: form.filled(.calcTooLarge, place)
    case .tooComplicated: form.filled(.calcTooComplicated, place)
    case .cycle(let names): "\(form.filled(.calcCycle, place)) \(names.joined(separator: " → "))"
    }
  }
}
