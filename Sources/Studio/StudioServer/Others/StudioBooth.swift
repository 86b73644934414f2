import AsyncHTTPClient
import BoothSystem
import Documents
import FoundationEssentials
import NIOCore
import StudioModel
import Synchronization
import WebSupport

/// A booth on another machine, asked over the studio that runs beside it, as a person who is signed in there.
final class StudioBooth: OperatedBooth {
  let entry: OtherBoothStore.Entry
  private let secret: Mutex<String>
  private let lines: StudioLines
  /// Why it did not answer last, which the log has; nil where it did.
  private let trouble = Mutex<String?>(nil)
  /// Told when it had to sign in anew.
  private let keep: @Sendable (String) -> Void

  init(_ entry: OtherBoothStore.Entry, over lines: StudioLines, keep: @escaping @Sendable (String) -> Void) {
    self.entry = entry
    self.lines = lines
    self.keep = keep
    secret = Mutex(entry.secret)
  }

  func report() async throws(OperatedBoothError) -> BoothReport { try await value("/booth/report", .seconds(15)) }

  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] {
    try await value("/booth/guests?limit=\(limit)", .seconds(30))
  }

  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] {
    try await value("/booth/examination", .seconds(90))
  }

  func log(lines: Int) async throws(OperatedBoothError) -> [String]? {
    let lines: [String] = try await value("/booth/lines?count=\(lines)", .seconds(15))
    return lines.isEmpty ? nil : lines
  }

  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? {
    let answer = try await ask(.get("/booth/event-picture?event=" + PercentEncoding.component(slug)), .seconds(30))
    return answer.status == 200 ? answer.bytes : nil
  }

  func thumbnail(ofSession session: String) async throws(OperatedBoothError) -> [UInt8]? {
    let answer = try await ask(.get("/booth/session-photo?session=" + PercentEncoding.component(session)), .seconds(30))
    return answer.status == 200 ? answer.bytes : nil
  }

  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? {
    let answer = try await ask(.get("/booth/screen?after=\(number)"), .seconds(30))
    if answer.status == 204 {
      guard answer.retries else { return nil }
      throw OperatedBoothError(.failed, "the booth at \(entry.address) shows nothing at the moment", .noAnswer)
    }
    guard answer.status == 200, let shown = answer.picture else { throw strange(answer.status) }
    return GuestsScreen(number: shown, jpeg: answer.bytes)
  }

  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String {
    let (name, fields) = order.asForm
    let answer = try await ask(.form("/booth/" + name, fields), .seconds(30))
    struct Said: Decodable {
      var ok: Bool
      var said: String
      /// Nil from a studio of an earlier version.
      var reason: String?
    }
    let said: Said
    do { said = try JSONDecoder().decode(Said.self, from: Data(answer.bytes)) } catch { throw strange(answer.status) }
    guard said.ok else { throw OperatedBoothError(.refused, said.said, said.reason.flatMap { .init(rawValue: $0) }) }
    return said.said
  }

  /// Signs out there; what cannot be reached forgets it in its own time.
  func leave() async throws(OperatedBoothError) { _ = try await ask(.form("/sign-out", [:]), .seconds(5)) }

  // MARK: Asking

  private func value<Value: Codable & Sendable>(
    _ path: String, _ patience: Duration
  ) async throws(OperatedBoothError) -> Value {
    let answer = try await ask(.get(path), patience)
    guard answer.status == 200 else { throw strange(answer.status) }
    let told: BoothAnswer<Value>
    do { told = try JSONDecoder().decode(BoothAnswer<Value>.self, from: Data(answer.bytes)) } catch {
      throw OperatedBoothError(
        .failed, "the studio at \(entry.address) is of another version than this one: restart the older one of the two",
        .otherVersion)
    }
    return try told.get()
  }

  private func ask(
    _ question: StudioQuestion, _ patience: Duration
  ) async throws(OperatedBoothError) -> OtherStudioReply {
    let known = secret.withLock { $0 }
    let answer = try await send(question, known, patience)
    guard answer.status == 401 || answer.status == 303 && answer.leads == "/sign-in" else { return answer }
    // Signed out there, as happens after some months: once more by name and password.
    let door = try await send(
      .form("/sign-in", ["name": entry.account, "password": entry.password]), known, .seconds(20))
    guard let fresh = door.secret else {
      throw OperatedBoothError(
        .failed,
        "the studio at \(entry.address) no longer lets this one in: make a new link there, and add the booth again",
        .signedOut)
    }
    secret.withLock { $0 = fresh }
    keep(fresh)
    return try await send(question, fresh, patience)
  }

  private func send(
    _ question: StudioQuestion, _ secret: String, _ patience: Duration
  ) async throws(OperatedBoothError) -> OtherStudioReply {
    do throws(UnansweredFault) {
      let answer = try await StudioQuestion.send(question, to: entry.address, secret: secret, over: lines, patience)
      trouble.withLock { $0 = nil }
      return answer
    } catch {
      throw silent(error.words)
    }
  }

  /// The page says the same whatever it is; the log says it once.
  private func silent(_ words: String) -> OperatedBoothError {
    let isNews = trouble.withLock { trouble in
      defer { trouble = words }
      return trouble != words
    }
    if isNews { complain("booth: the studio at \(entry.address) does not answer: \(words)") }
    return OperatedBoothError(
      .failed, "the studio at \(entry.address) does not answer; the log of this one says why", .noAnswer)
  }

  private func strange(_ status: Int) -> OperatedBoothError {
    status == 403
      ? OperatedBoothError(.refused, "the account of this studio at \(entry.address) may not do that", .notAllowed)
      : silent("it answered with status \(status)")
  }
}

extension BoothOrder {
  /// As the forms of a studio's pages have it: `POST /booth/{name}`.
  var asForm: (name: String, fields: [String: String]) {
    switch self {
    case .press(let button): ("press", ["button": button])
    case .turnGuide(let turn): ("guide", ["turn": turn])
    case .pause: ("pause", [:])
    case .resume: ("resume", [:])
    case .shutDown: ("shutdown", [:])
    case .chooseEvent(let slug): ("event", ["event": slug])
    case .retry(let job): ("retry", job.map { ["job": $0] } ?? [:])
    case .cancel(let job): ("cancel", ["job": job])
    case .erase(let session): ("erase", ["session": session])
    case .prints(.pause): ("prints-pause", [:])
    case .prints(.resume): ("prints-resume", [:])
    case .prints(.refilled(let sheets)): ("prints-refilled", sheets.map { ["sheets": "\($0)"] } ?? [:])
    case .prints(.confirm(let print)): ("print-confirm", ["print": print])
    case .prints(.again(let print)): ("print-again", ["print": print])
    case .prints(.giveUp(let print)): ("print-cancel", ["print": print])
    }
  }
}
