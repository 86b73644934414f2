import BoothCore
import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// One's own account: language, password, where one is signed in.
extension Studio {
  private func own(_ context: StudioContext) throws -> (Person, SignedInPlace) {
    guard let person = context.person, let place = context.place else { throw StudioFault.signInNeeded }
    return (person, place)
  }

  func accountPage(_ context: StudioContext) async throws -> WebAnswer {
    let (person, here) = try own(context)
    let words = StudioWords(context.language)
    let places = try await accounts.places(of: person.id, at: context.now)
    let own = try await ownChoices(context, person)
    let languages = Language.allCases.map { language -> HTML in
      let selected: HTML = person.language == language.rawValue ? " selected" : ""
      return
        "<option value=\"\(language.rawValue)\" lang=\"\(language.rawValue)\"\(selected)>\(language.ownName)</option>"
    }
    let rows = places.map { place -> HTML in
      let name: HTML = "<bdi>\(Self.browser(place.agent))</bdi>"
      guard place.id != here.id else {
        return "<li class=\"card\"><p>\(name) <span class=\"badge\">\(words[.here])</span></p></li>\n"
      }
      let minutes = max(0, Int((context.now - place.seenAt) / 60))
      let ago = minutes < 120 ? words.filled(.minutesAgo, minutes) : words.filled(.hoursAgo, minutes / 60)
      return """
        <li class="card"><p>\(name) <span class="quiet">\(ago)</span></p>
        <form method="post" action="/account/place">\(token(context))<input type="hidden" name="place" value="\(place.id)"><button class="plain">\(words[.signOutThere])<span class="unseen"> \(name)</span></button></form></li>

        """
    }
    return shell.page(
      context, title: person.displayName, extras: .init(styles: ["studio/people.css"], modules: ["studio/look.js"]),
      """
      <div class="person own"><span class="avatar" aria-hidden="true">\(StudioShell.initials(of: person.displayName))</span>
      <div><h1><bdi>\(person.displayName)</bdi></h1>
      <p class="quiet"><bdi>\(person.name)</bdi> · \(words[person.standing.text])</p></div></div>
      <p class="quiet">\(words[person.standing.sentence])</p>
      \(own)<form class="card row" method="post" action="/account/language" data-at-once>\(token(context))
      <p class="field"><label for="language">\(words[.language])</label>
      <select id="language" name="language"><option value="">\(words[.browsersLanguage])</option>\(languages)</select></p>
      <button class="secondary">\(words[.save])</button></form>
      \(password(context, person, words))<h2>\(words[.places])</h2>
      <ul class="rows">
      \(rows)</ul>
      """)
  }

  /// Nothing to change where the organisation keeps its passwords itself.
  private func password(_ context: StudioContext, _ person: Person, _ words: StudioWords) -> HTML {
    guard accounts.keeps(person.organisation) else { return "<p class=\"quiet\">\(words[.elsewhereKept])</p>\n" }
    return """
      <form class="card" method="post" action="/account/password">\(token(context))
      <h2>\(words[.changePassword])</h2>
      <input class="unseen" name="username" autocomplete="username" value="\(person.name)" tabindex="-1" aria-hidden="true" readonly>
      <label for="old">\(words[.oldPassword])</label>
      <input id="old" name="old" type="password" autocomplete="current-password" required maxlength="512">
      <label for="password">\(words[.newPassword])</label>
      <p class="quiet" id="password-help">\(words.filled(.passwordHelp, AccountRules.leastPassword))</p>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="\(AccountRules.leastPassword)" maxlength="512" aria-describedby="password-help">
      <label for="again">\(words[.passwordAgain])</label>
      <input id="again" name="again" type="password" autocomplete="new-password" required maxlength="512">
      <button class="secondary">\(words[.changePassword])</button></form>

      """
  }

  func changePassword(_ context: StudioContext) async throws -> WebAnswer {
    let (person, place) = try own(context)
    let form = try await form(context)
    return try await change(context, to: "/account") { words in
      if let complaint = AccountRules.complaint(password: form["password"], again: form["again"], name: person.name) {
        throw AccountError.refused(complaint)
      }
      try await accounts.changePassword(
        of: person.id, old: form["old"], new: form["password"], keeping: place.id, address: context.address,
        at: context.now
      )
      return .init(words: words[.passwordChanged], isGood: true)
    }
  }

  func chooseLanguage(_ context: StudioContext) async throws -> WebAnswer {
    let (person, _) = try own(context)
    let code = try await form(context)["language"]
    try await accounts.setLanguage(Language(code: code)?.rawValue, of: person.id)
    return Self.redirect("/account")
  }

  func endPlace(_ context: StudioContext) async throws -> WebAnswer {
    let (person, _) = try own(context)
    let form = try await form(context)
    try await accounts.end(place: form["place"], of: person.id)
    return Self.redirect("/account")
  }

  /// What a browser calls itself, short: `Firefox, Linux`.
  static func browser(_ agent: String) -> String {
    let browsers = ["Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"]
    let name = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].first { agent.contains($0 + "/") }.flatMap { browsers[$0] }
    let system = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
      ("Linux", "Linux"),
    ]
    .first { agent.contains($0.0) }?.1
    let known = [name, system].compactMap { $0 }
    return known.isEmpty ? String(agent.prefix(60)) : known.joined(separator: ", ")
  }
}
