import BoothCore
import Imaging
import Testing

/// Live view, clip, photo and guide of one asymmetric chart, through every orientation, mirror and crop. What is
/// expected is worked out here, from the wording of the EXIF standard and plain arithmetic.
@Suite struct TransformChainGoldenTests {
  /// The chart in front of the camera: a colour in each corner, an arrow that points right and has its barb on top.
  private static let world = PixelSize(width: 192, height: 128)

  private static func worldColor(_ x: Int, _ y: Int) -> RGBColor {
    let corner = (x < 64, x >= 128, y < 40, y >= 88)
    switch corner {
    case (true, _, true, _): return RGBColor(red: 220, green: 20, blue: 20)
    case (_, true, true, _): return RGBColor(red: 20, green: 200, blue: 20)
    case (true, _, _, true): return RGBColor(red: 20, green: 20, blue: 220)
    case (_, true, _, true): return RGBColor(red: 240, green: 220, blue: 20)
    default: break
    }
    let shaft = (48..<144).contains(x) && (56..<72).contains(y)
    let barb = (112..<128).contains(x) && (40..<56).contains(y)
    return shaft || barb ? RGBColor(red: 10, green: 10, blue: 10) : RGBColor(red: 170, green: 170, blue: 170)
  }

  /// A crop, and the part of the world that it is, left, top, width, height.
  struct Cut: Sendable, CustomTestStringConvertible {
    var crop: TransformChain.Crop?
    var part: (x: Int, y: Int, width: Int, height: Int)
    /// How many of the chart's colours it shows, at least.
    var colors = 5
    var testDescription: String { "\(part.width)x\(part.height) at \(part.x), \(part.y)" }
  }

  static let cuts: [Cut] = [
    Cut(crop: nil, part: (0, 0, 192, 128)),
    Cut(crop: .init(proportions: PixelSize(width: 1, height: 1)), part: (32, 0, 128, 128)),
    Cut(crop: .init(proportions: PixelSize(width: 2, height: 1)), part: (0, 16, 192, 96)),
    // Off every block of 8 and 16.
    Cut(crop: .init(proportions: PixelSize(width: 45, height: 32)), part: (6, 0, 180, 128)),
    Cut(crop: .init(zoom: 1.5, middle: PicturePoint(x: 0.25, y: 0.75)), part: (0, 42, 128, 84), colors: 3),
  ]

  /// What the sensor's row 0 and column 0 are of the scene, by the table of CIPA DC-008 4.6.4 A (tag 0x0112).
  private static func sides(_ orientation: Orientation) -> (row: String, column: String) {
    switch orientation {
    case .upright: ("top", "left")
    case .mirrored: ("top", "right")
    case .upsideDown: ("bottom", "right")
    case .mirroredUpsideDown: ("bottom", "left")
    case .transposed: ("left", "top")
    case .turnRight: ("right", "top")
    case .transverse: ("right", "bottom")
    case .turnLeft: ("left", "bottom")
    }
  }

  /// What the sensor of a camera mounted so sees of the world.
  private static func sensor(_ orientation: Orientation) -> Bitmap {
    let (row, column) = sides(orientation)
    let isSideways = row == "left" || row == "right"
    let size = isSideways ? PixelSize(width: world.height, height: world.width) : world
    var bitmap = Bitmap(size: size, color: .black)
    for r in 0..<size.height {
      for c in 0..<size.width {
        var (x, y) = (0, 0)
        switch row {
        case "top": y = r
        case "bottom": y = world.height - 1 - r
        case "left": x = r
        default: x = world.width - 1 - r
        }
        switch column {
        case "left": x = c
        case "right": x = world.width - 1 - c
        case "top": y = c
        default: y = world.height - 1 - c
        }
        let color = worldColor(x, y)
        bitmap[c, r] = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      }
    }
    return bitmap
  }

  /// The points to look at, in fractions of the kept picture, and their colours; none near an edge of the chart.
  private static func samples(_ cut: Cut) -> [(point: PicturePoint, color: RGBColor)] {
    var samples: [(PicturePoint, RGBColor)] = []
    for row in 0..<12 {
      for column in 0..<12 {
        let point = PicturePoint(x: (Double(column) + 0.5) / 12, y: (Double(row) + 0.5) / 12)
        let x = cut.part.x + Int(point.x * Double(cut.part.width))
        let y = cut.part.y + Int(point.y * Double(cut.part.height))
        let color = worldColor(x, y)
        let isCalm = [(-5, -5), (5, -5), (-5, 5), (5, 5), (0, -5), (0, 5), (-5, 0), (5, 0)]
          .allSatisfy { worldColor(x + $0.0, y + $0.1) == color }
        if isCalm { samples.append((point, color)) }
      }
    }
    return samples
  }

