import BoothCore
import Glibc
import Imaging
import Measuring

/// Three stills to a composite: ours against the C program's, in turns, and both against Lanczos scaling.
func benchComposite(_ options: Options) throws -> Bool {
  let (folder, reference) = (options.folder, options.reference)
  let stills = try (0..<3).map { try Stills.still(seed: options.seed &+ $0) }
  for (index, still) in stills.enumerated() {
    write(still.jpeg, to: "\(folder)/still\(index + 1).jpg")
    show("still \(index + 1)", Double(still.jpeg.count) / 1e6, "MB")
  }
  let request = CompositeRequest(
    photos: stills.map(\.jpeg), layout: .strip, theme: Theme(), artwork: Artwork(), footer: "")
  let renderer = CompositeRenderer()
  var composite = try renderer.composite(request)
  var ours: [Double] = []
  var theirs: [Double] = []
  for _ in 0..<options.rounds {
    ours.append(try measure(5) { composite = try renderer.composite(request) })
    if let reference { theirs.append(runReference(reference, folder)) }
  }
  show("composite, ours, median", median(ours))
  show("composite size", Double(composite.count) / 1e6, "MB")
  write(composite, to: "\(folder)/ours.jpg")
  var passed = true
  var pictures = [("ours", composite)]
  if reference != nil {
    show("composite, plain C, median", median(theirs))
    let ratio = median(ours) / median(theirs)
    show("ours / plain C (limit 1.25)", ratio, "")
    passed = ratio <= 1.25
    pictures.append(("plain C", read("\(folder)/reference.jpg")))
  }
  for (name, jpeg) in pictures {
    let picture = try JPEGCodec().decode(jpeg)
    for (index, slot) in request.layout.slots.enumerated() {
      guard let part = picture.cropped(to: slot) else { fail("a slot lies outside of the composite") }
      // Against what a full decode of the still's own file shows, as any Lanczos scaler would see it.
      let source = try JPEGCodec().decode(stills[index].jpeg)
      let expected = Similarity.lanczos(source, to: slot.size)
      let seen = part.withPixels { $0.map(Similarity.brightness) }
      let ssim = Similarity.ssim(expected, seen, slot.size)
      show("SSIM, \(name), photo \(index + 1) (limit 0.98)", ssim, "")
      if name == "ours", ssim < 0.98 { passed = false }
    }
  }
  return passed
}

/// Five composites by the C program; it prints the median of its own CPU milliseconds.
func runReference(_ path: String, _ folder: String) -> Double {
  let stills = (1...3).map { "'\(folder)/still\($0).jpg'" }.joined(separator: " ")
  let command = "'\(path)' 5 '\(folder)/reference.jpg' \(stills)"
  guard let pipe = popen(command, "r") else { fail("cannot start \(path)") }
  var line = [CChar](repeating: 0, count: 100)
  let isRead = fgets(&line, CInt(line.count), pipe) != nil
  let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  guard pclose(pipe) == 0, isRead, let time = text.split(separator: " ").first.flatMap({ Double($0) }) else {
    fail("\(path) failed or printed \(text)")
  }
  return time
}
