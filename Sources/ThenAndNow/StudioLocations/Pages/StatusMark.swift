import Locations
import StudioServer
import WebSupport

extension LocationStatus {
  var title: PlacesText {
    switch self {
    case .notVisited: .notVisited
    case .completed: .completed
    case .inaccessible: .inaccessible
    }
  }

  /// In the app's colour, and in a shape of its own, so that the colour need not be seen: a ring, a square with a tick,
  /// a triangle with a cross.
  var mark: HTML {
    let shape: HTML =
      switch self {
      case .notVisited: "<circle cx=\"10\" cy=\"10\" r=\"8\"/><circle class=\"hole\" cx=\"10\" cy=\"10\" r=\"3\"/>"
      case .completed:
        "<rect x=\"2\" y=\"2\" width=\"16\" height=\"16\" rx=\"3\"/><path class=\"sign\" d=\"M5.5 10.5l3 3 6-7\"/>"
      case .inaccessible:
        "<path d=\"M10 1.5L19 18H1z\"/><path class=\"sign\" d=\"M7.6 10.6l4.8 4.8M12.4 10.6l-4.8 4.8\"/>"
      }
    return
      "<svg class=\"mark\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\" fill=\"\(color.hex)\">\(shape)</svg>"
  }

  /// The same mark as a style sheet's picture, for lists.
  var picture: String {
    let shape: String =
      switch self {
      case .notVisited: "<circle cx='10' cy='10' r='8'/><circle cx='10' cy='10' r='3' fill='white' stroke='none'/>"
      case .completed:
        "<rect x='2' y='2' width='16' height='16' rx='3'/><path fill='none' stroke-width='2.2' d='M5.5 10.5l3 3 6-7'/>"
      case .inaccessible:
        "<path d='M10 1.5L19 18H1z'/><path fill='none' stroke-width='2.2' d='M7.6 10.6l4.8 4.8M12.4 10.6l-4.8 4.8'/>"
      }
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='\(color.hex)' stroke='black'>\(shape)</svg>"
    return "url(\"data:image/svg+xml,\(PercentEncoding.component(svg))\")"
  }

  /// Mark and word.
  func badge(_ words: PlacesWords) -> HTML { "<span class=\"status\">\(mark)<span>\(words[title])</span></span>" }
}
