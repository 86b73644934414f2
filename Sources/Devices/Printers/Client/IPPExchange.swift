import AsyncHTTPClient
import BoothCore
import HTTPClientSupport
import NIOCore
import NIOHTTP1
import NIOSSL

/// One HTTP request with one answer, each over a connection of its own.
///
/// A connection that was kept may be closed by the printer at the very moment in which it is used again; then nothing
/// tells whether the sheet arrived. A new one costs a millisecond in a network of one's own, and many printers serve only
/// a few connections at a time.
struct IPPExchange: Sendable {
  let http: HTTPClient

  /// What came back.
  struct Answer: Sendable {
    var status: Int
    var contentType: String
    /// Where a redirect leads.
    var location: String?
    var body: [UInt8]
  }

  /// Why no whole answer came.
  struct Fault: Error {
    /// For people.
    var words: String
    /// Whether any of the request may have arrived.
    var wasSent: Bool
  }

  /// The most that an answer may have.
  static let mostAnswerBytes = IPPMessage.Limits().bytes

  /// Sends, and waits for the whole answer.
  /// - Parameters:
  ///   - body: what is sent.
  ///   - url: where to, by `http` or `https`.
  ///   - trustsAnyCertificate: whether what answers there may call itself the printer.
  ///   - limit: for everything, from the connection to the answer's last byte.
  ///   - silence: how long nothing may move, in both directions.
  func post(
    _ body: RequestBody, to url: String, trustsAnyCertificate: Bool, within limit: Duration, silence: Duration
  ) async throws(Fault) -> Answer {
    let request = Self.request(body, to: url, trustsAnyCertificate: trustsAnyCertificate)
    do {
      return try await withThrowingTaskGroup(of: Answer.self) { group in
        group.addTask { try await answer(to: request, body.progress, within: limit) }
        group.addTask { try await Self.watch(body.progress, silence) }
        group.addTask {
          try await Task.sleep(for: limit)
          throw Fault(words: "no whole answer came within \(limit.components.seconds) s", wasSent: false)
        }
        defer { group.cancelAll() }
        guard let answer = try await group.next() else { preconditionFailure("tasks were just added") }
        return answer
      }
    } catch let fault as Fault {
      throw Fault(words: fault.words, wasSent: body.progress.hasBegun)
    } catch let fault as SheetFile.Fault {
      throw Fault(words: "the sheet's file cannot be read to its end: \(fault.words)", wasSent: body.progress.hasBegun)
    } catch is NIOTooManyBytesError {
      throw Fault(words: "its answer has more than \(Self.mostAnswerBytes >> 20) MiB", wasSent: true)
    } catch {
      throw Fault(words: ConnectionWords.of(error), wasSent: body.progress.hasBegun)
    }
  }

  private func answer(
    to request: HTTPClientRequest, _ progress: SendProgress, within limit: Duration
  ) async throws -> Answer {
    let answer = try await http.execute(request, timeout: .nanoseconds(limit.wholeNanoseconds))
    var body: [UInt8] = []
    do {
      for try await piece in answer.body {
        progress.move()
        body += piece.readableBytesView
        guard body.count <= Self.mostAnswerBytes else { throw NIOTooManyBytesError(maxBytes: Self.mostAnswerBytes) }
      }
    } catch {
      guard Self.isWhole(body) else { throw error }
    }
    return Answer(
      status: Int(answer.status.code), contentType: answer.headers.first(name: "Content-Type") ?? "",
      location: answer.headers.first(name: "Location"), body: body)
  }

  /// Whether bytes are a message to its end, which IPP marks. A printer that answers and hangs up at once does so, for the
  /// client, before the request's end was noted: then the connection was cut off, and the answer is there all the same.
  private static func isWhole(_ body: [UInt8]) -> Bool {
    do throws(IPPFault) { _ = try IPPMessage(body) } catch { return false }
    return true
  }

  /// Ends by an error once nothing has moved for so long.
  private static func watch(_ progress: SendProgress, _ silence: Duration) async throws -> Answer {
    while true {
      let end = progress.movedAt + silence
      guard end > .now else {
        throw Fault(words: "nothing has moved for \(silence.components.seconds) s", wasSent: false)
      }
      try await Task.sleep(until: end, clock: .continuous)
    }
  }

  private static func request(_ body: RequestBody, to url: String, trustsAnyCertificate: Bool) -> HTTPClientRequest {
    var request = HTTPClientRequest(to: url, accepting: mediaType)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: mediaType)
    request.headers.add(name: "Connection", value: "close")
    request.body = .stream(body, length: .known(body.length))
    if trustsAnyCertificate {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.certificateVerification = .none
      request.tlsConfiguration = tls
    }
    return request
  }

  /// RFC 8010, 4.
  static let mediaType = "application/ipp"
}
