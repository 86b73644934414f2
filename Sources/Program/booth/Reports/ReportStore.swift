import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Reports
import StudioModel
import StudioStore

/// The studio's documents for commands beside it.
struct ReportStore {
  let documents: SQLiteDocumentStore
  let organisation: OrganisationID
  let files: FolderReportFiles
  let catalogue: ReportCatalogue

  init(_ place: PlaceOptions, data need: DataFolderNeed = .ours) async throws {
    let settings = try await place.settings(data: need)
    let folder = try StudioFolder(data: settings.data)
    let accounts = try folder.accounts(at: SystemClock().wallTime.unixSeconds)
    organisation = accounts.organisation
    defer { accounts.close() }
    documents = try folder.documents(beside: accounts)
    files = folder.reportFiles
    catalogue = ReportCatalogue(documents)
  }

  var finder: ReportFinder { ReportFinder(documents) }
  var templates: TemplateFinder { TemplateFinder(documents) }

  /// All whose documents are odd, of any organisation or none, and how many there are.
  func oddReports() async throws(DocumentStoreError) -> (odd: [DailyReport], count: Int) {
    var query = DocumentQuery(try DocumentCollection(ReportDocument.collection), limit: DocumentLimits.page)
    var (odd, count): ([DailyReport], Int) = ([], 0)
    while true {
      let page = try await documents.page(query)
      count += page.documents.count
      odd += page.documents.map(DailyReport.init).filter { !$0.oddities.isEmpty }
      guard let next = page.next else { return (odd, count) }
      query.after = next
    }
  }

  /// - Throws: ``CommandError`` in words.
  static func tried<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as DocumentStoreError { throw CommandError("\(advice: error)") }
  }

  /// The JSON of a file that a person has named.
  static func json(_ path: String) throws -> DocumentJSON {
    guard let bytes = OrdinaryFile.bytes(Settings.absolute(path)) else {
      throw CommandError("\(path) cannot be read: expected a file of JSON", code: CommandError.usage)
    }
    // The mark of UTF-8 that other systems' editors write is none of JSON's signs (RFC 8259, 8.1: it may be passed over).
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let rest = Array(bytes[mark...])
    guard !rest.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw CommandError("\(path) is empty: expected JSON", code: CommandError.usage)
    }
    do throws(DocumentJSONFault) { return try DocumentJSON(bytes: rest) } catch {
      throw CommandError("\(path): \(advice: error.words) at byte \(mark + error.offset)", code: CommandError.usage)
    }
  }

  /// A form in a file that a person has named.
  static func form(_ path: String) throws -> DocumentFields {
    let json = try json(path)
    guard json.members != nil else {
      throw CommandError(
        "\(path): expected an object, as booth report template export prints it", code: CommandError.usage)
    }
    return DocumentFields(plain: json)
  }

  /// Prints JSON in one line. Signs that steer a terminal are escaped as JSON has it.
  static func print(_ json: DocumentJSON) {
    var text = ""
    for scalar in String(decoding: json.bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    Swift.print(text)
  }
}
