import HTTPTypes
import Hummingbird
import WebSupport

extension WebCall {
  private static let boothKey = HTTPField.Name("X-FotoX-Key")!

  /// What the client shows as the booths' common token.
  var token: String? { request.headers[Self.boothKey] }
}
