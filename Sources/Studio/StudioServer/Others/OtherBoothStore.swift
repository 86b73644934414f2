import BoothCore
import BoothSystem
import Documents
import FoundationEssentials
package import StudioModel
import WebSupport

/// The other booths that this studio may operate, each for the organisation whose people added it, in a file of the studio's folder that
/// only its owner can read: it holds what lets this studio in there.
///
/// A studio gets into another one as a person does: by a one-time link that was made there. What it may do there is the role of
/// that link; what a person here may ask of it, their own.
package actor OtherBoothStore {
  struct Entry: Codable, Sendable, Equatable {
    var id: String
    var name: String
    var address: String
    var account: String
    var password: String
    var secret: String
    /// Whose it is; nil: the studio's own organisation's, as all were once.
    var organisation: String?
  }

  static let fileName = "booths.json"
  /// More are no longer operated by looking at them.
  private static let most = 100

  private let path: String
  private let own: OrganisationID
  private var entries: [Entry]?
  private var booths: [String: StudioBooth] = [:]
  private let lines: StudioLines
  /// How long it takes to say that a link led nowhere, whatever lies there: also the time tells nothing.
  private let patience: Duration

  /// The account that is proposed over a link, and how far that has come. An answer that is late is waited for beyond the page that asked:
  /// the same link, given again, goes on waiting for it. Where it was lost the link may be used for this account: then the other
  /// studio is asked for the same account once more, and where that is there already this signs in to it.
  private struct Proposal {
    /// The cookie that our form is held to; the answer brings the real one.
    let key = OtherBoothStore.random(24)
    let account = "studio-" + OtherBoothStore.random(6).lowercased()
    let password = OtherBoothStore.random(24)
    /// The other studio is being asked.
    var isUnderWay = false
    /// It was asked before, and did not let this studio in.
    var wasAsked = false
    /// The secret that it gave; nil until then.
    var secret: String?
    /// Those who wait for the answer under way, by a number of their own.
    var waiting: [Int: AsyncStream<String>.Continuation] = [:]
  }

  /// By organisation and link, until its booth is added.
  private var proposals: [String: Proposal] = [:]
  private var lastWaiter = 0
  private static let mostProposals = 100
  /// How many times the patience of one page an answer may take.
  private static let longestAnswer = 6

  /// - Parameters:
  ///   - folder: the studio's own.
  ///   - own: the studio's own organisation.
  ///   - lines: over which other studios are asked.
  package init(folder: String, own: OrganisationID, lines: StudioLines, patience: Duration = .seconds(10)) {
    path = folder + "/" + Self.fileName
    self.own = own
    self.lines = lines
    self.patience = patience
  }

  /// The only way to any of them.
  private func known(of organisation: OrganisationID) throws(OperatedBoothError) -> [Entry] {
    try known().filter { ($0.organisation.map(OrganisationID.init) ?? own) == organisation }
  }

  /// An organisation's, in the order of their names.
  package func list(of organisation: OrganisationID) throws(OperatedBoothError) -> [OtherBooth] {
    try known(of: organisation).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      .map { OtherBooth(id: $0.id, name: $0.name, address: $0.address) }
  }

  /// The studio's own organisation's, to be asked by another program than the studio: it writes nothing, so where it has to sign in anew
  /// the studio does not know of it.
  /// - Parameters:
  ///   - folder: the studio's own; none are there where it does not exist.
  package static func booths(
    in folder: String, lines: StudioLines
  ) throws(OperatedBoothError) -> [(booth: OtherBooth, asked: any OperatedBooth)] {
    try (read(folder + "/" + fileName) ?? []).filter { $0.organisation == nil }.sorted {
      ($0.name, $0.id) < ($1.name, $1.id)
    }
    .map { entry in
      (OtherBooth(id: entry.id, name: entry.name, address: entry.address), StudioBooth(entry, over: lines) { _ in })
    }
  }

  /// One of an organisation's; nil for an id that is none, or another's.
  package func booth(
    _ id: String, of organisation: OrganisationID
  ) throws(OperatedBoothError) -> (any OperatedBooth)? {
    guard let entry = try known(of: organisation).first(where: { $0.id == id }) else { return nil }
    if let booth = booths[id] { return booth }
    let booth = StudioBooth(entry, over: lines) { [weak self] secret in Task { await self?.renew(id, secret) } }
    booths[id] = booth
    return booth
  }

  /// Follows a one-time link of another studio, and keeps what it gets.
  /// - Parameters:
  ///   - name: what people here call the booth.
  ///   - link: as the other studio showed it.
  ///   - organisation: whose it is from then on.
  package func add(
    name: String, link: String, for organisation: OrganisationID
  ) async throws(OperatedBoothError) -> OtherBooth {
    let name = String(name.filter { !$0.isNewline }.prefix(80))
    guard !name.allSatisfy(\.isWhitespace) else {
      throw OperatedBoothError(.refused, "the booth needs a name", .nameMissing)
    }
    guard try known(of: organisation).count < Self.most else {
      throw OperatedBoothError(
        .refused, "there are \(Self.most) other booths already: remove one first", .tooManyBooths)
    }
    let (address, invitation) = try Self.parts(of: link)
    let link = "\(organisation.text) \(address)/join/\(invitation)"
    let begun = ContinuousClock.now
    if proposals[link] == nil, proposals.count >= Self.mostProposals {
      for known in proposals where !known.value.isUnderWay { proposals[known.key] = nil }
    }
    let proposal = proposals[link, default: Proposal()]
    let (account, password) = (proposal.account, proposal.password)
    if proposal.secret == nil, !proposal.isUnderWay {
      proposals[link] = proposal
      proposals[link]?.isUnderWay = true
      Task { [lines, longest = patience * Self.longestAnswer] in
        do throws(UnansweredFault) {
          let secret = try await Self.secret(
            for: proposal, calling: "Studio of \(name)", at: address, invitation, over: lines, longest)
          told(secret, by: link)
        } catch {
          complain("booth: the link to \(address) led nowhere: \(error.words)")
          told(nil, by: link)
        }
      }
    }
    let secret = try await answer(to: link, at: address, begun)
    proposals[link] = nil
    // The same link was given twice at once.
    if let known = try known(of: organisation).first(where: { $0.account == account && $0.address == address }) {
      return OtherBooth(id: known.id, name: known.name, address: known.address)
    }
    let entry = Entry(
      id: Self.random(6).lowercased().replacing("_", with: "x").replacing("-", with: "x"), name: name, address: address,
      account: account, password: password, secret: secret,
      organisation: organisation == own ? nil : organisation.text)
    try write(try known() + [entry])
    return OtherBooth(id: entry.id, name: entry.name, address: entry.address)
  }

  /// What another studio gives for a link.
  /// - Parameter longest: for all that is asked.
  private static func secret(
    for proposal: Proposal, calling name: String, at address: String, _ invitation: String, over lines: StudioLines,
    _ longest: Duration
  ) async throws(UnansweredFault) -> String {
    let (account, password) = (proposal.account, proposal.password)
    let end = ContinuousClock.now + longest
    func ask(_ question: StudioQuestion) async throws(UnansweredFault) -> OtherStudioReply {
      let left = max(.zero, end - .now)
      return try await StudioQuestion.send(question, to: address, secret: proposal.key, over: lines, left)
    }
    let answer = try await ask(
      .form(
        "/join/" + invitation,
        ["name": account, "shown": name, "password": password, "again": password, "machine": "1"]))
    if answer.status == 303, let secret = answer.secret { return secret }
    let refusal = UnansweredFault(words: "it did not take the link (status \(answer.status))")
    guard proposal.wasAsked else { throw refusal }
    let door = try await ask(.form("/sign-in", ["name": account, "password": password]))
    guard door.status == 303, let secret = door.secret else { throw refusal }
    return secret
  }

  /// The other studio has answered; nil: that is no secret.
  private func told(_ secret: String?, by link: String) {
    guard var proposal = proposals[link] else { return }
    let waiting = proposal.waiting.values
    proposal.secret = secret
    proposal.waiting = [:]
    proposal.isUnderWay = false
    proposal.wasAsked = true
    proposals[link] = proposal
    for one in waiting {
      if let secret { one.yield(secret) }
      one.finish()
    }
  }

  private enum Waited: Sendable {
    case answer(String?)
    case end
  }

  /// What a link leads to. Where that is nothing, the page says the same, after the same time, whatever lies there: it would tell
  /// else what answers in this machine's network. The log says what it was.
  private func answer(
    to link: String, at address: String, _ begun: ContinuousClock.Instant
  ) async throws(OperatedBoothError) -> String {
    if let secret = proposals[link]?.secret { return secret }
    let (news, waiter) = AsyncStream<String>.makeStream()
    lastWaiter += 1
    let number = lastWaiter
    proposals[link]?.waiting[number] = waiter
    let end = begun + patience
    let secret = await withTaskGroup(of: Waited.self) { group in
      group.addTask { .answer(await news.first { _ in true }) }
      group.addTask {
        do { try await Task.sleep(until: end) } catch {
          // The answer was faster, or the studio ends.
        }
        return .end
      }
      defer { group.cancelAll() }
      for await waited in group {
        switch waited {
        case .answer(let secret?): return secret as String?
        // A refusal is told no sooner than the end.
        case .answer(nil): continue
        case .end: return nil
        }
      }
      return nil
    }
    proposals[link]?.waiting[number] = nil
    if let secret = secret ?? proposals[link]?.secret { return secret }
    throw OperatedBoothError(
      .refused,
      "no studio at \(address) takes this link: it may not answer, or not be one that may be asked from here; or the link, "
        + "good once and for a week, is used or not for a new account. The log of this studio says which. Where it is only slow, "
        + "give the same link again: it goes on where it was", .linkRefused)
  }

  /// Forgets one of an organisation's, and signs out there where it answers; nothing happens where it has none of that id.
  package func remove(_ id: String, of organisation: OrganisationID) async throws(OperatedBoothError) {
    guard let booth = try booth(id, of: organisation) as? StudioBooth else { return }
    booths[id] = nil
    try write(try known().filter { $0.id != id })
    // One that does not answer is forgotten all the same; its account there can be ended there.
    do throws(OperatedBoothError) { try await booth.leave() } catch {
      complain("booth: \(error.words); its account for this studio is still there")
    }
  }

  private func renew(_ id: String, _ secret: String) {
    do throws(OperatedBoothError) {
      var all = try known()
      guard let index = all.firstIndex(where: { $0.id == id }) else { return }
      all[index].secret = secret
      try write(all)
    } catch {
      complain("booth: \(error.words); the next start signs in anew")
    }
  }

  /// `https://host:port/join/SECRET`.
  private static func parts(of link: String) throws(OperatedBoothError) -> (address: String, invitation: String) {
    let link = link.filter { !$0.isWhitespace }
    guard let origin = WebOrigin(of: link), let range = link.firstRange(of: "/join/"),
      link[..<range.lowerBound].lowercased() == origin.text
    else {
      throw OperatedBoothError(
        .refused, "expected a one-time link of another studio, such as https://studio.example.org/join/…", .linkFormat)
    }
    let invitation = String(link[range.upperBound...].prefix { !"/?#".contains($0) })
    guard !invitation.isEmpty else {
      throw OperatedBoothError(.refused, "the link ends after /join/: copy all of it", .linkFormat)
    }
    return (origin.text, PercentEncoding.component(invitation))
  }

  private static func random(_ bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return URLBase64.encode((0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  // MARK: The file

  private func known() throws(OperatedBoothError) -> [Entry] {
    if let entries { return entries }
    entries = try Self.read(path)
    return entries ?? []
  }

  /// Nil where the file is not there.
  private static func read(_ path: String) throws(OperatedBoothError) -> [Entry]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      let words =
        error is DecodingError ? "is damaged: it is not what this studio wrote" : "cannot be read: \(error)"
      throw OperatedBoothError(
        .failed, "\(path) \(words); put a copy of it back, or move it away and add the booths again", .ownFile)
    }
  }

  private func write(_ all: [Entry]) throws(OperatedBoothError) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try DurableFile.replace(path, with: Array(try encoder.encode(all)))
      entries = all
    } catch {
      throw OperatedBoothError(.failed, "\(path) cannot be written: \(error)", .ownFile)
    }
  }
}
