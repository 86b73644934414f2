package import Documents
import StudioModel

/// What stands in a document that is not ours, and stays there when it is written again. Nothing is decided by it, and so two that differ
/// in it alone are the same.
package struct ForeignFields: Sendable, Equatable {
  package var fields: DocumentFields

  package init(_ fields: DocumentFields = DocumentFields()) { self.fields = fields }

  /// Those of a document that have none of these names.
  init(of document: DocumentFields, besides known: Set<String>) {
    fields = DocumentFields(document.filter { !known.contains($0.name) }.map { ($0.name, $0.value) })
  }

  package static func == (_: ForeignFields, _: ForeignFields) -> Bool { true }

  /// With these, where the document does not say something itself.
  func joined(to document: DocumentFields) -> DocumentFields {
    var joined = document
    for field in fields where joined[field.name] == nil { joined[field.name] = field.value }
    return joined
  }
}
