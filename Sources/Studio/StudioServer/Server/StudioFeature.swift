import Documents
package import StudioModel
package import WebSupport

/// A part of the studio with pages of its own: behind the same door, with the same frame around them.
///
/// ```swift
/// struct TrainingPages: StudioFeature {
///   let sections = [StudioSection("/training", .seeCritiques, (.mortarboard, .mortarboardFill)) { _ in "Training" }]
///   func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
///     guard context.call.path == "/training" else { return nil }  // no page of this feature
///     _ = try shell.principal(context, may: .seeCritiques)
///     return shell.html(context, .ok, "<h1>Training</h1>")
///   }
/// }
/// ```
///
/// Features do not know each other. The program hands them to ``StudioServer``.
package protocol StudioFeature: Sendable {
  /// Where the navigation leads, in its order.
  var sections: [StudioSection] { get }
  /// A module below `web/` that each page loads for who is signed in: it sends what an earlier page has left in the browser.
  var carrier: String? { get }
  /// Answers a request for one of its own paths; nil for a path that is none of its own.
  ///
  /// Only who is signed in gets here; what they may do is asked with ``StudioShell/principal(_:may:on:)``.
  /// - Throws: ``StudioFault``; everything else is a page that says that the studio has trouble.
  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer?
  /// Answers a request for a page that people without an account open by a link, at a path below `/shared/`. The person is not known there,
  /// whatever cookies the browser sends. Nil for a path that is none of its own.
  func answerOutside(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer?
  /// What it shows on a person's home. Cheap, as the page waits for it: a few bounded reads, and no scan of everything. A feature that
  /// fails, or takes too long, is left out with a sentence.
  func home(_ visit: HomeVisit) async throws -> HomeOffer
  /// Does what is to be done now and then, whether anybody asks or not: at the start, and every hour.
  /// - Parameter now: seconds since 1970.
  func tend(at now: Double) async
  /// What is wrong with what it keeps, for the operators' page: what, where, and what to do, in English.
  func remarks() async -> [BoothReport.Part]
  /// The same, for people of one organisation: nothing that only another one knows.
  func remarks(for organisation: OrganisationID) async -> [BoothReport.Part]
  /// Lets everybody go who waits for news: the studio ends.
  func end() async
}

extension StudioFeature {
  package var carrier: String? { nil }
  package func answerOutside(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }
  package func home(_ visit: HomeVisit) async throws -> HomeOffer { .none }
  package func end() async {}
  package func tend(at now: Double) async {}
  package func remarks() async -> [BoothReport.Part] { [] }
  /// All of it, where none of it is an organisation's.
  package func remarks(for organisation: OrganisationID) async -> [BoothReport.Part] { await remarks() }
}
