/// What the pages say, in one language.
struct PageWords: Sendable {
  var language: String
  var isRightToLeft = false
  var gallery: String
  var pictures: String
  var photo: String
  var clip: String
  var photoStrip: String
  var filmStrip: String
  var boomerang: String
  /// `%1` of `%2`: "Photo 1 of 3" is `photo`, a blank and this.
  var ofMany: String
  var download: String
  var share: String
  var copied: String
  var close: String
  var previous: String
  var next: String
  var onTheirWay: String
  var onTheirWayText: String
  var erased: String
  var erasedText: String
  var someMissing: String
  var filmComes: String
  var reload: String
  var reloads: String
  var allOfEvent: String
  var noSessions: String
  var noSessionsText: String
  var session: String
  var newer: String
  var older: String
  var page: String
  var needsLink: String
  var needsLinkText: String
  var trouble: String
  var troubleText: String
  /// Nothing is known of the id, or event, that a link names.
  var nothingYet: String
  var nothingYetText: String
  var unknownEventText: String
  /// No page can have this address.
  var mistyped: String
  var mistypedText: String
  /// The gallery's own address, without a session or an event.
  var home: String
  var homeText: String
  var downloadAll: String
  var copyLink: String
  /// Of a link that leads to an address of the venue's own network.
  var onlyInThisNetwork: String

  /// "Photo 2 of 3", or "Photo" where there is but one.
  func numbered(_ noun: String, _ number: Int, of count: Int) -> String {
    if count == 1 { return noun }
    return noun + " " + ofMany.filling(["%1": "\(number)", "%2": "\(count)"])
  }

  /// The words of the first language that we have, else of English.
  static func words(for languages: [String]) -> PageWords {
    for language in languages {
      let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
      // The code that Java and old Androids use for Hebrew.
      if let words = all.first(where: { $0.language == (code == "iw" ? "he" : code) }) { return words }
    }
    return english
  }

  static let all = [english, german, french, spanish, hebrew, arabic]
}

extension String {
  /// The text with each placeholder replaced.
  func filling(_ values: KeyValuePairs<String, String>) -> String {
    var filled = ""
    var rest = self[...]
    while let next = rest.first {
      if let value = values.first(where: { rest.hasPrefix($0.key) }) {
        filled += value.value
        rest.removeFirst(value.key.count)
      } else {
        filled.append(next)
        rest.removeFirst()
      }
    }
    return filled
  }
}
