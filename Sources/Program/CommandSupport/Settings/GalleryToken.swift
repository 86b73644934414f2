/// The token that booths show a gallery, as it is written in settings and files.
///
/// It travels in a header, where white space around it is lost and a line break is refused: an editor's last line break
/// must keep no booth from its gallery. FotoX trims it as well.
package enum GalleryToken {
  /// Without white space at both ends.
  package static func trimmed(_ text: String) -> String {
    String(text.unicodeScalars.trimming)
  }

  /// Whether a trimmed text can be shown as it is. Spaces within are the Worker's business: its secret may be a sentence.
  package static func isUsable(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        let category = scalar.properties.generalCategory
        return category != .control && category != .lineSeparator && category != .paragraphSeparator
      }
  }

  /// What is expected, in words.
  package static let words = "one line of text, not empty, without control characters"
}

extension String.UnicodeScalarView {
  fileprivate var trimming: SubSequence {
    var rest = self[...]
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
