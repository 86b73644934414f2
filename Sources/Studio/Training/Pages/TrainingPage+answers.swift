import BoothCore
import Documents
import HTTPTypes
import Logging
import StudioModel
import StudioServer
import WebSupport

/// Answers to a critique, and who has not read them yet.
extension TrainingPage {
  /// Whether the person may answer: the photographer, the sender, and people who see all critiques.
  func mayAnswer(_ critique: Critique, _ principal: Principal) -> Bool {
    principal.user == critique.photographer || principal.user == critique.submitter
      || principal.may(.overseeCritiques)
  }

  /// In the order in which they were written.
  func answers(to critique: Critique) async throws(DocumentStoreError) -> [CritiqueAnswer] {
    let page = try await documents.page(try CritiqueAnswer.query(of: critique.id))
    return page.documents.compactMap { CritiqueAnswer($0) }.sorted {
      ($0.createdAt?.microseconds ?? .max, $0.id) < ($1.createdAt?.microseconds ?? .max, $1.id)
    }
  }

  /// Answers that the person has not read, at most ``CritiqueAnswer/mostAnswers``.
  func unreadAnswers(
    by principal: Principal, of critique: String? = nil
  ) async throws(DocumentStoreError) -> [UnreadAnswer] {
    let query = try CritiqueAnswer.unread(by: principal.user, in: principal.organisation, of: critique)
    return try await documents.page(query).documents.compactMap { UnreadAnswer($0) }
  }

  /// Deletes the unread marks. If that fails, the page is shown all the same, and the next visit tries again.
  func noteRead(_ answers: [UnreadAnswer]) async {
    guard !answers.isEmpty else { return }
    do { _ = try await documents.commit(answers.map { .delete($0.path) }) } catch {
      context.connection.logger.info("unread marks of answers could not be deleted; the next visit tries again")
    }
  }

  /// `POST /training/critiques/ID/answers`, `{"key":"…","text":"…","isDone":false}`: what is sent twice is there once.
  func answer(_ id: String) async throws -> WebAnswer {
    let (critique, principal) = try await found(id)
    guard mayAnswer(critique, principal) else { throw StudioFault.forbidden }
    try shell.checkToken(context)
    guard let sent = try await json(upTo: 64 << 10), let key = sent["key"]?.string, CritiqueDraft.isID(key) else {
      return refuse(.answerNotSent)
    }
    let answer = CritiqueAnswer(
      id: key, critique: critique.id, author: principal.user, authorName: context.person?.displayName ?? "",
      text: CritiqueDraft.tidied(sent["text"]?.string ?? ""), isDone: sent["isDone"] == .bool(true))
    guard answer.isDone || !answer.text.isEmpty else { return refuse(.noAnswer) }
    guard answer.text.unicodeScalars.count <= CritiqueAnswer.longestText else { return refuse(.answerTooLong) }
    let done = WebAnswer.json(.members(["to": .string(Self.address(critique))]))
    let path = try CritiqueAnswer.path(key)
    if let there = try await documents.document(at: path) {
      return CritiqueAnswer(there)?.isSame(as: answer) == true
        ? done : WebAnswer.error(.conflict, words[.answerNotSent])
    }
    guard try await answers(to: critique).count < CritiqueAnswer.mostAnswers else { return refuse(.tooManyAnswers) }
    do throws(DocumentStoreError) {
      _ = try await documents.commitBatch(try answer.writes(to: critique))
    } catch {
      // The same answer was sent at the same moment.
      guard error.kind == .alreadyExists, let there = try await documents.document(at: path),
        CritiqueAnswer(there)?.isSame(as: answer) == true
      else { throw error }
    }
    return done
  }

