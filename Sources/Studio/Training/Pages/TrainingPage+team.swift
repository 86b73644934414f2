import BoothCore
import Documents
import HTTPTypes
import StudioModel
import StudioServer
import WebSupport

/// Who was sent what.
extension TrainingPage {
  /// `GET /training/team`: by photographer, those with critiques first, then by name.
  func team() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .overseeCritiques)
    let counts = try await feature.counts.everybody(in: principal.organisation, from: documents)
    let people = try await feature.accounts.people(of: principal.organisation, for: context.requester)
    // Who was sent something stays in the list, whatever became of their account.
    let photographers = people.filter {
      ($0.standing.isPhotographer && $0.endedAt == nil) || counts[$0.id] != nil
    }
    let sorted = photographers.enumerated().sorted { one, other in
      let (a, b) = ((counts[one.element.id]?.total ?? 0) > 0, (counts[other.element.id]?.total ?? 0) > 0)
      return a == b ? one.offset < other.offset : a
    }.map(\.element)
    let unread = try await unreadAnswers(by: principal)
    let unseen = try await feature.unseen(of: Self.overseen, in: principal.organisation, documents)
    let rows = sorted.map { person in
      row(
        person, counts[person.id] ?? CritiqueCounts(), unseen: unseen.count { $0 == person.id },
        answers: unread.count(where: { $0.photographer == person.id }))
    }
    let strangers = counts.keys.filter { key in !people.contains { $0.id == key } }.count
    let others: HTML? =
      strangers == 0 ? nil : "<p class=\"quiet\">\(words.filled(.ofOthers, strangers))</p>\n"
    let none: HTML? = sorted.isEmpty ? noPhotographers(principal, .noPhotographers) : nil
    let mine: HTML? =
      principal.standing.isPhotographer
      ? "<a class=\"button plain\" href=\"/training?show=all\">\(words[.forMe])</a>" : nil
    return page(
      title: words[.byPhotographer], scripts: ["training/team.js"],
      """
      <div class="head"><h1>\(words[.byPhotographer])</h1>\(mine)\(try await shareLink(principal, "button"))</div>
      \(sorted.isEmpty && principal.may(.publishCritique) ? nil : try await whyNot(principal))\(answersNotice(unread))\(none)<ul class="rows team">
      \(rows)</ul>
      \(others)
      """)
  }

  /// That there are no photographers yet, with the way to invite one for people who may.
  /// - Parameter why: the sentence for all others.
  func noPhotographers(_ principal: Principal, _ why: TrainingText) -> HTML {
    guard principal.may(.managePeople), feature.accounts.keeps(principal.organisation) else {
      return "<p class=\"quiet\">\(words[why])</p>\n"
    }
    return """
      <div class="empty">\(shell.icon(.personPlus))<h2>\(words[.noPhotographersYet])</h2>
      <p><a class="button" href="/people">\(words[.invitePhotographer])</a></p></div>

      """
  }

  /// So many of the newest training photos are asked whether they were seen.
  private static let overseen = 200

  private func row(_ person: Person, _ counts: CritiqueCounts, unseen: Int, answers: Int) -> HTML {
    let last: HTML? = counts.last.map { time($0, "quiet", .ago) }
    let new: HTML? = newAnswers(answers).map { "<span class=\"badge good\">\($0)</span>" }
    let many = counts.total == 1 ? words[.oneCritique] : words.filled(.critiques, counts.total)
    let waiting: HTML? =
      unseen == 0
      ? nil
      : "<span class=\"badge not-seen\">\(unseen == 1 ? words[.oneNotSeen] : words.filled(.manyNotSeen, unseen))</span>"
    return """
      <li><a class="card" href="/training/team/\(PercentEncoding.component(person.id.text))"><span class="avatar" aria-hidden="true">\(StudioShell.initials(of: person.displayName))</span>
      <span class="who"><strong><bdi>\(person.displayName)</bdi></strong> <span class="quiet">\(many)</span></span>
      <span class="how">\(new) \(waiting) \(last)</span></a></li>

      """
  }

  /// `GET /training/team/USER`: what one photographer was sent, and whether they have seen it.
  func team(of user: UserID) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .overseeCritiques)
    let counts = try await feature.counts.counts(of: user, in: principal.organisation, from: documents)
    let person = try await feature.accounts.people(of: principal.organisation, for: context.requester).first {
      $0.id == user
    }
    guard person != nil || counts.total + counts.unreadable > 0 else { throw StudioFault.notFound }
    let after = context.call.query["after"].flatMap { CritiqueCursor.read($0) }
    let size = after == nil ? Self.pageSize : Self.partSize
    let found = try await page(of: user, in: principal.organisation, CritiqueView(), after: after, upTo: size)
    let unseen = try await unseen(found.critiques, by: user)
    let unread = try await unreadAnswers(by: principal)
    let cards = found.critiques.map { critique in
      card(
        critique, isNew: false, state: unseen.contains(critique.id) ? .notSeenYet : .seen,
        answers: unread.count(where: { $0.critique == critique.id }))
    }
    let name = person?.displayName ?? found.critiques.first?.photographerName ?? words[.unknownPerson]
    let path = "/training/team/" + PercentEncoding.component(user.text)
    if context.wantsPart {
      return shell.html(context, .ok, "\(after == nil ? self.counts(counts) : .empty)<ol\(next(found))>\(cards)</ol>")
    }
    let more: HTML? = found.next.map {
      "<p class=\"more\"><a class=\"button plain\" href=\"\(path)?after=\(CritiqueCursor.text($0))\">\(words[.more])</a></p>"
    }
    let isThere = person?.standing.isPhotographer == true && person?.endedAt == nil && user != principal.user
    let new: HTML? =
      isThere
      ? try await shareLink(principal, "button", query: "?photographer=\(PercentEncoding.component(user.text))") : nil
    let empty: HTML? = found.critiques.isEmpty ? "<p class=\"quiet\">\(words[.noneSent])</p>\n" : nil
    return page(
      title: name, scripts: ["training/list.js"],
      """
      <p><a class="back" href="/training/team">\(shell.icon(.chevronLeft, turns: true))\(words[.byPhotographer])</a></p>
      <div class="head"><h1><bdi>\(name)</bdi></h1>\(new)</div>
      \(isThere ? try await whyNot(principal) : nil)<div id="counts">\(self.counts(counts))</div>
      <div id="feed" data-order="newest" data-list="\(path)" data-unavailable="\(words[.unavailable])" data-gone="\(words[.noLonger])">
      \(empty)<ol class="cards grid" aria-label="\(words[.trainingPhotos])"\(next(found))>
      \(cards)</ol>
      </div>
      \(more)\(unreadable(counts))
      """)
  }
}
