/// An icon of the pages: its name in Debian's `bootstrap-icons`, of which `Scripts/web icons` makes `shared/icons.svg`.
///
/// ```swift
/// let button: HTML = "<button class=\"icon-button\" aria-label=\"\(words[.delete])\">\(shell.icon(.trash))</button>"
/// ```
package enum Icon: String, Sendable, CaseIterable {
  case activity
  case archive
  case arrow90degLeft = "arrow-90deg-left"
  case arrowClockwise = "arrow-clockwise"
  case arrowCounterclockwise = "arrow-counterclockwise"
  case arrowDown = "arrow-down"
  case arrowLeft = "arrow-left"
  case arrowRepeat = "arrow-repeat"
  case arrowRight = "arrow-right"
  case arrowUp = "arrow-up"
  case arrowsMove = "arrows-move"
  case aspectRatio = "aspect-ratio"
  case basket
  case bell
  case bellFill = "bell-fill"
  case bodyText = "body-text"
  case bookmark
  case boxArrowInRight = "box-arrow-in-right"
  case boxArrowRight = "box-arrow-right"
  case boxArrowUpRight = "box-arrow-up-right"
  case broadcast
  case bullseye
  case calendar3
  case camera
  case cameraFill = "camera-fill"
  case cameraReels = "camera-reels"
  case chatLeft = "chat-left"
  case chatLeftText = "chat-left-text"
  case chatLeftTextFill = "chat-left-text-fill"
  case check
  case checkCircle = "check-circle"
  case checkCircleFill = "check-circle-fill"
  case checkLg = "check-lg"
  case chevronDoubleLeft = "chevron-double-left"
  case chevronDoubleRight = "chevron-double-right"
  case chevronDown = "chevron-down"
  case chevronExpand = "chevron-expand"
  case chevronLeft = "chevron-left"
  case chevronRight = "chevron-right"
  case chevronUp = "chevron-up"
  case circle
  case circleHalf = "circle-half"
  case clipboardCheck = "clipboard-check"
  case clipboardCheckFill = "clipboard-check-fill"
  case clock
  case clockHistory = "clock-history"
  case cloudArrowUp = "cloud-arrow-up"
  case cloudCheck = "cloud-check"
  case cloudSlash = "cloud-slash"
  case collection
  case collectionFill = "collection-fill"
  case compass
  case controller
  case crop
  case dashLg = "dash-lg"
  case display
  case download
  case emojiSmile = "emoji-smile"
  case envelope
  case exclamationCircle = "exclamation-circle"
  case exclamationTriangle = "exclamation-triangle"
  case exclamationTriangleFill = "exclamation-triangle-fill"
  case eye
  case eyeFill = "eye-fill"
  case eyeSlash = "eye-slash"
  case fileEarmark = "file-earmark"
  case fileEarmarkPdf = "file-earmark-pdf"
  case fileEarmarkPlus = "file-earmark-plus"
  case fileEarmarkSpreadsheet = "file-earmark-spreadsheet"
  case fileEarmarkText = "file-earmark-text"
  case files
  case film
  case flag
  case folder
  case folderPlus = "folder-plus"
  case folder2Open = "folder2-open"
  case fullscreen
  case fullscreenExit = "fullscreen-exit"
  case funnel
  case gear
  case geoAlt = "geo-alt"
  case geoAltFill = "geo-alt-fill"
  case graphUp = "graph-up"
  case grid
  case gripVertical = "grip-vertical"
  case handThumbsUp = "hand-thumbs-up"
  case handThumbsUpFill = "hand-thumbs-up-fill"
  case hdd
  case hddNetwork = "hdd-network"
  case heart
  case heartFill = "heart-fill"
  case hourglassSplit = "hourglass-split"
  case house
  case houseFill = "house-fill"
  case image
  case imageFill = "image-fill"
  case images
  case inbox
  case infoCircle = "info-circle"
  case journalText = "journal-text"
  case key
  case layoutSidebarReverse = "layout-sidebar-reverse"
  case layoutSplit = "layout-split"
  case lightbulb
  case link45deg = "link-45deg"
  case list
  case listOl = "list-ol"
  case lock
  case map
  case mic
  case moon
  case mortarboard
  case mortarboardFill = "mortarboard-fill"
  case musicNote = "music-note"
  case palette
  case pauseFill = "pause-fill"
  case pencil
  case pencilSquare = "pencil-square"
  case people
  case peopleFill = "people-fill"
  case person
  case personCircle = "person-circle"
  case personPlus = "person-plus"
  case personX = "person-x"
  case phone
  case pinAngle = "pin-angle"
  case pinAngleFill = "pin-angle-fill"
  case pinMap = "pin-map"
  case playFill = "play-fill"
  case plug
  case plus
  case plusLg = "plus-lg"
  case power
  case printer
  case qrCode = "qr-code"
  case questionCircle = "question-circle"
  case recordCircle = "record-circle"
  case reply
  case search
  case send
  case share
  case shieldCheck = "shield-check"
  case shuffle
  case sliders
  case sortDown = "sort-down"
  case star
  case starFill = "star-fill"
  case stopFill = "stop-fill"
  case sun
  case tag
  case tagFill = "tag-fill"
  case tags
  case threeDots = "three-dots"
  case threeDotsVertical = "three-dots-vertical"
  case translate
  case trash
  case trashFill = "trash-fill"
  case tv
  case unlock
  case upload
  case volumeMute = "volume-mute"
  case volumeUp = "volume-up"
  case wifi
  case wifiOff = "wifi-off"
  case x
  case xLg = "x-lg"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"

  /// Screen readers pass over it: what holds it has a name of its own.
  /// - Parameters:
  ///   - sprite: the address of `shared/icons.svg`.
  ///   - turns: whether it points the other way where writing runs from right to left, as an arrow back does.
  package func html(of sprite: String, turns: Bool = false) -> HTML {
    let style: HTML = turns ? "icon turns" : "icon"
    return "<svg class=\"\(style)\" aria-hidden=\"true\"><use href=\"\(sprite)#\(rawValue)\"></use></svg>"
  }
}
