import BoothArchives
import BoothCore
package import Documents
import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Reports
package import StudioModel
package import StudioServer
package import WebSupport

/// Daily reports: forms that are filled in on a phone, sent once, and found again.
package struct ReportsFeature: StudioFeature {
  typealias Words = WordTable<ReportsText>

  let documents: PerRequester<any DocumentStore>
  let attachments: PerRequester<any ReportFiles>
  let weather: WeatherCache
  /// What lists show, of all organisations.
  let memory = ReportMemory()
  let pay: PayPeriods
  let own: OrganisationID?
  let sweeps = QuotaSweeps()

  /// - Parameters:
  ///   - documents: where templates, schools and reports are kept.
  ///   - attachments: where their pictures are.
  ///   - weather: who is asked for it.
  ///   - pay: for which periods mileage is paid.
  ///   - own: whose attachments are removed that belong to nothing; nil: none's.
  package init(
    documents: PerRequester<any DocumentStore>, attachments: PerRequester<any ReportFiles>, weather: any WeatherSource,
    pay: PayPeriods = .usual, own: OrganisationID? = nil
  ) {
    self.own = own
    self.documents = documents
    self.attachments = attachments
    self.weather = WeatherCache(weather)
    self.pay = pay
  }

  /// Reads what lists show, so that no reader waits for it, and goes on with what other programs write, until the task
  /// is cancelled. What cannot be read now is read when a person asks; a store that is paid by what is read is not
  /// asked again.
  /// - Parameter now: seconds since 1970.
  package func follow(_ organisation: OrganisationID, now: @Sendable () -> Double) async {
    let documents = documents.store(for: .studio)
    while !Task.isCancelled {
      do throws(DocumentStoreError) {
        _ = try await catalogue(documents).choices(of: organisation, user: nil, now: now())
      } catch {
        // Said to those who ask for the list.
      }
      guard documents is any VersionedDocuments else { return }
      do { try await Task.sleep(for: Self.look) } catch { return }
    }
  }

  /// How often a store of one's own is asked whether something has changed: it says so by an index.
  private static let look = Duration.seconds(2)

  /// All reports as one requester reads them.
  func catalogue(_ documents: any DocumentStore) -> ReportCatalogue { ReportCatalogue(documents, memory: memory) }

  static let section = StudioSection("/reports", .writeReport, (.clipboardCheck, .clipboardCheckFill)) {
    Words($0)[.reports]
  }

  package var sections: [StudioSection] { [Self.section] }
  package var carrier: String? { "reports/carrier.js" }

  package func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    guard let route = ReportsRoute(context.call.request.method, context.call.path) else { return nil }
    let handler = ReportsHandler(
      feature: self, context: context, shell: shell, words: Words(context.language),
      says: WordTable(context.language))
    do {
      return try await handler.answer(route)
    } catch let error as DocumentStoreError {
      throw error.kind == .permissionDenied ? StudioFault.forbidden : StudioFault.unavailable("\(error)")
    } catch ReportFilesError.unavailable(let words) {
      throw StudioFault.unavailable(words)
    } catch let error as ImageError {
      throw StudioFault.unavailable("\(error)")
    } catch let error as ArchiveFault {
      throw StudioFault.unavailable("the table \(error.words)")
    }
  }
}

/// What a request is about.
enum ReportsRoute: Equatable {
  case list, choice
  case table(ReportExport.Format)
  case details, saveDetails, mileage, mileageTable, delete
  case paper(String)
  case amendment(String)
  case amend(String)
  case form(String)
  case report(String)
  case picture(String)
  case original(String, String)
  case smart, send, shareDraft, sharedDrafts
  case sharedDraft(String)
  case dropDraft(String)
  case forms, newForm, checkForm, saveForm, schools, saveSchool
  case editForm(String)
  case actOnForm(String, String)
  case actOnSchool(String, String)
  case attachment(String)
  case wrongMethod(allowed: String)

