import AsyncHTTPClient
public import BoothCore
import HTTPClientSupport
import Synchronization

/// A printer, or a queue of CUPS, by the Internet Printing Protocol.
///
/// ```swift
/// let printer = IPPPrinter(try PrinterAddress("ipp://selphy.local"))
/// let job = try await printer.send(sheet)
/// ```
///
/// What is asked, what of the answers is believed and how long each call may take is in "Printing" of the maintainers'
/// documentation. Calls may be made from any thread and beside each other. Nothing is tried again here: that is the
/// queue's to decide.
public final class IPPPrinter: PrinterDriver {
  /// Where it is called.
  public let address: PrinterAddress
  let settings: Settings
  private let exchange: IPPExchange
  private let state = Mutex(State())

  /// What can be chosen.
  public struct Settings: Sendable {
    /// How long a call may take that reads, from the connection to the answer's last byte.
    public var reading = Duration.seconds(5)
    /// The same for the lists of jobs, which some printers read from their disk.
    public var listing = Duration.seconds(10)
    /// How long a sheet may stand still on its way, in both directions: a dye-sublimation printer takes nothing while it
    /// prints the sheet before.
    public var silence = Duration.seconds(120)
    /// For the whole of one sheet, however steadily it goes.
    public var sending = Duration.seconds(600)
    /// What is known of printers. Each time a sheet is sent, the profile of the model that the printer calls itself is looked
    /// up: for its own names of papers, and for what it is to do with pictures of another size.
    public var profiles = PrinterProfiles()
    /// What the printer is to do with a picture of another size than the paper's, the first that it offers; empty leaves it
    /// to the printer. Nil: what its profile says, and without one it is to fill the paper, or else to leave the picture as
    /// it is.
    public var scaling: [PrintScaling]?
    /// The printer's own name of a paper that is asked for in place of the sheet's size, as `w288h432-div2` is for a sheet
    /// that is cut in two. Nil: what its profile calls the sheet's size, and without one the size.
    public var media: String?
    /// `requesting-user-name`. CUPS shows a job's name to its own user alone, so it never changes.
    public var user = "booth"

    /// 5 s for questions, 10 s for lists, two minutes of silence and ten in all for a sheet; the paper is filled.
    public init() {}
  }

  /// What was found out about how to speak to it.
  private struct State {
    /// Nil until it is known: as the address says.
    var isEncrypted: Bool?
    var version = IPPMessage.Version.current
    var requestID: Int32 = 0
  }

  /// No call is made yet.
  public init(_ address: PrinterAddress, settings: Settings = Settings()) {
    self.address = address
    self.settings = settings
    var difference = HTTPClient.Difference()
    difference.speaksHTTP2 = false
    difference.connectsAgain = false
    exchange = IPPExchange(http: .program(connect: settings.reading, difference))
  }

  deinit { exchange.http.end() }

  // MARK: Calls

  /// Asks, and gives the answer of a printer that did what was asked.
  ///
  /// A call without a document is made again where the printer wants another version of IPP or an encrypted connection;
  /// what is found out so holds for later calls. One with a document is made once.
  /// - Parameters:
  ///   - operation: what is asked for.
  ///   - attributes: of the operation, without those that every request begins with.
  ///   - job: the job that is spoken of.
  ///   - template: what the job is to be like.
  ///   - file: a document.
  ///   - limit: for everything.
  func ask(
    _ operation: IPPOperation, _ attributes: [IPPAttribute] = [], job: Int? = nil, template: [IPPAttribute] = [],
    file: SheetFile? = nil, within limit: Duration
  ) async throws(PrinterError) -> IPPMessage {
    var lastTry = false
    while true {
      let now = begin()
      let request = request(operation, attributes, job: job, template: template, now)
      let body = RequestBody(message: request.bytes, file: file, progress: SendProgress())
      let answer: IPPExchange.Answer
      do throws(IPPExchange.Fault) {
        answer = try await exchange.post(
          body, to: address.url(encrypted: now.isEncrypted),
          trustsAnyCertificate: now.isEncrypted ? await isNear() : false, within: limit, silence: settings.silence)
      } catch {
        throw failure(error.wasSent ? .silent : .unreachable, error.words)
      }
      let message: IPPMessage
      switch reading(answer, operation) {
      case .success(let read): message = read
      case .failure(.wantsEncryption) where !now.isEncrypted && file == nil && !lastTry:
        learn { $0.isEncrypted = true }
        lastTry = true
        continue
      case .failure(.wantsEncryption): throw failure(.refused, "it wants an encrypted connection: try ipps://")
      case .failure(.error(let error)): throw error
      }
      let status = IPPStatus(rawValue: message.code)
      // Old printers call what they do not read a bad request; CUPS's own client tries 1.1 then, too.
      if [.versionNotSupported, .badRequest].contains(status), now.version == .current, file == nil {
        learn { $0.version = .old }
        continue
      }
      guard status.isSuccess || acceptsAnyway(status, message) else {
        throw failure(status.code(of: operation), words(for: status, message))
      }
      return message
    }
  }

