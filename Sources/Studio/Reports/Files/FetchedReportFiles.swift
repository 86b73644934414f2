/// Files of reports in the studio's folder. A picture that is not there, as it was sent to another machine of the organisation, is fetched
/// once from where the organisation keeps it, for one requester.
package struct FetchedReportFiles: ReportFiles {
  /// The picture's bytes, whole; nil where it is not to be had.
  package typealias Fetch =
    @Sendable (_ sha256: String, _ organisation: String) async throws(ReportFilesError) -> [UInt8]?

  private let kept: FolderReportFiles
  private let fetch: Fetch

  /// - Parameters:
  ///   - kept: what is here.
  ///   - fetch: who has the others.
  package init(_ kept: FolderReportFiles, fetch: @escaping Fetch) {
    self.kept = kept
    self.fetch = fetch
  }

  /// Of what was sent here.
  package func size(
    of sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) -> Int? {
    try await kept.size(of: sha256, in: organisation, from: user)
  }

  /// Here.
  package func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) {
    try await kept.keep(file: file, size: size, as: sha256, in: organisation, from: user)
  }

  /// Of what was sent here.
  package func sent(
    by user: String, since moment: Double, in organisation: String
  ) async throws(ReportFilesError) -> [SentAttachment] {
    try await kept.sent(by: user, since: moment, in: organisation)
  }

  package func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String] {
    try await kept.untouched(since: moment, in: organisation)
  }

  /// Here; elsewhere it stays.
  package func remove(
    _ sha256: String, in organisation: String, untouchedSince moment: Double
  ) async throws(ReportFilesError) {
    try await kept.remove(sha256, in: organisation, untouchedSince: moment)
  }

  /// Of what was sent here.
  package func original(
    _ sha256: String, in organisation: String
  ) async throws(ReportFilesError) -> ReportOriginal? {
    try await kept.original(sha256, in: organisation)
  }

  /// From here, or once from elsewhere.
  package func picture(
    _ sha256: String, in organisation: String, side: Int
  ) async throws(ReportFilesError) -> [UInt8]? {
    if !kept.isThere(sha256, in: organisation), let bytes = try await fetch(sha256, organisation) {
      try await kept.keep(fetched: bytes, as: sha256, in: organisation)
    }
    return try await kept.picture(sha256, in: organisation, side: side)
  }
}
