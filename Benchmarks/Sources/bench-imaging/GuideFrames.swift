import BoothCore
import Imaging
import Screens
import Logging
import Measuring

/// What aiming adds to the live view: the old picture's outlines laid over it, and the live picture's own found in each
/// frame, beside the plain live view, in turns. The pictures are full of texture, so there are edges everywhere. False where
/// the limit is missed.
func benchGuide(_ options: Options) async throws -> Bool {
  let size = PixelSize(width: 1920, height: 1080)
  write(
    try JPEGCodec().encode(Resampler.fill(size, with: try Stills.still(seed: 11).pixels), quality: 90),
    to: options.folder + "/guide.jpg")
  let jpeg = try JPEGCodec().encode(
    Resampler.fill(size, with: try Stills.still(seed: 9).pixels), quality: 80, subsampling: .s422)
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 16)
  memory.copyBytes(from: jpeg)
  let live = Frame(
    sequence: 1, capturedAt: Instant(nanoseconds: 0), size: size, layout: .jpeg, strideBytes: 0,
    bytes: UnsafeRawBufferPointer(memory), release: {})
  var outlined = GuideView()
  outlined.effect = .edges
  var both = outlined
  both.outlinesLive = true
  // A booth at a location mirrors nothing.
  let stands = try [("plain", nil), ("with the guide's outlines", outlined), ("with outlines of both", both)].map {
    try Stand($0.0, $0.1, size, folder: options.folder)
  }
  for _ in 0..<5 { for stand in stands { _ = stand.frame(live) } }
  for stand in stands.dropFirst() where stand.display.difference(from: stands[0].display) < size.area / 100 {
    fail("nothing lies over the live view \(stand.name)")
  }
  var times = stands.map { _ in [Double]() }
  for _ in 0..<61 { for (index, stand) in stands.enumerated() { times[index].append(stand.frame(live)) } }
  for (stand, times) in zip(stands, times) { show("1080p JPEG to the display, aiming, \(stand.name)", median(times)) }
  // Of each turn, as what slows the machine for longer than that slows all of them.
  let more = median(zip(times[2], times[0]).map { $0 - $1 })
  show("  outlines of both, more than plain (limit 5)", more, more > 5 ? "ms MISSED" : "ms")
  show("  times plain", median(zip(times[2], times[0]).map { $0 / $1 }), "")
  for stand in stands { await stand.screen.close() }
  return more <= 5
}

/// A screen at which a person aims.
private struct Stand {
  let name: String
  let display: Display
  let screen: PixelScreen

  init(_ name: String, _ view: GuideView?, _ size: PixelSize, folder: String) throws {
    self.name = name
    display = Display(size)
    screen = try PixelScreen(
      output: display, options: .init(chain: TransformChain(mirrorsScreen: false)), eventFolder: { _ in folder },
      clock: StillClock(), logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
    let event = Event(
      id: 7, slug: "bench", name: "Bench", date: "2026-06-20",
      layout: CompositeLayout(size: size, slots: [PixelRect(x: 0, y: 0, width: size.width, height: size.height)]))
    var scene = Scene(BoothFlow())
    (scene.content, scene.strip, scene.strips) = (.aim(guide: view == nil ? nil : "guide.jpg"), 0, 1)
    if let view { scene.guideView = view }
    screen.show(ScreenPicture(scene: scene, event: event, events: [event]))
    display.waitForPicture()
  }

  /// The processors' time until it stands on the display.
  func frame(_ live: Frame) -> Double {
    let start = cpuMilliseconds()
    screen.receive(live)
    display.waitForPicture()
    return cpuMilliseconds() - start
  }
}

extension Display {
  /// How many pixels are others than another display's.
  fileprivate func difference(from other: Display) -> Int {
    (0..<size.area).count { shown[$0] != other.shown[$0] }
  }
}
