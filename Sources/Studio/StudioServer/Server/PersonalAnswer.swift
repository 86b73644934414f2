import HTTPTypes
import WebSupport

/// A browser may be shared: what one person was shown, its cache gives to no other, whatever the page has said about caching.
extension WebAnswer {
  /// Asked for anew each time, and kept for one cookie alone: also where a browser goes back in its history, or is told to take what
  /// it has.
  func forOnePerson() -> WebAnswer {
    var answer = self
    if !(headers[.cacheControl] ?? "").contains("no-store") { answer.headers[.cacheControl] = "private, no-cache" }
    answer.headers[.vary] = headers[.vary].map { $0 + ", Cookie" } ?? "Cookie"
    return answer
  }

  /// For answers after which another person is signed in, or none: the browser's cache is emptied as well, where it listens (over
  /// HTTPS, and on the machine itself). What was entered and not sent stays: it is a person's work.
  func emptyingCache() -> WebAnswer { with([Self.clearSiteData: "\"cache\""]) }
  private static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}
