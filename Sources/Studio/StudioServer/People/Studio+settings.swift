import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// What an administrator sets for the organisation, and everybody for themselves.
extension Studio {
  /// The longest address that is kept, in bytes, and the longest name, in characters.
  private static let longestAddress = 1000
  private static let longestText = 200

  func settingsPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    return try await settingsPage(context, principal, typed: nil)
  }

  /// - Parameter typed: what was sent and is not taken.
  private func settingsPage(_ context: StudioContext, _ principal: Principal, typed: StudioForm?) async throws
    -> WebAnswer
  {
    let words = SettingsWords(context.language)
    let save = StudioWords(context.language)[.save]
    let kept = try await preferences.of(principal.organisation.text)
    func value(_ preference: StudioPreference) -> String {
      typed?[preference.rawValue] ?? configuration.fixed[preference] ?? kept[preference] ?? ""
    }
    func fixed(_ preference: StudioPreference) -> HTML {
      configuration.fixed[preference] == nil ? .empty : " readonly aria-describedby=\"fixed\""
    }
    let isFixed = configuration.fixed[.tiles] != nil || configuration.fixed[.tilesAttribution] != nil
    let note: HTML? = isFixed ? "<p class=\"quiet\" id=\"fixed\">\(words[.fixed])</p>\n" : nil
    let complaint: HTML? = typed.map { _ in
      "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\(words[.tilesWrong])</p>\n"
    }
    // How the machine is set is for who keeps it: another organisation's project, and the account there, may stand in it.
    let shown = accounts.keeps(principal.organisation) ? configuration.shown : []
    let rows = shown.map { setting -> HTML in
      let value: HTML = setting.value.map { "<bdi dir=\"ltr\">\($0)</bdi>" } ?? "<em>\(words[.notSet])</em>"
      return "<dt><code>\(setting.name)</code></dt><dd>\(value)</dd>\n"
    }
    let sync: HTML? =
      rows.isEmpty
      ? nil
      : "<div class=\"card\"><h2>\(words[.sync])</h2>\n<p class=\"quiet\">\(words[.syncHelp])</p>\n<dl class=\"facts\">\n\(rows)</dl></div>\n"
    return page(
      context, typed == nil ? .ok : .unprocessableContent, title: words[.settings],
      """
      <p><a class="way" href="/account"><bdi>\(context.person?.displayName ?? "")</bdi></a></p>
      <h1>\(words[.settings])</h1>
      \(complaint)<form class="card" method="post" action="/settings">\(token(context))
      <label for="organisationName">\(words[.organisationName])</label>
      <p class="quiet" id="organisation-help">\(words[.organisationHelp])</p>
      <input id="organisationName" name="organisationName" dir="auto" maxlength="\(Self.longestText)" value="\(exact: value(.organisationName))" aria-describedby="organisation-help">
      <h2>\(words[.map])</h2>
      \(note)<label for="tiles">\(words[.tiles])</label>
      <p class="quiet" id="tiles-help">\(words[.tilesHelp])</p>
      <input id="tiles" name="tiles" dir="ltr" inputmode="url" maxlength="\(Self.longestAddress)" value="\(exact: value(.tiles))"\(fixed(.tiles))>
      <label for="tilesAttribution">\(words[.tilesBy])</label>
      <input id="tilesAttribution" name="tilesAttribution" dir="auto" maxlength="\(Self.longestText)" value="\(exact: value(.tilesAttribution))"\(fixed(.tilesAttribution))>
      <button>\(save)</button></form>
      \(sync)
      """)
  }

  func saveSettings(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .managePeople)
    let form = try await form(context)
    var wanted: [StudioPreference: String?] = [:]
    for preference in [StudioPreference.organisationName, .tiles, .tilesAttribution]
    where configuration.fixed[preference] == nil {
      let most = preference == .tiles ? Self.longestAddress : Self.longestText
      let text = String(AccountRules.trimmed(form[preference.rawValue]).prefix(most))
      wanted[preference] = .some(text.isEmpty ? nil : text)
    }
    if case .some(.some(let tiles)) = wanted[.tiles], !Self.isTiles(tiles) {
      return try await settingsPage(context, principal, typed: form)
    }
    let chosen = wanted
    return try await change(context, to: "/settings") { words in
      try await preferences.set(chosen, of: principal.organisation.text)
      return .init(words: words[.saved], isGood: true)
    }
  }

  /// The address of a tile, over a line that takes no input; of this machine's own as well.
  static func isTiles(_ text: String) -> Bool {
    guard let origin = WebOrigin(of: text), ["{z}", "{x}", "{y}"].allSatisfy({ text.contains($0) }) else {
      return false
    }
    return origin.text.hasPrefix("https://") || origin.text.hasPrefix("http://127.0.0.1")
      || origin.text.hasPrefix("http://localhost")
  }

  // MARK: One's own

  /// Name and appearance, on the page of one's own account.
  func ownChoices(_ context: StudioContext, _ person: Person) async throws -> HTML {
    guard preferences.store != nil else { return .empty }
    let (words, shell) = (SettingsWords(context.language), StudioWords(context.language))
    let look = try await preferences.of(person.id.text)[.look]
    let options = [("", SettingsText.lookDevice), ("light", .lookLight), ("dark", .lookDark)].map {
      value, text -> HTML in
      let selected: HTML = (look ?? "") == value ? " selected" : ""
      return "<option value=\"\(value)\"\(selected)>\(words[text])</option>"
    }
    let settings: HTML? =
      person.principal.may(.managePeople)
      ? "<p class=\"row\"><a class=\"button plain\" href=\"/settings\">\(words[.settings])</a></p>\n" : nil
    // The name of a member of an organisation elsewhere is the one that its own apps show.
    let name: HTML? =
      accounts.keeps(person.organisation)
      ? """
      <form class="card row" method="post" action="/account/name">\(token(context))
      <p class="field"><label for="shown">\(shell[.displayName])</label>
      <input id="shown" name="shown" dir="auto" autocomplete="name" maxlength="120" value="\(exact: person.displayName)"></p>
      <button class="secondary">\(shell[.save])</button></form>

      """ : nil
    return """
      \(settings)\(name)<form class="card row" method="post" action="/account/look" data-look-form data-done="\(shell[.saved])">\(token(context))
      <p class="field"><label for="look">\(words[.look])</label>
      <select id="look" name="look">\(options)</select></p>
      <button class="secondary">\(shell[.save])</button></form>

      """
  }

  func chooseName(_ context: StudioContext) async throws -> WebAnswer {
    guard let person = context.person else { throw StudioFault.signInNeeded }
    let form = try await form(context)
    return try await change(context, to: "/account") { words in
      guard let store = preferences.store else { throw AccountError.notFound }
      // It would be overwritten the next time the organisation is asked about its member.
      guard accounts.keeps(person.organisation) else { throw AccountError.elsewhere(.keptThere) }
      try await store.setDisplayName(form["shown"], of: person.id)
      return .init(words: words[.saved], isGood: true)
    }
  }

  func chooseLook(_ context: StudioContext) async throws -> WebAnswer {
    guard let person = context.person else { throw StudioFault.signInNeeded }
    let look = try await form(context)["look"]
    return try await change(context, to: "/account") { words in
      var wanted: [StudioPreference: String?] = [.look: nil]
      if ["light", "dark"].contains(look) { wanted[.look] = look }
      try await preferences.set(wanted, of: person.id.text)
      return .init(words: words[.saved], isGood: true)
    }
  }
}
