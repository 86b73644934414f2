import FeatureMatching
import ImageRegistration
import Glibc
import Measuring

// XFeat and LighterGlue on pictures made here: `bench-features WEIGHTS FOLDER`. Leaves the pictures, the points and the pairs in
// the folder, to do the same by other means.

guard CommandLine.arguments.count == 3 else { fail("expected the file of weights, and a folder") }
let folder = CommandLine.arguments[2]
let matcher: LocalFeatureMatcher
let load: Double
do throws(FeatureError) {
  let begun = cpuMilliseconds()
  matcher = try LocalFeatureMatcher(Weights(path: CommandLine.arguments[1]))
  load = cpuMilliseconds() - begun
} catch {
  fail(error.description)
}

/// Blocks of several sizes from a seed, moved by some pixels.
func picture(width: Int, height: Int, moved: Int) -> GreyPicture {
  func block(_ x: Int, _ y: Int, _ size: Int) -> Int {
    var hash = UInt32(truncatingIfNeeded: x / size &* 73_856_093 ^ y / size &* 19_349_663 ^ size &* 83_492_791)
    hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
    hash = (hash ^ hash >> 12) &* 0x297A_2D39
    return Int((hash ^ hash >> 15) % 85)
  }
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      pixels.append(UInt8([3, 11, 47].reduce(0) { $0 + block(x + moved, y + moved / 2, $1) }))
    }
  }
  return GreyPicture(width: width, height: height, pixels: pixels)
}

func write(_ name: String, _ bytes: UnsafeRawBufferPointer) {
  guard let file = fopen("\(folder)/\(name)", "w"), fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count,
    fclose(file) == 0
  else { fail("\(folder)/\(name) cannot be written") }
}

do throws(FeatureError) {
  show("the weights, read and checked", load)
  for (width, height) in [(640, 448), (960, 736)] {
    let picture = picture(width: width, height: height, moved: 0)
    var times: [Double] = []
    for _ in 0..<15 {
      let begun = cpuMilliseconds()
      _ = try matcher.features(of: picture, mask: nil, limit: 1024)
      times.append(cpuMilliseconds() - begun)
    }
    let limit = width == 640 ? " (limit 45)" : ""
    show("XFeat, \(width)×\(height), 1024 points\(limit)", median(times))
    if width == 640, median(times) > 45 { fail("XFeat misses its limit") }
  }
  let pictures = [0, 12].map { picture(width: 640, height: 448, moved: $0) }
  var sets: [FeatureSet] = []
  for (index, picture) in pictures.enumerated() {
    let found = try matcher.features(of: picture, mask: nil, limit: 768)
    sets.append(found)
    picture.pixels.withUnsafeBytes { write("picture\(index)", $0) }
    found.points.flatMap { [$0.x, $0.y] }.withUnsafeBytes { write("points\(index)", $0) }
    found.descriptors.withUnsafeBytes { write("descriptors\(index)", $0) }
  }
  var times: [Double] = []
  var matches: [FeatureMatch] = []
  for _ in 0..<15 {
    let begun = cpuMilliseconds()
    matches = try matcher.matches(sets[0], sets[1], least: 0.03)
    times.append(cpuMilliseconds() - begun)
  }
  show("LighterGlue, \(sets[0].points.count) × \(sets[1].points.count) points (limit 60)", median(times))
  matches.flatMap { [$0.old.x, $0.old.y, $0.new.x, $0.new.y, $0.probability] }.withUnsafeBytes { write("matches", $0) }
  if median(times) > 60 { fail("LighterGlue misses its limit") }
} catch {
  fail(error.description)
}
