import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// The studio's own pages stand in the same frame as everybody's.
extension Studio {
  var configuration: StudioConfiguration { shell.configuration }
  var notices: StudioNotices { shell.notices }

  func principal(_ context: StudioContext, may action: StudioAction) throws -> Principal {
    try shell.principal(context, may: action)
  }
  func form(_ context: StudioContext) async throws -> StudioForm { try await shell.form(context) }
  func token(_ context: StudioContext) -> HTML { shell.token(context) }
  static func redirect(_ path: String) -> WebAnswer { StudioShell.redirect(path) }

  func page(
    _ context: StudioContext, _ status: HTTPResponse.Status, _ message: StudioMessage, said: String? = nil
  ) -> WebAnswer {
    shell.page(context, status, message, said: said)
  }
  func page(
    _ context: StudioContext, _ status: HTTPResponse.Status = .ok, title: String, section: StudioSection? = nil,
    _ main: HTML
  ) -> WebAnswer {
    shell.page(context, status, title: title, section: section, main)
  }
  func html(_ context: StudioContext, _ status: HTTPResponse.Status, _ html: HTML) -> WebAnswer {
    shell.html(context, status, html)
  }
}
