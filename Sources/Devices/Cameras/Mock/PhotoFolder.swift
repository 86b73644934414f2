import BoothCore
import FoundationEssentials
import Imaging

/// Photographs from a folder, each shown for two seconds and then faded into the next.
///
/// They are decoded once, at the size of live view, when the camera is opened. A photo taken is the file itself, the
/// one nearest to being shown, but never the same twice in a row while there are two or more.
final class PhotoFolder: MockScene {
  /// More would take more than 40 MB at 1080p.
  static let limit = 12
  static let shown = Duration.seconds(2)
  static let fade = Duration.milliseconds(500)

  private let script: MockScript
  private let files: [String]
  private let pictures: [I420Canvas]
  /// Which picture each buffer holds unmixed; nil for none.
  private var held: [Int?] = []
  private var current = 0
  private var lastTaken: Int?

  /// Reads up to ``limit`` files `*.jpg` and `*.jpeg` in the order of their names.
  init(_ folder: String, script: MockScript) throws(CameraError) {
    self.script = script
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CameraError(
        .notFound, subject: folder, detail: "the folder of photographs cannot be read: \(FileFault.words(of: folder))")
    }
    files = names.filter { $0.lowercased().hasSuffix(".jpg") || $0.lowercased().hasSuffix(".jpeg") }
      .sorted().prefix(Self.limit).map { "\(folder)/\($0)" }
    if files.isEmpty {
      throw CameraError(.notFound, subject: folder, detail: "there is no photograph (*.jpg) in this folder")
    }
    var pictures: [I420Canvas] = []
    let codec = JPEGCodec()
    for file in files { pictures.append(try Self.decode(file, to: script.size, codec)) }
    self.pictures = pictures
  }

  func prepare(slots: Int) { held = Array(repeating: nil, count: slots) }

  func draw(frame number: UInt64, elapsed: Duration, slot: Int, on canvas: I420Canvas) {
    // The frame's number and not the time, so that it is the same show after every start.
    let time = Double(number % 1_000_000_000) / Double(script.framesPerSecond)
    let turn = Int(time / Self.shown.inSeconds)
    let index = (turn + Int(script.seed % UInt64(files.count))) % files.count
    let into = time - Double(turn) * Self.shown.inSeconds
    let share = max(0, into - (Self.shown - Self.fade).inSeconds) / Self.fade.inSeconds
    let next = (index + 1) % files.count
    current = share < 0.5 ? index : next
    if share == 0 || files.count == 1 {
      if held[slot] != index { canvas.copyAll(from: pictures[index]) }
      held[slot] = index
    } else {
      canvas.mix(pictures[index], pictures[next], share: share)
      held[slot] = nil
    }
  }

  func still(number: UInt64, frame: UInt64?) throws(CameraError) -> Photo {
    let index = current == lastTaken ? (current + 1) % files.count : current
    lastTaken = index
    let bytes = try Self.read(files[index])
    return Photo(jpeg: bytes, size: try StillValidation.check(bytes, expected: nil, subject: files[index]))
  }

  private static func read(_ file: String) throws(CameraError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: file)))
    } catch {
      throw CameraError(.notFound, subject: file, detail: "the photograph cannot be read: \(error)")
    }
  }

  /// Decodes upright, cuts to the proportions of live view and scales.
  private static func decode(_ file: String, to size: PixelSize, _ codec: JPEGCodec) throws(CameraError) -> I420Canvas {
    let bytes = try read(file)
    do {
      let upright = try codec.decode(bytes, covering: size, subject: file)
      let canvas = I420Canvas(size: size)
      canvas.paint(upright.size == size ? upright : Resampler.fill(size, with: upright))
      return canvas
    } catch {
      throw CameraError(.badPicture, subject: file, detail: "\(error)")
    }
  }
}
