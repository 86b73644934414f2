import HTTPTypes
import WebSupport

extension PageShell {
  /// Why the last try did not open the page.
  enum PINProblem { case wrong, tooMany }

  /// What people without the event's key see where it has a PIN.
  /// - Parameter address: the event's page, from this one.
  func needsPIN(_ problem: PINProblem? = nil, at address: String = "") -> WebAnswer {
    let words = self.words.access
    let said: String? =
      switch problem {
      case nil: nil
      case .wrong: words.wrongPIN
      case .tooMany: words.tooManyPINs
      }
    let banner: HTML? = said.map { "<p class=\"banner\" role=\"alert\">\($0)</p>\n" }
    return answer(
      problem == .tooMany ? .tooManyRequests : .forbidden, heading: words.needsPIN, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.needsPIN)</h1>
        <p>\(words.needsPINText)</p>
        \(banner)<form class="pin" method="post" action="\(address)">
        <p><label for="pin">\(words.pin)</label>
        <input id="pin" name="pin" type="text" inputmode="numeric" autocomplete="off" dir="ltr" required maxlength="20"></p>
        <p><button class="button" type="submit">\(words.open)</button></p>
        </form></div>

        """
    ).withForm()
  }

  /// The event is over.
  func ended() -> WebAnswer {
    let words = self.words.access
    return answer(
      .gone, heading: words.ended, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.ended)</h1>
        <p>\(words.endedText)</p></div>

        """)
  }
}

extension WebAnswer {
  /// Of a page with a form, which others may not send.
  func withForm() -> WebAnswer {
    var answer = self
    answer.headers[.contentSecurityPolicy] = answer.headers[.contentSecurityPolicy]?
      .replacing("form-action 'none'", with: "form-action 'self'")
    return answer
  }
}