  /// A printer that fails while it takes a sheet says so with the job that it has made of it (RFC 8011, B.1.5.5).
  private func acceptsAnyway(_ status: IPPStatus, _ message: IPPMessage) -> Bool {
    status == .deviceError && message.attributes(.job).integer("job-id") != nil
  }

  private func words(for status: IPPStatus, _ message: IPPMessage) -> String {
    let said = message.attributes(.operation).text("status-message", limit: 160)
    let own = said == status.name ? nil : said
    return "it answered \(status.name)" + (own.map { ": \($0)" } ?? "")
  }

  private enum AnswerFault: Error {
    case wantsEncryption
    case error(PrinterError)
  }

  /// How the next request is made.
  private struct Manner {
    var isEncrypted: Bool
    var version: IPPMessage.Version
    var requestID: Int32
  }

  private func begin() -> Manner {
    state.withLock { state in
      state.requestID = state.requestID == .max ? 1 : state.requestID + 1
      return Manner(
        isEncrypted: state.isEncrypted ?? address.isEncrypted, version: state.version, requestID: state.requestID)
    }
  }

  private func learn(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Whether the printer is in a network of one's own. Printers there sign their certificates themselves, and a person
  /// who listens there stands in the room; one elsewhere must show a certificate that is trusted.
  private func isNear() async -> Bool {
    let places = await PeerAddress.lookUp(address.host)
    return !places.isEmpty
      && places.allSatisfy { place in
        switch place.reach {
        case .thisMachine, .link, .ownNetwork: true
        case .nowhere, .elsewhere: false
        }
      }
  }

  private func request(
    _ operation: IPPOperation, _ attributes: [IPPAttribute], job: Int?, template: [IPPAttribute], _ now: Manner
  ) -> IPPMessage {
    // RFC 8011, 4.1.4: these two first, and then the target.
    var all = [
      IPPAttribute("attributes-charset", .charset("utf-8")),
      IPPAttribute("attributes-natural-language", .naturalLanguage("en")),
      IPPAttribute("printer-uri", .uri(address.printerURI(encrypted: now.isEncrypted))),
    ]
    if let job { all.append(IPPAttribute("job-id", .integer(Int32(clamping: job)))) }
    all.append(IPPAttribute("requesting-user-name", .name(settings.user)))
    let groups = [IPPMessage.Group(.operation, all + attributes)]
    return IPPMessage(
      version: now.version, code: operation.rawValue, requestID: now.requestID,
      groups: template.isEmpty ? groups : groups + [IPPMessage.Group(.job, template)])
  }

  private func reading(_ answer: IPPExchange.Answer, _ operation: IPPOperation) -> Result<IPPMessage, AnswerFault> {
    func error(_ code: PrinterError.Code, _ words: String) -> Result<IPPMessage, AnswerFault> {
      .failure(.error(failure(code, words)))
    }
    let isSending = operation == .printJob
    switch answer.status {
    case 200:
      do throws(IPPFault) {
        return .success(try IPPMessage(answer.body))
      } catch let fault {
        let words =
          PageWords.isPage(answer.contentType, answer.body)
          ? PageWords.of(answer.body, status: 200) : "what answers there does not speak IPP: \(fault)"
        return error(.notAPrinter, words)
      }
    case 426: return .failure(.wantsEncryption)
    case 401, 403, 407, 511:
      return error(.forbidden, "it wants a name and a password, or refuses this machine (HTTP \(answer.status))")
    case 300..<400:
      let place = answer.location.map { PrinterWords.clean(String($0.prefix { $0 != "?" }), limit: 127) } ?? ""
      return error(.notAPrinter, "the address leads on to \(place.isEmpty ? "another" : place) (HTTP \(answer.status))")
    case 404, 410:
      return error(.notAPrinter, "there is no printer of that path (HTTP \(answer.status)); check the address")
    case 413: return error(.refused, "the sheet is too large for it (HTTP 413)")
    case 408: return error(isSending ? .silent : .busy, "it waited in vain for the whole request (HTTP 408)")
    case 429, 503: return error(.busy, "it has no time at the moment (HTTP \(answer.status))")
    case 500...:
      return error(isSending ? .silent : .busy, "it failed over the request (HTTP \(answer.status))")
    default:
      return error(.notAPrinter, PageWords.of(answer.body, status: answer.status))
    }
  }

  func failure(_ code: PrinterError.Code, _ detail: String) -> PrinterError {
    PrinterError(code, subject: address.text, detail: detail)
  }
}
