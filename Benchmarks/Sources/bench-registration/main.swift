import FeatureMatching
import Glibc
import ImageRegistration
import RegistrationTrial

// How often registration and guidance are right, silent and wrong, in scenes from seeds and on real pairs:
// bench-registration WEIGHTS [SCENES [scenes|features|walkers [POSES [MISMATCHED [SEED]]]]]
// bench-registration WEIGHTS SCENES kept [POSES [MISMATCHED [SEED [FOLDER NAME …]]]]
//   kept photos: SCENES of each kind; POSES of each real pair in FOLDER (NAME-old.pgm, NAME-now.pgm, NAME.txt);
//   each old picture with MISMATCHED others
// bench-registration WEIGHTS 0 taken FOLDER NAME[@POSES|+OTHER] …
//   real pairs as they were taken, POSES aimed views, or the old picture of one and the new one of another: what is
//   claimed of each, and on what it rests
let arguments = Array(CommandLine.arguments.dropFirst())
guard !arguments.isEmpty else {
  print(
    "bench-registration WEIGHTS [SCENES [scenes|features|walkers|kept [POSES [MISMATCHED [SEED [FOLDER NAME …]]]]]]")
  exit(64)
}
let scenes = arguments.count > 1 ? Int(arguments[1]) ?? 8 : 8
let part = arguments.count > 2 ? RegistrationReport.Part(rawValue: arguments[2]) : nil
let poses = arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3
let mismatched = arguments.count > 4 ? Int(arguments[4]) ?? 300 : scenes * 12
let first = arguments.count > 5 ? UInt64(arguments[5]) ?? 100 : 100

/// Kept photos: a table, why nothing was claimed, and the curve.
func kept(_ matcher: any FeatureMatcher) {
  var pairs = KeptPhotoTrial.scenes(seeds: first..<(first + UInt64(scenes)))
  if arguments.count > 7 {
    guard let real = PracticePair.views(folder: arguments[6], names: Array(arguments[7...]), poses: poses) else {
      print("expected NAME-old.pgm and NAME-now.pgm with 8 bits in \(arguments[6])")
      exit(66)
    }
    pairs += real
  }
  var trial = KeptPhotoTrial(matcher: matcher)
  for pair in pairs { trial.add(pair) }
  for pair in KeptPhotoTrial.mismatched(pairs, rounds: mismatched) { trial.add(pair) }
  print("\(trial.table)\n\nSilent: \(trial.silence)\n\n\(trial.curve)")
  var marked = KeptPhotoTrial(matcher: nil)
  for pair in pairs { marked.addLine(pair) }
  print("\nPoints marked along one line:\n\n\(marked.table)")
}

/// Real pairs, as they were taken or aimed views of them: a line each.
func taken(_ matcher: any FeatureMatcher) {
  for word in arguments.dropFirst(4) {
    let parts = word.split { $0 == "@" || $0 == "+" }
    let name = String(parts[0])
    guard let whole = PracticePair.taken(folder: arguments[3], name: name) else {
      print("\(name): expected NAME-old.pgm and NAME-now.pgm with 8 bits in \(arguments[3])")
      exit(66)
    }
    if parts.count > 1, let other = PracticePair.taken(folder: arguments[3], name: String(parts[1])) {
      var trial = KeptPhotoTrial(matcher: matcher)
      trial.add(PracticePair(kind: word, old: whole.old, new: other.new, truth: []))
      print("\(word) unlike \(trial.outcomes[0].line)")
      fflush(nil)
      continue
    }
    let views = parts.count < 2 ? [whole] : PracticePair.views(of: whole, poses: Int(parts[1]) ?? 1)
    for (number, pair) in views.enumerated() {
      var trial = KeptPhotoTrial(matcher: matcher)
      trial.add(pair)
      print("\(name) \(parts.count < 2 ? "taken" : "view \(number + 1)") \(trial.outcomes[0].line)")
      fflush(nil)
    }
  }
}

do {
  let matcher = try LocalFeatureMatcher(Weights(path: arguments[0]))
  if arguments.count > 3, arguments[2] == "taken" {
    taken(matcher)
    exit(0)
  }
  if arguments.count > 2, arguments[2] == "kept" {
    kept(matcher)
    exit(0)
  }
  print(
    try RegistrationReport.markdown(
      scenes: scenes, poses: poses, mismatched: mismatched, walkers: scenes * 2,
      parts: part.map { [$0] } ?? [.scenes, .walkers], first: first, matcher: matcher))
} catch {
  print("\(error)")
  exit(1)
}
