package import Documents
package import StudioModel

/// What becomes of reports that a person wants to have deleted.
package struct ReportDeletion: Sendable, Equatable {
  /// The ids of those that are gone.
  package var gone: [String] = []
  /// Those that a person has changed at the same moment: they stay.
  package var left: [String] = []

  /// What deletes a report with all that it was before, if it is not changed meanwhile.
  static func writes(_ document: StoredDocument) -> [DocumentWrite] {
    [.delete(document.path, if: .updateTime(document.updateTime))]
      + ReportDocument.versions(before: document).map { .delete($0) }
  }
}

extension ReportFinder {
  /// Deletes those that a person may delete; others are passed over as what is not there. Their files go in time,
  /// where nothing else names them.
  package func delete(
    _ ids: [String], by principal: Principal
  ) async throws(DocumentStoreError) -> ReportDeletion {
    var deletion = ReportDeletion()
    for id in ids {
      guard let path = ReportDocument.path(ReportDocument.collection, id),
        let found = try await documents.document(at: path), principal.may(.deleteReport, on: DailyReport(found).subject)
      else { continue }
      do throws(DocumentStoreError) {
        _ = try await documents.commit(ReportDeletion.writes(found))
        deletion.gone.append(id)
      } catch {
        switch error.kind {
        case .preconditionFailed, .notFound: deletion.left.append(id)
        default: throw error
        }
      }
    }
    return deletion
  }
}

extension DailyReport {
  /// Whose it is, as rules ask.
  package var subject: StudioSubject {
    StudioSubject(OrganisationID(organisation), owner: user.isEmpty ? nil : UserID(user))
  }
}