  /// `GET /training/unread`: the number of critiques and answers that the person has not opened, for the navigation.
  func unread() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    var count = try await unreadAnswers(by: principal).count
    if principal.standing.isPhotographer {
      let newest = try await page(
        of: principal.user, in: principal.organisation, CritiqueView(), after: nil, upTo: Self.pageSize)
      count += try await unseen(newest.critiques, by: principal.user).count
    }
    return WebAnswer.json(.members(["count": .number("\(count)")])).with([.cacheControl: "no-store"])
  }

  // MARK: Pieces

  /// The answers, and where one is written; a script sends it.
  func thread(
    _ critique: Critique, _ principal: Principal, _ answers: [CritiqueAnswer], unread: [UnreadAnswer]
  ) -> HTML {
    let fresh = Set(unread.map { String($0.path.id.prefix { $0 != "~" }) })
    let items = answers.map { answer -> HTML in
      let look: HTML = fresh.contains(answer.id) ? " class=\"fresh\"" : .empty
      let said: HTML = answer.text.isEmpty ? .empty : "<p class=\"said\" dir=\"auto\">\(answer.text)</p>"
      return """
        <li data-answer="\(answer.id)"\(look)><p class="who"><strong><bdi>\(answer.authorName)</bdi></strong> \(time(answer.createdAt, "quiet", .ago))</p>\(answer.isDone ? doneBadge : .empty)\(said)</li>

        """
    }
    guard mayAnswer(critique, principal) else {
      return answers.isEmpty
        ? .empty
        : "<section class=\"thread\" aria-labelledby=\"thread-title\"><h2 id=\"thread-title\">\(words[.answers])</h2>\n<ol class=\"answers\">\(items)</ol></section>\n"
    }
    let done: HTML? =
      principal.user == critique.photographer
      ? "<button type=\"button\" class=\"secondary\" data-do=\"done\">\(shell.icon(.checkLg))\(words[.answerDone])</button>"
      : nil
    return """
      <section class="thread" aria-labelledby="thread-title"><h2 id="thread-title">\(words[.answers])</h2>
      <ol class="answers">\(items)</ol></section>
      <form class="answer" data-waits="\(words[.answerWaits])" data-sent="\(words[.justNow])" data-done="\(words[.answerDone])" data-none="\(words[.noAnswer])" data-failed="\(words[.answerNotSent])" data-name="\(context.person?.displayName ?? "")" hidden>
      <p class="field"><label for="answer-text">\(words[.yourAnswer])</label>
      <textarea id="answer-text" rows="2" maxlength="\(CritiqueAnswer.longestText)" dir="auto"></textarea></p>
      <p class="complaint" role="alert"></p>
      <div class="row"><button>\(shell.icon(.send, turns: true))\(words[.sendAnswer])</button>\(done)</div></form>

      """
  }

  private var doneBadge: HTML {
    "<p><span class=\"badge good\">\(shell.icon(.checkLg))\(words[.answerDone])</span></p>"
  }

  /// Links to critiques with answers that the reader of a list has not read.
  /// - Parameter shown: critiques that the list shows anyway.
  func answersNotice(_ unread: [UnreadAnswer], except shown: Set<String> = []) -> HTML? {
    var names: [(critique: String, names: [String])] = []
    for answer in unread where !shown.contains(answer.critique) {
      let name = answer.authorName.isEmpty ? words[.unknownPerson] : answer.authorName
      if let place = names.firstIndex(where: { $0.critique == answer.critique }) {
        if !names[place].names.contains(name) { names[place].names.append(name) }
      } else {
        names.append((answer.critique, [name]))
      }
    }
    guard !names.isEmpty else { return nil }
    let links = names.prefix(Self.mostNotices).map { critique, names -> HTML in
      "<li><a href=\"/training/critiques/\(PercentEncoding.component(critique))\">\(shell.icon(.chatLeftText))\(words.filled(.newAnswerFrom, names.joined(separator: ", ")))</a></li>\n"
    }
    return "<ul class=\"notice new-answers\" aria-label=\"\(words[.answers])\">\n\(Array(links))</ul>\n"
  }

  /// The most links above a list.
  private static let mostNotices = 5

  /// “2 new answers”; nil for none.
  func newAnswers(_ count: Int) -> String? {
    count == 0 ? nil : count == 1 ? words[.oneNewAnswer] : words.filled(.newAnswers, count)
  }
}
