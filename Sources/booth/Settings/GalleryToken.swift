/// The token that booths show a gallery, as it is written in settings and files.
///
/// It travels in a header, where white space around it is lost and a line break is refused: an editor's last line break
/// must keep no booth from its gallery. FotoX trims it as well.
enum GalleryToken {
  /// Without white space at both ends.
  static func trimmed(_ text: String) -> String {
    String(text.unicodeScalars.trimming)
  }

  /// Whether a trimmed text can be shown as it is.
  static func isUsable(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }

  /// What is expected, in words.
  static let words = "one word without white space or control characters in it"
}

extension String.UnicodeScalarView {
  fileprivate var trimming: SubSequence {
    var rest = self[...]
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
