import BoothCore
import StudioServer
import Testing

/// The same thing has the same plain name on every page: `Docs/internals/words.md` lists them.
@Suite struct PlainTextTests {
  /// Features whose English texts are held against the table.
  static let features = ["locations", "photos", "reports", "studio", "training"]

  /// What a page does not say, and what it says instead.
  static let instead = [
    ("anew", "again"), ("once more", "again"), ("another time", "again"), ("meanwhile", "in the meantime, or nothing"),
    ("somebody", "a person"), ("someone", "a person"), ("nobody", "no one is named: say what happens"),
    ("whoever", "the person who"), ("anybody", "any"), ("everybody", "all"), ("who runs", "the person in charge of"),
    ("e-mail", "email"), ("stands", "is"), ("stand", "are"), ("goes on", "continues"), ("go on", "continue"),
    ("by itself", "automatically"), ("by themselves", "automatically"), ("for good", "permanently"),
    ("throw away", "discard"), ("throw it away", "discard"), ("take it back", "undo"), ("bring back", "restore"),
    ("leave it out", "discard"), ("left out", "skipped"), ("is made", "created"), ("under way", "in progress"),
    ("old password", "current password"), ("log in", "sign in"), ("log out", "sign out"), ("log on", "sign in"),
    ("trash", "bin"), ("tick", "select"), ("successfully", "nothing"),
  ]

  @Test(arguments: features) func `English texts use the common word`(_ feature: String) {
    var count = 0
    for (section, texts) in PageWords.sections(of: feature, .english) {
      for (key, text) in texts {
        count += 1
        let words = Self.words(text)
        for (old, new) in Self.instead where words.contains(" \(old) ") {
          Issue.record("words/\(feature)/en.json: \(section).\(key) says “\(old)”, not “\(new)”: \(text)")
        }
        #expect(!text.contains(" …"), "words/\(feature)/en.json: \(section).\(key): no space before …: \(text)")
        #expect(!text.contains("!"), "words/\(feature)/en.json: \(section).\(key): no exclamation mark: \(text)")
      }
    }
    #expect(count > 100, "\(feature): its texts were not found")
  }

  @Test func `a word is found whole, whatever its case and the marks beside it`() {
    #expect(Self.words("Once more, “anew”: nobody’s e-mail.") == " once more anew nobody s e-mail ")
  }

  /// The words in lower case, a space on both sides of each.
  private static func words(_ text: String) -> String {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }
    return " " + parts.joined(separator: " ") + " "
  }
}
