import BoothCore
import Imaging
import Testing

@testable import Screens

/// What lies under a point of the guide on the screen lies under it in the photo: through every mount, crop, mirror and
/// shape, wherever the person has moved the guide.
@Suite struct GuidePlaceTests {
  /// How a camera is mounted and cut, and how the screen shows it.
  struct Setting: Sendable, CustomTestStringConvertible {
    var mount: Orientation
    var crop: TransformChain.Crop?
    var isMirrored: Bool

    var testDescription: String {
      "\(mount)\(crop.map { " cut to \($0.proportions.map { "\($0.width):\($0.height)" } ?? "part") × \($0.zoom)" } ?? "")\(isMirrored ? ", mirrored" : "")"
    }
    var chain: TransformChain { TransformChain(mount: mount, crop: crop, mirrorsScreen: isMirrored) }
  }

  static let settings: [Setting] = Orientation.allCases.flatMap { mount in
    [nil, TransformChain.Crop(proportions: PixelSize(width: 3, height: 2)), TransformChain.Crop(zoom: 1.3)].flatMap {
      crop in [false, true].map { Setting(mount: mount, crop: crop, isMirrored: $0) }
    }
  }

  private static let sensor = PixelSize(width: 960, height: 640)
  private static let shapes = [(3, 2), (1, 1), (5, 2), (2, 3)].map { PixelSize(width: $0.0 * 100, height: $0.1 * 100) }

  private static let views: [GuideView] = {
    var moved = GuideView()
    (moved.zoom, moved.right, moved.down) = (131, 45, -30)
    var small = GuideView()
    (small.zoom, small.right, small.down) = (72, -60, 55)
    return [GuideView(), moved, small]
  }()

  @Test(arguments: settings)
  func `the guide's points lie where the photo has them, within a pixel`(setting: Setting) throws {
    let framing = setting.chain.framing(of: Self.sensor)
    let converter = FrameConverter(chain: setting.chain)
    var seen = 0
    for shape in Self.shapes {
      // The part of the photo that the guide's shape shows, a pixel of it a pixel of the screen.
      let part = PixelRect.crop(of: framing.size, toFill: shape)
      let live = PixelRect(x: 40, y: 30, width: part.width, height: part.height)
      for view in Self.views {
        for point in [PicturePoint(x: 0.3, y: 0.6), PicturePoint(x: 0.81, y: 0.22)] {
          let place = view.picturePoint(ofGuide: point)
          let inPhoto = PicturePoint(
            x: (Double(part.x) + place.x * Double(part.width)) / Double(framing.size.width),
            y: (Double(part.y) + place.y * Double(part.height)) / Double(framing.size.height))
          guard (0.05...0.95).contains(place.x), (0.05...0.95).contains(place.y) else { continue }
          // The mark stands on whole pixels of the sensor: what is compared is where it really stands.
          let wanted = framing.sensorPoint(of: inPhoto)
          let sensor = PicturePoint(
            x: (wanted.x * Double(Self.sensor.width)).rounded() / Double(Self.sensor.width),
            y: (wanted.y * Double(Self.sensor.height)).rounded() / Double(Self.sensor.height))
          let photo = framing.point(ofSensor: sensor)
          let shift = Spot(
            (photo.x - inPhoto.x) * Double(framing.size.width), (photo.y - inPhoto.y) * Double(framing.size.height))
          let frame = Self.frame(marking: sensor)
          let shown = try converter.preview(of: frame, in: live.size, fit: .covering, mirrored: setting.isMirrored)
          let mark = try #require(Self.mark(in: shown), "the mark is not on the screen")
          let stand = SceneRenderer.guideRect(view, in: live, isMirrored: setting.isMirrored)
          let across = setting.isMirrored ? 1 - point.x : point.x
          let guide = Spot(
            Double(stand.x - live.x) + across * Double(stand.width) + (setting.isMirrored ? -shift.x : shift.x),
            Double(stand.y - live.y) + point.y * Double(stand.height) + shift.y)
          #expect(
            abs(mark.x - guide.x) <= 1.001 && abs(mark.y - guide.y) <= 1.001,
            "\(shape) \(view) \(point): \(mark) \(guide)")
          seen += 1
        }
      }
    }
    #expect(seen >= 16)
  }

  /// A black frame with a white square of 16 pixels around a point.
  private static func frame(marking point: PicturePoint) -> Frame {
    let count = sensor.width * sensor.height
    nonisolated(unsafe) let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count * 3 / 2, alignment: 16)
    for index in 0..<count { bytes[index] = 16 }
    for index in count..<count * 3 / 2 { bytes[index] = 128 }
    let (x, y) = (point.x * Double(sensor.width), point.y * Double(sensor.height))
    for row in 0..<sensor.height where abs(Double(row) + 0.5 - y) <= 8 {
      for column in 0..<sensor.width where abs(Double(column) + 0.5 - x) <= 8 {
        bytes[row * sensor.width + column] = 235
      }
    }
    return Frame(
      sequence: 1, capturedAt: Instant(nanoseconds: 0), size: sensor, layout: .i420, strideBytes: sensor.width,
      bytes: UnsafeRawBufferPointer(bytes), release: { bytes.deallocate() })
  }

  /// The middle of what is bright.
  private static func mark(in bitmap: Bitmap) -> Spot? {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    bitmap.withPixels { pixels in
      for index in 0..<bitmap.width * bitmap.height {
        let green = Double(pixels[index] >> 8 & 0xFF)
        guard green > 100 else { continue }
        sum += 1
        x += Double(index % bitmap.width) + 0.5
        y += Double(index / bitmap.width) + 0.5
      }
    }
    return sum > 60 ? Spot(x / sum, y / sum) : nil
  }
}
