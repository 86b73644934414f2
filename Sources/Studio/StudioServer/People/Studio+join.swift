import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// One-time links: the first administrator's, invitations, new passwords.
extension Studio {
  func joinPage(_ context: StudioContext, _ secret: String) async throws -> WebAnswer {
    guard let invitation = try await invitation(context, secret) else { return page(context, .notFound, .noInvitation) }
    return try await joinForm(context, .ok, invitation, secret, StudioForm([]), complaint: nil)
  }

  private func invitation(_ context: StudioContext, _ secret: String) async throws -> Invitation? {
    do throws(AccountError) { return try await accounts.invitation(secret, at: context.now) } catch {
      if case .unavailable(let words) = error { throw StudioFault.unavailable(words) }
      return nil
    }
  }

  func join(_ context: StudioContext, _ secret: String) async throws -> WebAnswer {
    let form = try await form(context)
    guard let invitation = try await invitation(context, secret) else { return page(context, .notFound, .noInvitation) }
    var name = form["name"]
    var complaint: AccountRules.Complaint?
    if case .password(_, let known) = invitation.purpose {
      // A link for a person's new password lets no other studio in.
      guard form["machine"].isEmpty else { return page(context, .notFound, .noInvitation) }
      name = known
    } else {
      complaint = AccountRules.complaint(name: name)
    }
    complaint =
      complaint ?? AccountRules.complaint(displayName: form["shown"])
      ?? AccountRules.complaint(password: form["password"], again: form["again"], name: name)
    if let complaint {
      return try await joinForm(context, .unprocessableContent, invitation, secret, form, complaint: complaint)
    }
    do throws(AccountError) {
      let opened = try await accounts.accept(
        secret, name: name, displayName: form["shown"], password: form["password"], from: context.origin,
        at: context.now)
      return Self.redirect("/").with(context.cookies(opened)).emptyingCache()
    } catch {
      switch error {
      case .refused(let complaint):
        return try await joinForm(context, .unprocessableContent, invitation, secret, form, complaint: complaint)
      case .unavailable(let words): throw StudioFault.unavailable(words)
      case .wait(let seconds):
        return page(context, .tooManyRequests, .trouble).with([.retryAfter: "\(seconds)"])
      default: return page(context, .notFound, .noInvitation)
      }
    }
  }

  private func joinForm(
    _ context: StudioContext, _ status: HTTPResponse.Status, _ invitation: Invitation, _ secret: String,
    _ form: StudioForm,
    complaint: AccountRules.Complaint?
  ) async throws -> WebAnswer {
    let (context, cookie) = context.withCookie()
    let words = StudioWords(context.language)
    let said: HTML? = complaint.map { "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\(words[$0.text])</p>" }
    let described: HTML = complaint == nil ? "" : " aria-describedby=\"complaint\""
    let organisation = try await preferences.of(invitation.organisation.text)[.organisationName]
    let who: HTML
    let heading: String
    let button: StudioText
    switch invitation.purpose {
    case .password(_, let name):
      (heading, button) = (words[.newPassword], .changePassword)
      who = """
        <input type="hidden" name="name" value="\(name)">
        <p>\(words[.name]): <bdi><strong>\(name)</strong></bdi></p>
        <input class="unseen" name="username" autocomplete="username" value="\(name)" tabindex="-1" aria-hidden="true" readonly>

        """
    case .join(let standing, let name):
      (heading, button) = (words[.welcome], .createAccount)
      let invited: HTML? = organisation.map { "<p>\(words.filled(.invitedTo, $0))</p>\n" }
      // Invited as "Peter Photo": that is what others read. An address is what a person signs in with.
      let isNew = form["name"].isEmpty && form["shown"].isEmpty
      let isAddress = name?.contains("@") == true
      let typed = isNew && isAddress ? name ?? "" : form["name"]
      let shown = isNew && !isAddress ? name ?? "" : form["shown"]
      who = """
        \(invited)<p>\(words[.youWillBe]) <strong>\(words[standing.text])</strong>. <span class="quiet">\(words[standing.sentence])</span></p>
        <label for="name">\(words[.name])</label>
        <p class="quiet" id="name-help">\(words[.nameHelp])</p>
        <input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200" value="\(exact: typed)" aria-describedby="name-help" autofocus>
        <label for="shown">\(words[.displayName])</label>
        <input id="shown" name="shown" autocomplete="name" maxlength="120" value="\(exact: shown)">

        """
    }
    return page(
      context, status, title: heading,
      """
      <form class="card narrow" method="post" action="/join/\(secret)">
      <h1>\(heading)</h1>
      \(said)\(token(context))\(who)<label for="password">\(words[.password])</label>
      <p class="quiet" id="password-help">\(words.filled(.passwordHelp, AccountRules.leastPassword))</p>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="\(AccountRules.leastPassword)" maxlength="512" aria-describedby="password-help"\(described)>
      <label for="again">\(words[.passwordAgain])</label>
      <input id="again" name="again" type="password" autocomplete="new-password" required maxlength="512">
      <button>\(words[button])</button>
      </form>
      """
    ).with(cookie)
  }
}

extension AccountRules.Complaint {
  var text: StudioText {
    switch self {
    case .nameMissing: .nameMissing
    case .nameTooLong: .nameTooLong
    case .nameHasControls: .nameHasControls
    case .nameTaken: .nameTaken
    case .passwordTooShort: .passwordTooShort
    case .passwordTooLong: .passwordTooLong
    case .passwordIsName: .passwordIsName
    case .passwordsDiffer: .passwordsDiffer
    }
  }
}

extension Standing {
  var text: StudioText {
    switch name {
    case "admin": .admin
    case "manager": .manager
    case "photographer": .photographer
    default: .employee
    }
  }

  /// What the role is for, in a sentence.
  var sentence: StudioText {
    switch name {
    case "admin": .adminText
    case "manager": .managerText
    case "photographer": .photographerText
    default: .employeeText
    }
  }
}
