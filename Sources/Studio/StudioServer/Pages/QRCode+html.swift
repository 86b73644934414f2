import Imaging
import WebSupport

extension QRCode {
  /// The code as a picture in a page: dark on light by `studio/people.css`, whatever the page's colours are.
  /// - Parameter text: for readers who do not see it.
  func html(text: String) -> HTML {
    let margin = Self.standardQuietZone
    var path = ""
    for y in 0..<side {
      var x = 0
      while x < side {
        let start = x
        while isDark(x, y) { x += 1 }
        // Neighbours in a row are one rectangle.
        if x > start { path += "M\(start + margin) \(y + margin)h\(x - start)v1h-\(x - start)z" }
        x += 1
      }
    }
    let modules = side + 2 * margin
    return """
      <svg class="code" viewBox="0 0 \(modules) \(modules)" role="img" aria-label="\(text)" shape-rendering="crispEdges"><path d="\(path)"/></svg>
      """
  }
}
