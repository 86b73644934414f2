import FeatureMatching
import ImageRegistration
import Glibc
import RegistrationTrial

// How often registration and guidance are right, silent and wrong in scenes from seeds:
// bench-registration WEIGHTS [SCENES [scenes|features|walkers [POSES [MISMATCHED [SEED]]]]]
let arguments = Array(CommandLine.arguments.dropFirst())
guard !arguments.isEmpty else {
  print("bench-registration WEIGHTS [SCENES [scenes|features|walkers [POSES [MISMATCHED [SEED]]]]]")
  exit(64)
}
let scenes = arguments.count > 1 ? Int(arguments[1]) ?? 8 : 8
let part = arguments.count > 2 ? RegistrationReport.Part(rawValue: arguments[2]) : nil
let poses = arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3
let mismatched = arguments.count > 4 ? Int(arguments[4]) ?? 300 : scenes * 12
let first = arguments.count > 5 ? UInt64(arguments[5]) ?? 100 : 100
do {
  let matcher = try LocalFeatureMatcher(Weights(path: arguments[0]))
  print(
    try RegistrationReport.markdown(
      scenes: scenes, poses: poses, mismatched: mismatched, walkers: scenes * 2,
      parts: part.map { [$0] } ?? [.scenes, .walkers], first: first, matcher: matcher))
} catch {
  print("\(error)")
  exit(1)
}
