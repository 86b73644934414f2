package import Documents
import StudioModel

/// A change to a report after it was sent: what was there before stays readable.
package struct ReportAmendment: Sendable, Equatable {
  /// By which it is made once, however often it arrives; 32 hexadecimal digits.
  package var key: String
  /// Which version it made: 2 for the first.
  package var version: Int
  /// Who, by their account, and as they were called then.
  package var user: String
  package var name: String
  package var at: DocumentTimestamp
  package var reason: String
  /// The names of what was changed.
  package var changed: [String]

  package init(
    key: String, version: Int, user: String, name: String, at: DocumentTimestamp, reason: String, changed: [String]
  ) {
    self.key = key
    self.version = version
    self.user = user
    self.name = name
    self.at = at
    self.reason = reason
    self.changed = changed
  }

  /// The most of one report.
  package static let most = 200
  /// The longest reason, in UTF-16, as browsers count.
  package static let longestReason = 1000

  /// Whether a page would have taken a reason: a line break is one sign there, and two on its way.
  static func isShort(_ reason: String) -> Bool {
    reason.trimmed.replacing("\r\n", with: "\n").utf16.count <= longestReason
  }

  var document: DocumentFields {
    DocumentFields([
      ("key", .string(key)), ("version", .integer(Int64(version))), ("by", .string(user)), ("name", .string(name)),
      ("at", .timestamp(at)), ("why", .string(reason)), ("changed", .array(changed.map(DocumentValue.string))),
    ])
  }

  init?(_ fields: DocumentFields, version: Int) {
    guard let key = fields["key"]?.text, let at = ReportMoment.read(fields["at"]) else { return nil }
    self.init(
      key: key, version: version, user: fields["by"]?.text ?? "", name: fields["name"]?.text ?? "", at: at,
      reason: fields["why"]?.text ?? "", changed: fields["changed"]?.texts ?? [])
  }

  static func all(_ value: DocumentValue?, _ odd: inout [ReportOddity]) -> [ReportAmendment] {
    guard let value, value != .null else { return [] }
    guard case .array(let values) = value else {
      odd.append(.unreadableAmendments)
      return []
    }
    var found: [ReportAmendment] = []
    for value in values {
      if let one = value.fields.flatMap({ ReportAmendment($0, version: found.count + 2) }) { found.append(one) }
    }
    if found.count < values.count { odd.append(.unreadableAmendments) }
    return found
  }
}
