package import Documents

extension TemplateReading {
  /// A template in a file, as `check` and `import` both read it: an import gives it the studio's organisation and the moment of its
  /// coming, so that a file needs neither.
  /// - Parameter id: that of its document; nil where the file names none.
  package static func ofFile(_ fields: DocumentFields, organisation: String?) -> (id: String?, reading: TemplateReading)
  {
    var fields = fields
    let id = fields["id"]?.plainText.flatMap { $0.isBlank ? nil : $0 }
    let named = fields["organizationID"]?.text ?? ""
    // Any will do for a check.
    fields["organizationID"] = .string(organisation ?? (named.isEmpty ? "this studio" : named))
    var reading = TemplateReading(fields, id: id ?? "new")
    reading.problems.removeAll { $0.field == nil && $0.kind == .noMoment }
    if named.isEmpty {
      reading.problems.append(TemplateProblem(nil, .organisationLater))
    }
    if let id, ReportDocument.path(ReportTemplate.collection, id) == nil {
      reading.problems.append(TemplateProblem(nil, .badDocumentID, .text(id)))
      reading.template = nil
    }
    // What is there already is read all the same.
    if reading.problems.contains(where: { $0.kind == .tooManyFields }) { reading.template = nil }
    return (id, reading)
  }
}
