/// What chats and social networks show of a link, as the page at it says ("The Open Graph protocol", ogp.me).
package struct LinkPreview: Sendable, Equatable {
  package var title: String
  /// A whole address, of a picture that all readers of the page may have; nil for none.
  package var picture: String?
  /// What the picture is, for those who do not see it.
  package var pictureWords: String

  package init(title: String, picture: String?, pictureWords: String) {
    (self.title, self.picture, self.pictureWords) = (title, picture, pictureWords)
  }

  /// Lines for a page's head.
  var html: HTML {
    let picture: HTML? = picture.map { address in
      """
      <meta property="og:image" content="\(address)">
      <meta property="og:image:alt" content="\(pictureWords)">
      <meta name="twitter:card" content="summary_large_image">

      """
    }
    return """
      <meta property="og:type" content="website">
      <meta property="og:title" content="\(title)">
      \(picture)
      """
  }
}
