import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// The studio's own pages stand in the same frame as everybody's.
extension Studio {
  var configuration: StudioConfiguration { shell.configuration }
  var notices: StudioNotices { shell.notices }

  func principal(_ visit: Visit, may action: StudioAction) throws -> Principal {
    try shell.principal(visit, may: action)
  }
  func form(_ visit: Visit) async throws -> StudioForm { try await shell.form(visit) }
  func token(_ visit: Visit) -> HTML { shell.token(visit) }
  static func redirect(_ path: String) -> WebAnswer { StudioShell.redirect(path) }

  func page(
    _ visit: Visit, _ status: HTTPResponse.Status, _ message: StudioMessage, said: String? = nil
  ) -> WebAnswer {
    shell.page(visit, status, message, said: said)
  }
  func page(
    _ visit: Visit, _ status: HTTPResponse.Status = .ok, title: String, section: StudioSection? = nil, _ main: HTML
  ) -> WebAnswer {
    shell.page(visit, status, title: title, section: section, main)
  }
  func html(_ visit: Visit, _ status: HTTPResponse.Status, _ html: HTML) -> WebAnswer {
    shell.html(visit, status, html)
  }
}
