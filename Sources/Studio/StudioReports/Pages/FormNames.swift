import Documents
import Reports
import StudioModel

/// Which forms have a name that another one has: a list says more of those.
struct FormNames {
  private var counts: [String: Int] = [:]

  init(_ templates: [ReportTemplate]) {
    for template in templates { counts[Self.key(template.name), default: 0] += 1 }
  }

  private static func key(_ name: String) -> String { name.trimmed.lowercased() }

  func isTwin(_ template: ReportTemplate) -> Bool { counts[Self.key(template.name), default: 0] > 1 }

  /// Choices of forms under names that differ: those of one name with their version and the day of their last change, or their ids
  /// where nothing is known of them any more.
  static func apart(
    _ choices: [ReportChoices.Template], _ templates: [ReportTemplate], version: (Int) -> String
  ) -> [(id: String, name: String)] {
    let known = Dictionary(templates.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var counts: [String: Int] = [:]
    for choice in choices { counts[key(choice.name), default: 0] += 1 }
    return choices.map { choice in
      guard counts[key(choice.name), default: 0] > 1 else { return (choice.id, choice.name) }
      let template = known[choice.id]
      let facts = [
        template.map { version($0.version) },
        (template?.updatedAt ?? template?.createdAt).map { String($0.description.prefix(10)) } ?? choice.id,
      ]
      return (choice.id, ([choice.name] + facts.compactMap { $0 }).joined(separator: " · "))
    }
  }

  /// Whether two of them have one name.
  static func hasTwins(_ choices: [ReportChoices.Template]) -> Bool {
    Set(choices.map { key($0.name) }).count < choices.count
  }
}
