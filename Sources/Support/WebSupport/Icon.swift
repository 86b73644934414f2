/// An icon of the pages: its name in Debian's `bootstrap-icons`, of which `Scripts/web icons` makes `shared/icons.svg`, and a file in
/// the folder of a feature for those that no other feature shows.
///
/// ```swift
/// let button: HTML = "<button class=\"icon-button\" aria-label=\"\(words[.delete])\">\(shell.icon(.trash))</button>"
/// ```
package enum Icon: String, Sendable, CaseIterable {
  case numbers = "123"
  case archive
  case arrowCounterclockwise = "arrow-counterclockwise"
  case arrowLeft = "arrow-left"
  case arrowRight = "arrow-right"
  case arrowsMove = "arrows-move"
  case aspectRatio = "aspect-ratio"
  case basket
  case boxArrowRight = "box-arrow-right"
  case calculator
  case calendar
  case camera
  case cameraFill = "camera-fill"
  case cash
  case chatLeftText = "chat-left-text"
  case check
  case checkCircle = "check-circle"
  case checkLg = "check-lg"
  case chevronDoubleLeft = "chevron-double-left"
  case chevronDoubleRight = "chevron-double-right"
  case chevronDown = "chevron-down"
  case chevronExpand = "chevron-expand"
  case chevronLeft = "chevron-left"
  case chevronRight = "chevron-right"
  case chevronUp = "chevron-up"
  case clipboardCheck = "clipboard-check"
  case clipboardCheckFill = "clipboard-check-fill"
  case clock
  case cloudSun = "cloud-sun"
  case collection
  case collectionFill = "collection-fill"
  case dashLg = "dash-lg"
  case download
  case envelope
  case exclamationTriangleFill = "exclamation-triangle-fill"
  case eye
  case fileEarmarkPlus = "file-earmark-plus"
  case files
  case film
  case folder
  case folderPlus = "folder-plus"
  case fonts
  case fullscreen
  case funnel
  case gear
  case geoAlt = "geo-alt"
  case geoAltFill = "geo-alt-fill"
  case grid
  case gripVertical = "grip-vertical"
  case hdd
  case house
  case houseFill = "house-fill"
  case image
  case imageFill = "image-fill"
  case images
  case infoCircle = "info-circle"
  case key
  case link45deg = "link-45deg"
  case list
  case map
  case menuButtonWide = "menu-button-wide"
  case mortarboard
  case mortarboardFill = "mortarboard-fill"
  case pencil
  case people
  case peopleFill = "people-fill"
  case person
  case personBoundingBox = "person-bounding-box"
  case personCircle = "person-circle"
  case personPlus = "person-plus"
  case phone
  case playFill = "play-fill"
  case plusLg = "plus-lg"
  case power
  case questionCircle = "question-circle"
  case recordCircle = "record-circle"
  case search
  case send
  case share
  case signpost
  case sliders
  case star
  case starFill = "star-fill"
  case stopFill = "stop-fill"
  case table
  case tag
  case tags
  case telephone
  case textParagraph = "text-paragraph"
  case threeDots = "three-dots"
  case threeDotsVertical = "three-dots-vertical"
  case toggleOn = "toggle-on"
  case trash
  case uiChecks = "ui-checks"
  case uiRadios = "ui-radios"
  case upload
  case volumeMute = "volume-mute"
  case volumeUp = "volume-up"
  case x
  case xLg = "x-lg"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"

  /// The path below `web/` of the file that has it: `shared/icons.svg`, `photos/icons.svg`.
  package var sprite: String { Self.sprites[rawValue] ?? "shared/icons.svg" }

  private static let sprites: [String: String] = WebAssets.embedded().reduce(into: [:]) { sprites, asset in
    guard asset.path.hasSuffix("/icons.svg") else { return }
    for name in names(in: asset.bytes) { sprites[name] = asset.path }
  }

  /// The names of the symbols of a sprite, one a line.
  static func names(in sprite: [UInt8]) -> [String] {
    String(decoding: sprite, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix("<symbol id=\"") ? String(line.dropFirst("<symbol id=\"".count).prefix { $0 != "\"" }) : nil
    }
  }

  /// Screen readers pass over it: what holds it has a name of its own.
  /// - Parameters:
  ///   - address: of its ``sprite``.
  ///   - turns: whether it points the other way where writing runs from right to left, as an arrow back does.
  package func html(at address: String, turns: Bool = false) -> HTML {
    let style: HTML = turns ? "icon turns" : "icon"
    return "<svg class=\"\(style)\" aria-hidden=\"true\"><use href=\"\(address)#\(rawValue)\"></use></svg>"
  }
}
