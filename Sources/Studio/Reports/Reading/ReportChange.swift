package import Documents
package import StudioModel

/// What a person wants to have changed about a report that was sent: only what is different.
package struct ReportChange: Sendable, Equatable {
  /// By which it is made once: 32 hexadecimal digits, by chance.
  package var key: String
  /// The version that they have looked at.
  package var base: Int
  package var reason: String
  /// The day; nil where it stays.
  package var date: String?
  /// Their names; nil where they stay.
  package var schools: [String]?
  /// Answers by the fields' ids; null takes one away.
  package var answers: DocumentFields

  package init(
    key: String, base: Int, reason: String, date: String? = nil, schools: [String]? = nil,
    answers: DocumentFields = DocumentFields()
  ) {
    self.key = key
    self.base = base
    self.reason = reason
    self.date = date
    self.schools = schools
    self.answers = answers
  }

  /// What comes of it, decided without an `await`, from what is there.
  package enum Step: Sendable {
    /// It was made already.
    case isThere
    /// All or nothing.
    case write([DocumentWrite])
    case refused(ReportChangeFault)
  }

  /// The names of what is changed.
  package var names: [String] {
    (date == nil ? [] : ["date"]) + (schools == nil ? [] : ["schools"]) + answers.map(\.name)
  }

  /// - Parameters:
  ///   - document: as it is kept now.
  ///   - name: what the person is called.
  ///   - now: by the studio's clock.
  package func step(
    _ document: StoredDocument, by principal: Principal, name: String, at now: DocumentTimestamp
  ) -> Step {
    let report = DailyReport(document)
    if report.amendments.contains(where: { $0.key == key && $0.user == principal.user.text }) { return .isThere }
    guard ReportSubmission.isKey(key) else { return .refused(.noKey) }
    guard report.version == base else { return .refused(.meanwhile) }
    guard !reason.isBlank else { return .refused(.noReason) }
    guard ReportAmendment.isShort(reason) else { return .refused(.longReason) }
    if let date {
      guard let day = DayText.read(date) else { return .refused(.noDay) }
      // As of a new report: somewhere it is tomorrow already.
      guard day <= Int(now.microseconds / 86_400_000_000) + 1 else { return .refused(.dayAhead) }
    }
    guard !names.isEmpty else { return .refused(.nothing) }
    guard report.version <= ReportAmendment.most,
      let kept = ReportDocument.version(report.version, of: document.path.id)
    else { return .refused(.tooMany) }
    let amendment = ReportAmendment(
      key: key, version: report.version + 1, user: principal.user.text, name: name, at: now,
      reason: reason.trimmed, changed: names)
    var fields = changed(document.fields, report)
    fields["reportVersion"] = .integer(Int64(amendment.version))
    fields["amendments"] = .array((report.amendments + [amendment]).map { .map($0.document) })
    for answer in answers where report.sources[answer.name] != nil {
      var sources = fields["smartSources"]?.fields ?? DocumentFields()
      sources[answer.name] = .map(["source": "amended", "at": .string(now.description)])
      fields["smartSources"] = .map(sources)
    }
    let time: DocumentFieldPath = report.shape == .sql ? "updated_at" : "updatedAt"
    return .write([
      .set(kept, document.fields, if: .doesNotExist),
      .set(document.path, fields, if: .updateTime(document.updateTime), serverTimes: [time]),
    ])
  }

  /// Where each shape has it, so that a reader of the shape reads the newest.
  private func changed(_ old: DocumentFields, _ report: DailyReport) -> DocumentFields {
    var fields = old
    if let day = date.flatMap({ DayText.read($0) }) {
      if case .timestamp? = old["date"] {
        fields["date"] = .timestamp(DocumentTimestamp(microseconds: Int64(day) * 86_400_000_000))
      } else {
        fields["date"] = .string(DayText.iso(day))
      }
    }
    if let schools {
      let joined = DocumentValue.string(schools.joined(separator: ", "))
      let list = DocumentValue.array(schools.map(DocumentValue.string))
      switch report.shape {
      case .template:
        fields["schools"] = list
        fields["schoolOrDestination"] = joined
      case .web:
        var custom = old["customFields"]?.fields ?? DocumentFields()
        if old["schools"] != nil { fields["schools"] = list } else { custom["schools"] = list }
        fields["customFields"] = .map(custom)
        if old["schoolOrDestination"] != nil { fields["schoolOrDestination"] = joined }
      case .legacy:
        fields["schoolOrDestination"] = joined
        if old["schools"] != nil { fields["schools"] = list }
      case .sql: fields["school_or_destination"] = joined
      }
    }
    for answer in answers { put(answer.value == .null ? nil : answer.value, answer.name, report.shape, &fields) }
    return fields
  }

  private func put(
    _ value: DocumentValue?, _ name: String, _ shape: DailyReport.Shape, _ fields: inout DocumentFields
  ) {
    func inside(_ map: String) {
      guard var inner = fields[map]?.fields else { return }
      inner[name] = value
      fields[map] = .map(inner)
    }
    switch shape {
    case .template:
      inside("formData")
      inside("customFields")
      if !ReportDocument.reserved.contains(name) { fields[name] = value }
    case .web: inside("customFields")
    case .legacy: fields[name] = value
    case .sql:
      let column = name == "totalMileage" ? "total_mileage" : name
      if fields[column] != nil { fields[column] = value } else { inside("report_data") }
    }
  }
}

/// Why a change is not made.
package enum ReportChangeFault: String, Error, Sendable, Equatable, CaseIterable {
  /// Another person has changed the report since it was looked at.
  case meanwhile
  case noReason, longReason, noDay, dayAhead, nothing, noKey, tooMany
  /// An answer that does not fit its field.
  case wrongAnswer
}

extension ReportDocument {
  /// Where an older version of a report is; nil for an id that can be none.
  package static func version(_ version: Int, of id: String) -> DocumentPath? {
    path("\(collection)/\(id)/versions", "\(version)")
  }

  /// Where everything is that a report was before; nothing for what was never amended, or is no report.
  package static func versions(before document: StoredDocument) -> [DocumentPath] {
    guard document.path.collection.segments == [collection] else { return [] }
    return (1..<max(DailyReport(document).version, 1)).compactMap { version($0, of: document.path.id) }
  }
}
