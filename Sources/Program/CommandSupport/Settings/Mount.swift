package import BoothCore

/// How the settings say what lies between the cameras and their pictures.
package enum Mount {
  package static let names = [0, 90, 180, 270].map(String.init) + [0, 90, 180, 270].map { "\($0)-flipped" }
  package static let crops = ["none", "1:1", "5:4", "4:3", "3:2", "16:9", "4:5", "3:4", "2:3", "9:16"]

  /// `90` is a turn by 90° clockwise, `90-flipped` the same and then a mirror.
  package static func orientation(_ name: String) -> Orientation {
    let turn: Orientation =
      switch name.prefix(while: \.isNumber) {
      case "90": .turnRight
      case "180": .upsideDown
      case "270": .turnLeft
      default: .upright
      }
    return name.hasSuffix("-flipped") ? turn.then(.mirrored) : turn
  }

  /// `3:2`; nil for `none`.
  package static func proportions(_ name: String) -> PixelSize? {
    let numbers = name.split(separator: ":").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return PixelSize(width: numbers[0], height: numbers[1])
  }
}

extension Settings {
  /// The chains of the cameras that these settings speak of.
  package var chains: TransformChains {
    let live = TransformChain(
      mount: Mount.orientation(text(.cameraMount) ?? ""),
      crop: Mount.proportions(text(.cameraCrop) ?? "").map { TransformChain.Crop(proportions: $0) },
      mirrorsScreen: text(.cameraMirror) != "off", screen: Mount.orientation(text(.screenRotation) ?? ""))
    guard text(.cameraStill) != nil else { return TransformChains(live: live) }
    let still = TransformChain(
      mount: Mount.orientation(text(.cameraStillMount) ?? ""),
      crop: TransformChain.Crop(zoom: Double(integer(.cameraStillZoom)) / 100))
    return TransformChains(live: live, still: still)
  }
}
