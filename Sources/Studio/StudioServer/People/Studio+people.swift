import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// Who belongs to the organisation.
extension Studio {
  func peoplePage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seePeople)
    let words = StudioWords(context.language)
    let people = try await accounts.people(of: principal.organisation, for: context.requester)
    let mayManage = principal.may(.managePeople) && accounts.keeps(principal.organisation)
    // Made once, as each row has one of them.
    let standings = Dictionary(uniqueKeysWithValues: Standing.all.map { ($0.name, options($0, words)) })
    let rows = people.map { row($0, context, mayManage ? standings : nil, words) }
    let kept: HTML? =
      accounts.keeps(principal.organisation) ? nil : "<p class=\"quiet\">\(words[.elsewhereKept])</p>\n"
    let links =
      mayManage
      ? try await accounts.invitations(to: principal.organisation, at: context.now).map { row($0, context, words) } : []
    let open: HTML? = links.isEmpty ? nil : "<h2>\(words[.openLinks])</h2>\n<ul class=\"rows\">\n\(links)</ul>\n"
    return shell.page(
      context, title: words[.people], section: .people,
      extras: .init(styles: ["studio/people.css"], modules: ["studio/handing-on.js", "studio/roles.js"]),
      """
      <h1>\(words[.people])</h1>
      \(kept)\(mayManage ? inviteForm(context, words) : .empty)<ul class="rows">
      \(rows)</ul>
      \(open)
      """)
  }

  private func row(_ link: OpenInvitation, _ context: StudioContext, _ words: StudioWords) -> HTML {
    let (name, text): (HTML?, StudioText) =
      switch link.purpose {
      case .join(let standing, let name): (name.map { "<bdi>\($0)</bdi>" }, standing.text)
      case .password(_, let name): ("<bdi>\(name)</bdi>", .newPassword)
      }
    let badge: HTML = "<span class=\"badge\">\(words[text])</span>"
    let what: HTML = "\(name ?? "<span class=\"quiet\">\(words[.notJoined])</span>") \(badge)"
    let hours = max(0, Int((link.expiresAt - context.now) / 3600))
    let ends =
      hours < 24
      ? words.filled(.endsIn, hours) : hours < 48 ? words[.endsTomorrow] : words.filled(.endsInDays, hours / 24)
    return """
      <li class="card"><p>\(what) <span class="quiet">\(ends)</span></p>
      <form method="post" action="/people/withdraw">\(token(context))<input type="hidden" name="link" value="\(link.id)"><button class="plain danger">\(words[.withdraw])<span class="unseen"> \(name)</span></button></form></li>

      """
  }

  func withdraw(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    return try await change(context, to: "/people") { words in
      try await accounts.withdraw(invitation: form["link"], to: principal.organisation)
      return .init(words: words[.saved], isGood: true)
    }
  }

  private func inviteForm(_ context: StudioContext, _ words: StudioWords) -> HTML {
    """
    <form class="card row" method="post" action="/people/invite">
    \(token(context))<h2>\(words[.invite])</h2>
    <p class="field"><label for="invite-name">\(words[.inviteName])</label>
    <input id="invite-name" name="name" autocomplete="off" autocapitalize="none" maxlength="120"></p>
    <p class="field"><label for="invite-standing">\(words[.standing])</label>
    <select id="invite-standing" name="standing" aria-describedby="roles">\(options(.photographer, words))</select></p>
    <button>\(shell.icon(.personPlus))\(words[.makeLink])</button>
    \(roles(for: "invite-standing", words))
    <p class="quiet">\(words[.inviteHelp])</p>
    </form>

    """
  }

  /// What each role is for. A script shows the one that is chosen in a field.
  private func roles(for field: String, _ words: StudioWords) -> HTML {
    let rows = Standing.all.map { standing -> HTML in
      "<li data-role=\"\(standing.name)\"><strong>\(words[standing.text])</strong>: \(words[standing.sentence])</li>\n"
    }
    return "<ul class=\"roles quiet\" id=\"roles\" data-roles=\"\(field)\" aria-live=\"polite\">\(rows)</ul>"
  }

  private func options(_ chosen: Standing, _ words: StudioWords) -> HTML {
    let options = Standing.all.map { standing -> HTML in
      let selected: HTML = standing == chosen ? " selected" : ""
      return "<option value=\"\(standing.name)\"\(selected)>\(words[standing.text])</option>"
    }
    return "\(options)"
  }

  /// - Parameter standings: what may be chosen, by what is; nil for who may change nothing.
  private func row(_ person: Person, _ context: StudioContext, _ standings: [String: HTML]?, _ words: StudioWords)
    -> HTML
  {
    let isEnded = person.endedAt != nil
    let standing: HTML = "<span class=\"badge\">\(isEnded ? words[.ended] : words[person.standing.text])</span>"
    let name: HTML =
      """
      <div class="person"><span class="avatar" aria-hidden="true">\(StudioShell.initials(of: person.displayName))</span>
      <p><strong><bdi>\(person.displayName)</bdi></strong> <span class="quiet"><bdi>\(person.name)</bdi></span></p>\(standing)</div>
      """
    guard let standings, !isEnded else { return "<li class=\"card\">\(name)</li>\n" }
    // One form: which of its buttons was pressed says what is to be done.
    return """
      <li class="card">\(name)
      <details><summary>\(words[.change])<span class="unseen"> <bdi>\(person.displayName)</bdi></span></summary>
      <form method="post" action="/people/standing">\(token(context))<input type="hidden" name="user" value="\(person.id.text)">
      <div class="row"><p class="field"><label for="standing-\(person.id.text)">\(words[.standing])</label>
      <select id="standing-\(person.id.text)" name="standing">\(standings[person.standing.name])</select></p>
      <button class="secondary">\(words[.save])</button></div>
      <div class="row"><button class="plain" formaction="/people/password">\(words[.newPasswordLink])</button>
      <button class="plain danger" formaction="/people/end">\(words[.endAccount])</button></div>
      <p class="quiet">\(words[.endAccountHelp])</p></form>
      </details></li>

      """
  }

  func invite(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    guard let standing = Standing(name: form["standing"]) else { throw StudioFault.notFound }
    let name = AccountRules.trimmed(form["name"])
    return try await change(context, to: "/people") { words in
      try await link(.join(standing, name: name.isEmpty ? nil : name), principal, context, words)
    }
  }

  /// A link, and whether one before it is over.
  private func link(
    _ purpose: Invitation.Purpose, _ principal: Principal, _ context: StudioContext, _ words: StudioWords
  ) async throws -> StudioNotices.Notice {
    let open = try await accounts.invitations(to: principal.organisation, at: context.now)
    let secret = try await accounts.invite(purpose, to: principal.organisation, by: principal.user, at: context.now)
    let isSecond = open.contains { $0.purpose.isForSame(as: purpose) }
    return .init(
      words: words[isSecond ? .linkMadeAnew : .linkMade], isGood: true, link: "\(context.call.base)/join/\(secret)")
  }

  func changeStanding(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    guard let standing = Standing(name: form["standing"]) else { throw StudioFault.notFound }
    return try await change(context, to: "/people") { words in
      try await accounts.setStanding(standing, of: UserID(form["user"]), in: principal.organisation)
      return .init(words: words[.saved], isGood: true)
    }
  }

  func newPasswordLink(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    return try await change(context, to: "/people") { words in
      try await link(.password(UserID(form["user"]), name: ""), principal, context, words)
    }
  }

  func endAccount(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    return try await change(context, to: "/people") { words in
      try await accounts.end(UserID(form["user"]), in: principal.organisation, at: context.now)
      return .init(words: words[.saved], isGood: true)
    }
  }

  /// Does it, and says on the next page what came of it.
  func change(
    _ context: StudioContext, to path: String, _ body: (StudioWords) async throws -> StudioNotices.Notice
  ) async throws -> WebAnswer {
    let words = StudioWords(context.language)
    let notice: StudioNotices.Notice
    do {
      notice = try await body(words)
    } catch let error as AccountError {
      switch error {
      case .unavailable(let words): throw StudioFault.unavailable(words)
      case .notFound, .noInvitation: throw StudioFault.notFound
      case .refused(let complaint): notice = .init(words: words[complaint.text], isGood: false)
      case .lastAdmin: notice = .init(words: words[.lastAdmin], isGood: false)
      case .elsewhere(let trouble): notice = .init(words: words[trouble.text], isGood: false)
      case .wrong: notice = .init(words: words[.wrongPassword], isGood: false)
      case .wait(let seconds): notice = .init(words: words.filled(.waitSeconds, seconds), isGood: false)
      }
    }
    if let place = context.place { notices.put(notice, for: place.id, on: path) }
    return Self.redirect(path)
  }
}
