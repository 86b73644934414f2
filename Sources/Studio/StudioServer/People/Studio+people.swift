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
    let open: HTML? =
      links.isEmpty ? nil : "<h2>\(words[.openLinks])</h2>\n<ul class=\"rows card people\">\n\(links)</ul>\n"
    return shell.page(
      context, title: words[.people], section: .people,
      extras: .init(styles: ["studio/people.css"], modules: ["studio/handing-on.js", "studio/roles.js"]),
      """
      <h1>\(words[.people])</h1>
      \(kept)\(mayManage ? inviteForm(context, words) : .empty)<ul class="rows card people">
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
    let hours = max(1, Int(((link.expiresAt - context.now) / 3600).rounded()))
    // A link of this minute is good for 7 days, and not for 6.
    let days = (hours + 12) / 24
    let ends =
      hours < 24 ? words.counted(.endsIn, hours) : days < 2 ? words[.endsTomorrow] : words.counted(.endsInDays, days)
    return """
      <li class="person"><p><strong>\(name ?? "\(words[.notJoined])")</strong> <span class="quiet">\(words[text]) · \(ends)</span></p>
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

  /// A line of the list: who it is, what they may do, and a menu of what can be done with the account.
  /// - Parameter standings: what may be chosen, by what is; nil for who may change nothing.
  private func row(_ person: Person, _ context: StudioContext, _ standings: [String: HTML]?, _ words: StudioWords)
    -> HTML
  {
    let isEnded = person.endedAt != nil
    let you: HTML? = person.id == context.person?.id ? " <span class=\"badge\">\(words[.you])</span>" : nil
    // What a person without a name of their own is called by is their address.
    let address: HTML? =
      person.displayName == person.name ? nil : "<span class=\"quiet\"><bdi>\(person.name)</bdi></span>"
    let standing: HTML = "<span class=\"quiet\">\(isEnded ? words[.ended] : words[person.standing.text])</span>"
    let name: HTML =
      """
      <span class="avatar" aria-hidden="true">\(StudioShell.initials(of: person.displayName))</span>
      <p><strong><bdi>\(person.displayName)</bdi></strong>\(you)\(address)\(standing)</p>
      """
    guard let standings, !isEnded else { return "<li class=\"person\">\(name)</li>\n" }
    return "<li class=\"person\">\(name)\(menu(person, context, standings, words))</li>\n"
  }

  /// One form: which of its buttons was pressed says what is to be done. An account is removed by a second press, beside what becomes of it.
  private func menu(_ person: Person, _ context: StudioContext, _ standings: [String: HTML], _ words: StudioWords)
    -> HTML
  {
    let id = person.id.text
    let label = words.filled(.accountActions, person.displayName)
    return """
      <details class="person-menu" data-menu><summary class="icon-button" aria-label="\(label)" title="\(words[.change])">\(shell.icon(.threeDotsVertical))</summary>
      <form class="menu" method="post" action="/people/standing">\(token(context))<input type="hidden" name="user" value="\(id)">
      <p class="field"><label for="name-\(id)">\(words[.personName])</label>
      <input id="name-\(id)" name="shown" dir="auto" autocomplete="off" required maxlength="120" value="\(exact: person.displayName)"></p>
      <p class="field"><label for="standing-\(id)">\(words[.standing])</label>
      <select id="standing-\(id)" name="standing">\(standings[person.standing.name])</select></p>
      <button class="secondary">\(words[.save])</button>
      <button class="menu-item" formaction="/people/password" formnovalidate>\(shell.icon(.key))\(words[.newPasswordLink])</button>
      <details><summary class="menu-item danger">\(shell.icon(.trash))\(words[.endAccount])</summary>
      <p class="quiet">\(words[.endAccountHelp])</p>
      <button class="danger" formaction="/people/end" formnovalidate>\(words[.removeAccount])</button></details></form></details>
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
      words: words[isSecond ? .linkMadeAnew : .linkMade], isGood: true, link: "\(context.call.base)/join/\(secret)",
      for: purpose)
  }

  /// The role, and what others call the person, where the form has it.
  func changeStanding(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    guard let standing = Standing(name: form["standing"]) else { throw StudioFault.notFound }
    let name = AccountRules.trimmed(form["shown"])
    return try await change(context, to: "/people") { words in
      let person = try await member(form["user"], of: principal, context)
      if let complaint = AccountRules.complaint(displayName: name) { throw AccountError.refused(complaint) }
      try await accounts.setStanding(standing, of: person.id, in: principal.organisation)
      if !name.isEmpty, name != person.displayName, let store = preferences.store {
        try await store.setDisplayName(name, of: person.id)
      }
      return .init(words: words[.saved], isGood: true)
    }
  }

  /// A person of one's own organisation.
  /// - Throws: ``AccountError/notFound`` for others, and for one whose account is removed.
  private func member(_ id: String, of principal: Principal, _ context: StudioContext) async throws -> Person {
    let people = try await accounts.people(of: principal.organisation, for: context.requester)
    guard let person = people.first(where: { $0.id == UserID(id) }), person.endedAt == nil else {
      throw AccountError.notFound
    }
    return person
  }

  func newPasswordLink(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    return try await change(context, to: "/people") { words in
      let person = try await member(form["user"], of: principal, context)
      return try await link(.password(person.id, name: person.displayName), principal, context, words)
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
