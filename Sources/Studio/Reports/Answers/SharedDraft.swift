package import Documents
import StudioModel

/// A draft that is in the studio as well as on a device: its parts each have a number that grows with every change of theirs; of two,
/// the higher one counts, whatever the clocks of the devices say.
package enum SharedDraft {
  package static let collection = "reportDrafts"
  /// The most parts of one.
  package static let most = 2000

  /// - Parameters:
  ///   - stored: parts by their names, each `{at, value}`.
  ///   - sent: those that a device has changed. One says `after`, the number of the one that it was made from: it takes no other's place,
  ///     so that the device brings both together first. Devices with an earlier version say it of lists alone.
  /// - Returns: what is kept, and what the device does not have.
  package static func merge(
    stored: DocumentFields, sent: DocumentFields
  ) -> (kept: DocumentFields, newer: DocumentFields) {
    var kept = stored
    for (name, part) in parts(sent) {
      // Of two with one number the first to come counts, for everybody.
      if let there = number(stored[name]), there >= number(part) ?? 0 { continue }
      if let after = part.fields?["after"]?.wholeNumber, let there = number(stored[name]), after != there { continue }
      kept[name] = bare(part)
    }
    let newer = DocumentFields(
      kept.filter { field in sent[field.name].map(bare) != field.value }.map { ($0.name, $0.value) })
    return (kept, newer)
  }

  /// The pictures that a draft holds.
  /// - Parameter draft: its document.
  package static func attachments(of draft: DocumentFields) -> [ReportAttachment] {
    attachments(in: draft["parts"]?.fields ?? DocumentFields())
  }

  /// The same of its parts.
  package static func attachments(in parts: DocumentFields) -> [ReportAttachment] {
    guard case .array(let values)? = parts["=pictures"]?.fields?["value"] else { return [] }
    return values.prefix(ReportAttachment.most).compactMap { $0.fields.flatMap { ReportAttachment($0) } }
  }

  /// Those that are parts: with a number from 1.
  private static func parts(_ sent: DocumentFields) -> [(String, DocumentValue)] {
    sent.compactMap { field in
      guard let number = number(field.value), number > 0, number < 1 << 50,
        field.value.fields.map(\.count) ?? 9 <= (field.value.fields?["after"] == nil ? 2 : 3),
        field.name.utf8.count <= 400, !field.name.hasPrefix("__"), !field.name.isEmpty
      else { return nil }
      return (field.name, field.value)
    }
  }

  /// As it is kept.
  private static func bare(_ part: DocumentValue) -> DocumentValue {
    guard var fields = part.fields, fields["after"] != nil else { return part }
    fields["after"] = nil
    return .map(fields)
  }

  private static func number(_ part: DocumentValue?) -> Int? { part?.fields?["at"]?.wholeNumber }
}
