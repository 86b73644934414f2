package import StudioRules

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
    reading.problems.removeAll { $0.isOfMoment }
    if named.isEmpty {
      reading.problems.append(
        TemplateProblem(nil, "names no organizationID; an import gives it this studio's, the existing apps need one"))
    }
    if let id, ReportDocument.path(ReportTemplate.collection, id) == nil {
      reading.problems.append(TemplateProblem(nil, "has the id \"\(id)\", which no document can have", isFatal: true))
      reading.template = nil
    }
    return (id, reading)
  }
}

extension TemplateProblem {
  /// That it does not say when it was made.
  fileprivate var isOfMoment: Bool { field == nil && words == Self.noMoment }
  static let noMoment = "has no createdAt: the apps find it last, or not at all"
}
