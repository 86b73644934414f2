import Video
import BoothCore
import Imaging
import Glibc
import Measuring

// Measures clips and film strips on this machine: CPU seconds of all threads, and megabytes, per second of film.
//
//   bench-clips [FOLDER]        leaves its films in FOLDER (default: the current one) to be looked at

func cpuSeconds() -> Double { cpuMilliseconds() / 1e3 }

func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

func show(_ name: String, _ clip: RecordedClip, cpu: Double) {
  var status = stat()
  stat(clip.path, &status)
  let seconds = clip.duration.inSeconds
  print(
    "\(name): \(clip.size), \(clip.frames) frames, \(thousandths(cpu / seconds)) CPU s/s,",
    "\(thousandths(Double(status.st_size) / 1e6 / seconds)) MB/s")
}

let folder = CommandLine.arguments.dropFirst().first ?? "."
let length = 150
let codec = JPEGCodec()
for (source, layouts) in [
  (PixelSize(width: 1280, height: 720), [FrameLayout.i420, .yuyv, .jpeg]),
  (PixelSize(width: 1920, height: 1080), [.jpeg]),
] {
  let scene = MovingScene(size: source)
  for layout in layouts {
    let frames = try (0..<length).map { try scene.frame($0, layout, codec) }
    let before = cpuSeconds()
    // As the booth makes them; the queue is as long as the clip, since frames come faster than from a camera.
    let recording = try H264ClipRecorder(queueLimit: length).start(
      ClipRequest(path: "\(folder)/clip-\(source)-\(layout.rawValue).mp4"))
    for frame in frames { recording.receive(frame) }
    show("clip of \(layout.rawValue) \(source)", try await recording.finish(), cpu: cpuSeconds() - before)
    guard layout == .jpeg else { continue }
    let path = "\(folder)/shown-\(source).mp4"
    let (shown, both) = try await SharedFrames.measure(frames, size: source, path: path)
    print(
      "jpeg \(source) on a screen: \(thousandths(shown)) CPU s/s, with its clip \(thousandths(both)): the clip",
      "\(thousandths(both - shown))")
  }
}
let before = cpuSeconds()
let film = try await FilmStripComposer().makeFilmStrip(
  FilmStripRequest(
    clips: FrameLayout.all.map { "\(folder)/clip-1280x720-\($0.rawValue).mp4" }, path: "\(folder)/film.mp4",
    theme: Theme(), artwork: Artwork(), footer: "Anna & Ben"))
show("film strip of three 1280x720 clips", film, cpu: cpuSeconds() - before)

extension FrameLayout {
  static let all = [FrameLayout.i420, .yuyv, .jpeg]
}