  private func expect(
    _ picture: Bitmap, _ what: String, _ cut: Cut, mirrored: Bool = false, _ location: SourceLocation = #_sourceLocation
  ) {
    let samples = Self.samples(cut)
    #expect(
      Set(samples.map(\.color)).count >= cut.colors, "the crop shows too little to tell anything",
      sourceLocation: location)
    for (point, color) in samples {
      let x = mirrored ? 1 - point.x : point.x
      let seen = picture.color(
        min(Int(x * Double(picture.width)), picture.width - 1), Int(point.y * Double(picture.height)))
      #expect(
        seen.isNear(color, within: 24), "\(what) at \(point.x), \(point.y): \(seen), expected \(color)",
        sourceLocation: location)
    }
  }

  /// The sensor's picture in each of the layouts that cameras deliver.
  private func frames(_ bitmap: Bitmap) throws -> [Frame] {
    let codec = JPEGCodec()
    let jpeg = TestPictures.frame(
      try codec.encode(bitmap, quality: 95, subsampling: .s422), .jpeg, bitmap.size, strideBytes: 0)
    var planes = I420Picture(size: bitmap.size)
    try FrameConverter().convert(jpeg, into: &planes)
    var packed: [UInt8] = []
    for y in 0..<bitmap.height {
      for x in stride(from: 0, to: bitmap.width, by: 2) {
        let chroma = y / 2 * (bitmap.width / 2) + x / 2
        packed += [
          planes.y[y * bitmap.width + x], planes.u[chroma], planes.y[y * bitmap.width + x + 1], planes.v[chroma],
        ]
      }
    }
    return [
      jpeg,
      TestPictures.frame(planes.y + planes.u + planes.v, .i420, bitmap.size, strideBytes: bitmap.width),
      TestPictures.frame(packed, .yuyv, bitmap.size, strideBytes: bitmap.width * 2),
    ]
  }

  @Test(arguments: Orientation.allCases, cuts)
  func `live view, clip, photo and guide show the same`(_ orientation: Orientation, _ cut: Cut) throws {
    let sensor = Self.sensor(orientation)
    let codec = JPEGCodec()
    let kept = PixelSize(width: cut.part.width, height: cut.part.height)
    let jpeg = try codec.encode(sensor, quality: 95, subsampling: .s422)
    let record = ExposureRecord(time: WallTime(unixSeconds: 0), device: "chart", liveFrame: sensor.size)
    for mirrorsScreen in [true, false] {
      let chain = TransformChain(mount: orientation, crop: cut.crop, mirrorsScreen: mirrorsScreen)
      let photo = try JPEGDarkroom(chains: TransformChains(live: chain))
        .develop(Photo(jpeg: jpeg, size: sensor.size), record)
      let seen = try codec.decode(photo.jpeg)
      #expect(seen.size == kept && photo.size == kept)
      #expect(try Exif(jpeg: photo.jpeg).orientation == .upright)
      expect(seen, "photo", cut)
      for frame in try frames(sensor) {
        let converter = FrameConverter(yuyv: .full, chain: chain)
        for size in [kept, PixelSize(width: kept.width / 2, height: kept.height / 2)] {
          let live = try converter.preview(of: frame, in: size, mirrored: chain.mirrorsScreen)
          expect(live, "live view of \(frame.layout)", cut, mirrored: mirrorsScreen)
          var clip = I420Picture(size: PixelSize(width: size.width & ~1, height: size.height & ~1))
          try converter.convert(frame, into: &clip)
          expect(try codec.decode(codec.encode(clip, quality: 95)), "clip of \(frame.layout)", cut)
          // A guide is a picture like the photo: laid over the live view, each of its points lies on the same thing.
          for (point, _) in Self.samples(cut) {
            let there = chain.screenPoint(ofPhoto: point)
            let screen = live.color(Int(there.x * Double(live.width)), Int(there.y * Double(live.height)))
            let guide = seen.color(Int(point.x * Double(seen.width)), Int(point.y * Double(seen.height)))
            #expect(screen.isNear(guide, within: 36), "guide at \(point)")
          }
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases, cuts)
  func `a screen of pixels shows the same, however it is mounted`(_ orientation: Orientation, _ cut: Cut) throws {
    let kept = PixelSize(width: cut.part.width, height: cut.part.height)
    let frames = try frames(Self.sensor(orientation))
    let sizes = [
      kept, PixelSize(width: kept.width / 2, height: kept.height / 2),
      PixelSize(width: kept.width * 3 / 4 | 1, height: kept.height * 3 / 4),
    ]
    for screen in Orientation.allCases {
      for mirrorsScreen in [true, false] {
        let chain = TransformChain(mount: orientation, crop: cut.crop, mirrorsScreen: mirrorsScreen, screen: screen)
        for frame in frames {
          let live = LivePicture(chain: chain)
          for size in sizes {
            try live.take(frame, size: screen.apply(to: size))
            let picture = live.painted()
            #expect(picture.isOpaque)
            expect(picture.turned(screen.inverse), "\(frame.layout) at \(size)", cut, mirrored: mirrorsScreen)
          }
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a camera that says how it was held is not turned twice`(_ orientation: Orientation) throws {
    let size = Self.sensor(orientation).size
    let tag = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
    let jpeg = insertingSegment(
      0xE1, tag + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0],
      into: try JPEGCodec().encode(Self.sensor(orientation), quality: 95))
    let mount: Orientation = orientation.isMirror ? .upright : orientation
    for cut in Self.cuts {
      let darkroom = JPEGDarkroom(chains: TransformChains(live: TransformChain(mount: mount, crop: cut.crop)))
      let photo = try darkroom.develop(
        Photo(jpeg: jpeg, size: size), ExposureRecord(time: WallTime(unixSeconds: 0), device: "chart"))
      expect(try JPEGCodec().decode(photo.jpeg), "photo", cut)
    }
  }

  @Test func `a crop on whole blocks loses nothing`() throws {
    let size = PixelSize(width: 192, height: 128)
    let jpeg = try TestPictures.jpeg(size, seed: 21, subsampling: .s420)
    let whole = try JPEGCodec().decode(jpeg)
    // 128x128 at 32, 0: on blocks of 16.
    let chain = TransformChain(crop: .init(proportions: PixelSize(width: 1, height: 1)))
    let darkroom = JPEGDarkroom(chains: TransformChains(live: chain))
    let record = ExposureRecord(time: WallTime(unixSeconds: 0), device: "blocks")
    let photo = try JPEGCodec().decode(darkroom.develop(Photo(jpeg: jpeg, size: size), record).jpeg)
    let part = try #require(whole.cropped(to: PixelRect(x: 32, y: 0, width: 128, height: 128)))
    // The smooth colours of 4:2:0 look one sample over the edge; everything else is to the bit.
    let inner = PixelRect(x: 4, y: 4, width: 120, height: 120)
    #expect(photo.size == part.size && photo.cropped(to: inner) == part.cropped(to: inner))
  }

  @Test(arguments: [JPEGCodec.Subsampling.s444, .s422, .s440, .s420, .gray])
  func `any other crop loses next to nothing, however colours are stored`(_ subsampling: JPEGCodec.Subsampling) throws {
    let size = PixelSize(width: 190, height: 126)
    let jpeg = try TestPictures.jpeg(size, seed: 22, subsampling: subsampling)
    let whole = try JPEGCodec().decode(jpeg)
    let record = ExposureRecord(time: WallTime(unixSeconds: 0), device: "planes")
    for mount in Orientation.allCases {
      let chain = TransformChain(mount: mount, crop: .init(proportions: PixelSize(width: 1, height: 1), zoom: 1.1))
      let photo = try JPEGDarkroom(chains: TransformChains(live: chain))
        .develop(Photo(jpeg: jpeg, size: size), record)
      let part = try #require(whole.cropped(to: chain.framing(of: size).part)).turned(mount)
      let seen = try JPEGCodec().decode(photo.jpeg)
      #expect(seen.size == part.size)
      if seen.size == part.size { #expect(TestPictures.difference(seen, part).mean < 2.5) }
    }
  }
}
