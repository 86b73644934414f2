import BoothCore
import Imaging
import Measuring

/// Three stills to a sheet for a printer of 4×6 inches, which need not scale it: ours against the C program's, in turns.
func benchSheet(_ options: Options) throws -> Bool {
  let (folder, reference) = (options.folder, options.reference)
  let stills = try (0..<3).map { try Stills.still(seed: options.seed &+ $0) }
  for (index, still) in stills.enumerated() { write(still.jpeg, to: "\(folder)/still\(index + 1).jpg") }
  let request = CompositeRequest(
    photos: stills.map(\.jpeg), layout: .strip, theme: Theme(), artwork: Artwork(), footer: "")
  let renderer = CompositeRenderer()
  let canvas = PixelSize(width: 1240, height: 1844)
  // Of which so many are on the paper.
  let page = PixelSize(width: 1200, height: 1800)
  var sheet = try renderer.sheet(request, canvas: canvas, page: page)
  var ours: [Double] = []
  var theirs: [Double] = []
  for _ in 0..<options.rounds {
    ours.append(try measure(5) { sheet = try renderer.sheet(request, canvas: canvas, page: page) })
    if let reference { theirs.append(runReference(reference, folder)) }
  }
  show("sheet of 1240x1844, ours, median", median(ours))
  write(sheet.jpeg, to: "\(folder)/ours.jpg")
  guard reference != nil else { return true }
  show("sheet, plain C, median", median(theirs))
  let ratio = median(ours) / median(theirs)
  show("ours / plain C (limit 0.9)", ratio, "")
  return ratio <= 0.9
}
