package import Documents
import StudioModel

/// A file that belongs to a report: known by its bytes.
package struct ReportAttachment: Sendable, Equatable {
  /// SHA-256 of all its bytes, in 64 hexadecimal digits.
  package var sha256: String
  package var sizeBytes: Int
  /// `image/jpeg`.
  package var type: String
  /// What its owner called it.
  package var name: String
  /// The field it was given for; empty for the report itself.
  package var field: String

  package init(sha256: String, sizeBytes: Int, type: String, name: String, field: String) {
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
    self.type = type
    self.name = name
    self.field = field
  }

  /// The most bytes of one, and the most of a report.
  package static let largest = 50 << 20
  package static let most = 100
  /// How long one is kept that belongs to no report and to no draft, in seconds: a person who sends its report later is
  /// asked for it again.
  package static let keptSeconds: Double = 86_400

  /// Whether a text can be one's hash.
  package static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Where its picture is seen.
  package var address: String { "/reports/picture/\(sha256)" }

  var document: DocumentFields {
    DocumentFields([
      ("sha256", .string(sha256)), ("size", .integer(Int64(sizeBytes))), ("type", .string(type)),
      ("name", .string(name)), ("field", .string(field)),
    ])
  }

  /// Nil for what is none.
  package init?(_ fields: DocumentFields) {
    guard let hash = fields["sha256"]?.text, Self.isHash(hash), let size = fields["size"]?.wholeNumber, size > 0,
      size <= Self.largest
    else { return nil }
    self.init(
      sha256: hash, sizeBytes: size, type: String((fields["type"]?.text ?? "").prefix(100)),
      name: String((fields["name"]?.text ?? "").prefix(200)), field: fields["field"]?.text ?? "")
  }
}