  /// Nil for what is no path of the reports'.
  init?(_ method: HTTPRequest.Method, _ path: String) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.decodeQuery($0) }
    guard parts.first == "reports" else { return nil }
    let read: ReportsRoute? =
      switch (parts.count, parts.dropFirst().first) {
      case (1, _): .list
      case (2, "new"): .choice
      case (2, "export.csv"): .table(.csv)
      case (2, "export.xlsx"): .table(.xlsx)
      case (2, "mileage"): .mileage
      case (2, "mileage.csv"): .mileageTable
      case (2, "details"): .details
      case (2, "drafts"): .sharedDrafts
      case (2, "forms"): .forms
      case (2, "schools"): .schools
      case (3, "forms") where parts[2] == "new": .newForm
      case (4, "forms") where parts[2] == "edit": .editForm(parts[3])
      case (3, "draft"): .sharedDraft(parts[2])
      case (3, "new"): .form(parts[2])
      case (3, "pdf"): .paper(parts[2])
      case (3, "report"): .report(parts[2])
      case (3, "amend"): .amendment(parts[2])
      case (3, "picture"): .picture(parts[2])
      case (4, "original"): .original(parts[2], parts[3])
      default: nil
      }
    let write: ReportsRoute? =
      switch (parts.count, parts.dropFirst().first) {
      case (2, "details"): .saveDetails
      case (2, "delete"): .delete
      case (3, "amend"): .amend(parts[2])
      case (2, "smart"): .smart
      case (2, "send"): .send
      case (2, "draft"): .shareDraft
      case (2, "schools"): .saveSchool
      case (4, "schools"): .actOnSchool(parts[2], parts[3])
      case (3, "forms") where parts[2] == "check": .checkForm
      case (3, "forms") where parts[2] == "save": .saveForm
      case (5, "forms") where parts[2] == "act": .actOnForm(parts[3], parts[4])
      case (4, "draft") where parts[3] == "discard": .dropDraft(parts[2])
      case (3, "attachment"): .attachment(parts[2])
      default: nil
      }
    let found: ReportsRoute? = method == .get || method == .head ? read : method == .post ? write : nil
    guard read != nil || write != nil else { return nil }
    self =
      found
      ?? .wrongMethod(
        allowed: [read.map { _ in "GET, HEAD" }, write.map { _ in "POST" }].compactMap { $0 }
          .joined(separator: ", "))
  }
}

/// One request, with what answers it.
struct ReportsHandler {
  let feature: ReportsFeature
  let context: StudioContext
  let shell: StudioShell
  let words: ReportsFeature.Words
  /// What forms say.
  let says: WordTable<FormText>

  /// The requester's own.
  var documents: any DocumentStore { feature.documents.store(for: context.requester) }
  var files: any ReportFiles { feature.attachments.store(for: context.requester) }
  var catalogue: ReportCatalogue { feature.catalogue(documents) }
  var finder: ReportFinder { ReportFinder(documents) }
  var templates: TemplateFinder { TemplateFinder(documents) }
  var templateStore: TemplateStore { TemplateStore(documents) }

  func answer(_ route: ReportsRoute) async throws -> WebAnswer {
    switch route {
    case .list: try await list()
    case .choice: try await choice()
    case .table(let format): try await table(format)
    case .mileage: try await mileage()
    case .mileageTable: try await mileageTable()
    case .paper(let id): try await paper(id)
    case .amendment(let id): try await amendment(id)
    case .amend(let id): try await amend(id)
    case .details: try await details()
    case .saveDetails: try await saveDetails()
    case .delete: try await delete()
    case .form(let id): try await form(id)
    case .report(let id): try await report(id)
    case .picture(let hash): try await picture(hash)
    case .original(let id, let hash): try await original(id, hash)
    case .smart: try await smart()
    case .send: try await send()
    case .forms: try await forms()
    case .newForm: try await builderPage(nil)
    case .editForm(let id): try await builderPage(id)
    case .checkForm: try await checkForm()
    case .saveForm: try await saveForm()
    case .actOnForm(let id, let action): try await actOnForm(id, action)
    case .schools: try await schools()
    case .saveSchool: try await saveSchool()
    case .actOnSchool(let id, let action): try await actOnSchool(id, action)
    case .shareDraft: try await shareDraft()
    case .sharedDrafts: try await sharedDrafts()
    case .sharedDraft(let key): try await sharedDraft(key)
    case .dropDraft(let key): try await dropDraft(key)
    case .attachment(let hash): try await attachment(hash)
    case .wrongMethod(let allowed): WebAnswer.text(.methodNotAllowed, "Not this way").with([.allow: allowed])
    }
  }

  func page(title: String, scripts: [String] = [], styles: [String] = [], _ main: HTML) -> WebAnswer {
    shell.page(
      context, title: title, section: ReportsFeature.section,
      extras: StudioShell.Extras(styles: ["reports/reports.css"] + styles, modules: scripts), main)
  }

  /// The account's, with what else its document says.
  func user(_ principal: Principal) async throws(DocumentStoreError) -> (first: String, last: String, home: String) {
    guard let path = ReportDocument.path("users", principal.user.text) else { return ("", "", "") }
    let fields = try await documents.document(at: path)?.fields ?? DocumentFields()
    let (first, last) = (fields["firstName"]?.text ?? "", fields["lastName"]?.text ?? "")
    let home = fields["userCoordinates"]?.text ?? ""
    return first.isBlank && last.isBlank ? (context.person?.displayName ?? "", "", home) : (first, last, home)
  }
}
