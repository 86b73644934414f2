import BoothCore
import Glibc
import Imaging

/// Drawn guests before a wall, who sway a little as people do who wait for their picture; other guests come after each
/// photo.
///
/// Wall and guests are drawn once for each group. A live picture restores the wall where its buffer's last one showed
/// guests, and puts them at their new places, which is some megabytes of copying at 1080p.
final class GuestScene: MockScene {
  private let script: MockScript
  private let wall: I420Canvas
  private var guests: [Cutout] = []
  /// Which group stands before the camera; nil before the first picture.
  private var group: Int?
  private var photos = 0
  /// The live frame that was drawn last.
  private var newest: UInt64 = 0
  /// Where each buffer shows guests; nil for a buffer that has no wall yet.
  private var painted: [[PixelRect]?] = []

  init(script: MockScript) {
    self.script = script
    wall = I420Canvas(size: script.size)
  }

  func prepare(slots: Int) { painted = Array(repeating: nil, count: slots) }

  func draw(frame number: UInt64, elapsed: Duration, slot: Int, on canvas: I420Canvas) {
    newest = number
    do { try gather() } catch {
      // Without memory for a drawing there is still a picture.
      canvas.fill(PixelRect(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height), .black)
      painted[slot] = nil
      return
    }
    if let painted = painted[slot] {
      for rect in painted { canvas.copy(rect, from: wall) }
    } else {
      canvas.copyAll(from: wall)
    }
    let sways = SamplePhoto.sways(group ?? 0, at: seconds(number))
    painted[slot] = zip(guests, sways).map { guest, sway in guest.paint(at: place(guest, sway), on: canvas) }
  }

  /// The guests of just now, drawn at the photo's size; the next ones step before the camera.
  func still(number: UInt64, frame: UInt64?) throws(CameraError) -> Photo {
    do {
      let jpeg = try SamplePhoto.jpeg(first + photos, size: script.stillSize, at: seconds(frame ?? newest))
      photos += 1
      return Photo(jpeg: jpeg, size: script.stillSize)
    } catch {
      throw CameraError(.failed, subject: "mock camera", detail: "its guests cannot be drawn: \(error)")
    }
  }

  /// By the frame's number, so that it is the same show after every start.
  private func seconds(_ frame: UInt64) -> Double { Double(frame % 1_000_000_000) / Double(script.framesPerSecond) }

  private var first: Int { Int(script.seed % 1000) &- 1 }

  /// Draws wall and guests where others stand there than before.
  private func gather() throws(ImageError) {
    let wanted = first + photos
    guard group != wanted else { return }
    wall.paint(try SamplePhoto.wall(wanted, size: script.size))
    var guests: [Cutout] = []
    for guest in try SamplePhoto.guests(wanted, size: script.size) {
      guests.append(Cutout(guest.picture, at: PixelPlace(x: guest.x, y: guest.y)))
    }
    self.guests = guests
    group = wanted
    painted = painted.map { _ in nil }
  }

  private func place(_ guest: Cutout, _ sway: (x: Double, y: Double)) -> PixelPlace {
    let height = Double(script.size.height)
    return PixelPlace(
      x: guest.home.x + 2 * Int((sway.x * height / 2).rounded()),
      y: guest.home.y + 2 * Int((sway.y * height / 2).rounded()))
  }
}

/// Where a picture's first pixel lies in another; even both ways.
struct PixelPlace: Equatable {
  var x: Int
  var y: Int
}

/// A picture with transparent surroundings as planes, to be put on live pictures: what is opaque is copied in runs.
struct Cutout {
  /// Neighbours in a row that are all opaque, or all half transparent.
  private struct Run {
    var row: Int
    var x: Int
    var count: Int
    var isOpaque: Bool
  }

  /// Where it stands when it does not move.
  let home: PixelPlace
  private let canvas: I420Canvas
  /// Of plane 0, and of the other two.
  private let luma: [Run]
  private let chroma: [Run]
  /// Opacity of each pixel.
  private let opacity: [UInt8]

  /// - Parameter picture: `0xAARRGGBB`, premultiplied, even both ways.
  init(_ picture: Bitmap, at place: PixelPlace) {
    home = place
    let size = picture.size
    var plain = Bitmap(size: size, color: .black)
    let opacity = picture.withPixels { $0.map { UInt8($0 >> 24) } }
    plain.withMutablePixels { target in
      picture.withPixels { source in
        for index in source.indices where source[index] >> 24 != 0 {
          // Colours as they would be alone; the opacity is applied where it is put.
          let (pixel, alpha) = (source[index], source[index] >> 24)
          func channel(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) }
          target[index] = 0xFF00_0000 | channel(16) << 16 | channel(8) << 8 | channel(0)
        }
      }
    }
    canvas = I420Canvas(size: size)
    canvas.paint(plain)
    self.opacity = opacity
    luma = Self.runs(width: size.width, height: size.height) { x, y in opacity[y * size.width + x] }
    // A colour belongs to four pixels; at the edge the first of them speaks for all.
    chroma = Self.runs(width: size.width / 2, height: size.height / 2) { x, y in
      opacity[2 * y * size.width + 2 * x]
    }
  }

  private static func runs(width: Int, height: Int, _ opacity: (Int, Int) -> UInt8) -> [Run] {
    var runs: [Run] = []
    for row in 0..<height {
      var x = 0
      while x < width {
        let first = opacity(x, row)
        let start = x
        x += 1
        guard first > 0 else { continue }
        while x < width, opacity(x, row) > 0, (opacity(x, row) == 255) == (first == 255) { x += 1 }
        runs.append(Run(row: row, x: start, count: x - start, isOpaque: first == 255))
      }
    }
    return runs
  }

  /// Puts it on a picture, cut at its edges, and says what it may have covered.
  func paint(at place: PixelPlace, on target: I420Canvas) -> PixelRect {
    paint(luma, plane: 0, half: 1, at: place, on: target)
    for plane in 1...2 { paint(chroma, plane: plane, half: 2, at: place, on: target) }
    return PixelRect(x: place.x, y: place.y, width: canvas.size.width, height: canvas.size.height)
  }

  private func paint(_ runs: [Run], plane: Int, half: Int, at place: PixelPlace, on target: I420Canvas) {
    let (left, top) = (place.x / half, place.y / half)
    let (width, height) = (target.size.width / half, target.size.height / half)
    for run in runs {
      let row = run.row + top
      let (from, to) = (max(0, run.x + left), min(width, run.x + left + run.count))
      guard row >= 0, row < height, from < to else { continue }
      let source = canvas.row(run.row, plane: plane) + (from - left)
      let line = target.row(row, plane: plane) + from
      if run.isOpaque {
        line.copyMemory(from: source, byteCount: to - from)
        continue
      }
      let (colors, points) = (source.assumingMemoryBound(to: UInt8.self), line.assumingMemoryBound(to: UInt8.self))
      for index in 0..<to - from {
        let alpha = UInt16(opacity[run.row * half * canvas.size.width + (from - left + index) * half])
        let sum = UInt16(colors[index]) * alpha + UInt16(points[index]) * (255 - alpha)
        points[index] = UInt8((sum + 127) / 255)
      }
    }
  }
}
