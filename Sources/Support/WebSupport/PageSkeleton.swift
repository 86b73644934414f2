/// What every page has around it: its language and direction, its styles, no script that it needs, nothing from elsewhere.
package struct PageSkeleton {
  /// BCP 47, for screen readers and hyphenation.
  package var language: String
  package var isRightToLeft: Bool
  /// What the browser's tab says.
  package var title: HTML
  /// Addresses of style sheets, in their order.
  package var stylesheets: [String]
  /// Addresses of scripts, which run in their order when the page is there.
  package var scripts: [String]
  /// Addresses of modules; they run after those.
  package var modules: [String]
  /// Seconds after which the page looks again by itself.
  package var refreshSeconds: Int?
  /// `light` or `dark`, where a person has chosen it; nil: as the device is.
  package var look: String?
  /// How chats and social networks show a link to the page; nil: by its title alone.
  package var preview: LinkPreview?
  /// Attributes of the body, with a blank before each: words for the script.
  package var bodyAttributes: HTML = ""

  package init(
    language: String, isRightToLeft: Bool, title: HTML, stylesheets: [String], scripts: [String] = [],
    modules: [String] = []
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.title = title
    self.stylesheets = stylesheets
    self.scripts = scripts
    self.modules = modules
  }

  /// The whole page around what stands in its body.
  package func page(_ body: HTML) -> HTML {
    let refresh: HTML? = refreshSeconds.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">\n" }
    let styles = stylesheets.map { sheet -> HTML in "<link rel=\"stylesheet\" href=\"\(sheet)\">\n" }
    let scripts =
      scripts.map { "<script src=\"\($0)\" defer></script>\n" as HTML }
      + modules.map { "<script type=\"module\" src=\"\($0)\"></script>\n" as HTML }
    let chosen: HTML? = look.map { " data-look=\"\($0)\"" }
    let direction = isRightToLeft ? "rtl" : "ltr"
    return """
      <!doctype html>
      <html lang="\(language)" dir="\(direction)"\(chosen)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex, nofollow">
      <meta name="color-scheme" content="\(look ?? "light dark")">
      \(refresh)<title>\(title)</title>
      \(preview?.html)\
      <link rel="icon" href="data:,">
      \(styles)\(scripts)</head>
      <body\(bodyAttributes)>
      \(body)</body>
      </html>

      """
  }
}
