import BoothCore
import Imaging
import Measuring

/// How sure the photo checks are: pictures that no camera took, spoiled by degrees, beside live frames that are noisy,
/// a little darker or brighter, and taken from where the guests stood a moment before.
///
/// Prints, for each way and degree of spoiling, how many of the photos are doubted and as what, and the figures that
/// the thresholds are set by.
func benchChecks() throws {
  let codec = JPEGCodec()
  let scenes = try (1...4).map { seed in
    Resampler.scale(try Stills.still(seed: UInt64(seed)).pixels, to: PixelSize(width: 1620, height: 1080))
  }
  var random = SeededRandom(77)
  // Live frames of 1280x720: cut elsewhere than the photos, with gain from a half to the double, and grain.
  let lives: [(scene: Int, frame: Frame)] = try scenes.indices.flatMap { scene in
    try [(0.5, 3), (1.0, 0), (1.0, 6), (1.4, 12)].map { gain, grain in
      let shift = Int(random.next() % 60)
      let part = scenes[scene].cropped(to: PixelRect(x: shift, y: shift / 2, width: 1520, height: 855))!
      let moved = change(
        Resampler.scale(part, to: PixelSize(width: 1280, height: 720)), stops: stops(of: gain), grain: grain, &random)
      let jpeg = try codec.encode(moved, quality: 85, subsampling: .s422)
      return (scene, checkFrame(jpeg, moved.size))
    }
  }
  print("what becomes of a photo: doubted of how many, as what, share of light and of sharpness (least to greatest)")
  for (name, spoil) in spoilings {
    var kinds: [String: Int] = [:]
    var doubted = 0
    var (light, sharp): ([Double], [Double]) = ([], [])
    for scene in scenes.indices {
      let jpeg = try codec.encode(spoil(scenes[scene], &random), quality: 90)
      let size = try JPEGCodec.probe(jpeg)
      for live in lives where live.scene == scene {
        let doubt = try JPEGDarkroom().inspect(Photo(jpeg: jpeg, size: size), beside: live.frame)
        if let doubt {
          doubted += 1
          kinds[doubt.kind.rawValue, default: 0] += 1
        }
        let (photo, shown) = try statistics(jpeg, size, live.frame)
        light.append(PhotoInspection.light(photo, beside: shown))
        sharp.append(photo.sharpness / shown.sharpness)
      }
    }
    let words = kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("  \(name): \(doubted) of \(lives.count) \(words); light \(range(light)), sharpness \(range(sharp))")
  }
  let large = try Stills.still(seed: 1).jpeg
  let photo = Photo(jpeg: large, size: Stills.size)
  show("check a photo of 3240x2160", try measure(10) { _ = try JPEGDarkroom().inspect(photo, beside: lives[0].frame) })
}

private let spoilings: [(String, @Sendable (Bitmap, inout SeededRandom) -> Bitmap)] = {
  var list: [(String, @Sendable (Bitmap, inout SeededRandom) -> Bitmap)] = [("as it is", { picture, _ in picture })]
  for stops in [4.0, 3, 2, 1, -1, -2, -3, -4, -5, -6] {
    list.append(("\(stops > 0 ? "+" : "")\(Int(stops)) stops", { change($0, stops: stops, grain: 2, &$1) }))
  }
  for grain in [10, 25] { list.append(("grain ±\(grain)", { change($0, stops: 0, grain: grain, &$1) })) }
  for width in [800, 400, 240, 160, 100, 60] {
    list.append(
      (
        "detail of \(width) points across",
        { picture, _ in
          let small = PixelSize(width: width, height: width * picture.height / picture.width)
          return Resampler.scale(Resampler.scale(picture, to: small), to: picture.size)
        }
      ))
  }
  list.append(("a cap on the lens", { change($0, stops: -14, grain: 4, &$1) }))
  list.append(
    (
      "a third behind a finger",
      { picture, _ in
        var picture = picture
        for y in 0..<picture.height { for x in 0..<picture.width / 3 { picture[x, y] = 0xFF1A_0806 } }
        return picture
      }
    ))
  return list
}()

private func statistics(
  _ jpeg: [UInt8], _ size: PixelSize, _ live: Frame
) throws -> (PictureStatistics, PictureStatistics) {
  let box = PictureMeter.size(of: live.size)
  let shown = try FrameConverter().preview(of: live, in: box, fit: .stretching)
  let photo = try FrameConverter().preview(of: checkFrame(jpeg, size), in: box, fit: .covering)
  return (PictureMeter.measure(photo), PictureMeter.measure(shown))
}

private func range(_ values: [Double]) -> String {
  func text(_ value: Double) -> String { String(Double((value * 100).rounded()) / 100) }
  return "\(text(values.min() ?? 0)) to \(text(values.max() ?? 0))"
}

/// The stops of a gain in light, to a hundredth, without a maths library's logarithm.
private func stops(of gain: Double) -> Double { gain == 0.5 ? -1 : gain == 1.4 ? 0.5 : 0 }

/// The picture with so many stops more light, clipped, and with grain: luma goes as the 1/2.2th power of light.
private func change(_ picture: Bitmap, stops: Double, grain: Int, _ random: inout SeededRandom) -> Bitmap {
  let factor = power(stops / 2.2)
  var picture = picture
  var noise = random
  picture.withMutablePixels { pixels in
    for index in pixels.indices {
      let pixel = pixels[index]
      let shake = grain == 0 ? 0 : Int(noise.next() % UInt64(2 * grain + 1)) - grain
      func channel(_ shift: UInt32) -> UInt32 {
        UInt32(min(max(Int(Double(pixel >> shift & 255) * factor) + shake, 0), 255)) << shift
      }
      pixels[index] = 0xFF00_0000 | channel(16) | channel(8) | channel(0)
    }
  }
  random = noise
  return picture
}

/// 2 to the power of `exponent`, by its series.
private func power(_ exponent: Double) -> Double {
  let x = exponent * 0.693_147_180_559_945
  var (term, sum) = (1.0, 1.0)
  for n in 1..<60 {
    term *= x / Double(n)
    sum += term
  }
  return sum
}

private func checkFrame(_ jpeg: [UInt8], _ size: PixelSize) -> Frame {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 16)
  memory.copyBytes(from: jpeg)
  // Lives as long as the program.
  return Frame(
    sequence: 1, capturedAt: Instant(nanoseconds: 0), size: size, layout: .jpeg, strideBytes: 0,
    bytes: UnsafeRawBufferPointer(memory), release: {})
}
