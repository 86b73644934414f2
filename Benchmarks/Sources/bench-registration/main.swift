import BoothFeatures
import BoothRegistration
import Glibc
import RegistrationTrial

// How often registration and guidance are right, silent and wrong in scenes from seeds: bench-registration WEIGHTS [SCENES]
guard CommandLine.arguments.count > 1 else {
  print("bench-registration WEIGHTS [SCENES]")
  exit(64)
}
let scenes = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 8 : 8
do {
  let matcher = try LocalFeatureMatcher(Weights(path: CommandLine.arguments[1]))
  print(
    try RegistrationReport.markdown(
      scenes: scenes, poses: 3, mismatched: scenes * 12, walkers: scenes * 2, matcher: matcher))
} catch {
  print("\(error)")
  exit(1)
}
