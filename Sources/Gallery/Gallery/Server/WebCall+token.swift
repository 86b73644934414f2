import HTTPTypes
import Hummingbird
import WebSupport

extension WebCall {
  private static let boothKey = HTTPField.Name("X-FotoX-Key")!

  private static let uploads = HTTPField.Name("X-Booth-Uploads")!

  /// Whether a booth of ours takes addresses that lead past the gallery, straight to its store.
  var goesStraight: Bool { request.headers[Self.uploads] == "direct" }

  /// What the client shows as the booths' common token.
  var token: String? { request.headers[Self.boothKey] }
}
