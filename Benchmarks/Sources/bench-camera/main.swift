import Cameras
import Glibc
import Measuring

// What guests get of a camera: exposures at zero, and faults lived through, by a whole booth over mock
// cameras and, for the faults, a simulated DSLR behind Debian's own libgphoto2.
//
//   swift run -c release --package-path Benchmarks bench-camera FOLDER zero
//   swift run -c release --package-path Benchmarks bench-camera FOLDER faults [STATE]
//   swift run -c release --package-path Benchmarks bench-camera FOLDER answers
//
// FOLDER is made anew. Exits 1 where a limit does not hold.

let arguments = Array(CommandLine.arguments.dropFirst())
// A DSLR's own process is this program too, as the booth is in the product.
if arguments.first == "camera-helper", let parent = arguments.last.flatMap(Int32.init) {
  GPhoto2Server.run(parent: parent)
  exit(0)
}
guard (2...3).contains(arguments.count), ["zero", "faults", "answers"].contains(arguments[1]) else {
  fail("usage: bench-camera FOLDER zero|faults|answers [STATE]")
}
let folder = arguments[0]
guard access(folder, F_OK) != 0 else { fail("\(folder) is there already; name a folder to be made") }
guard mkdir(folder, 0o700) == 0 else { fail("\(folder) cannot be made") }
let holds =
  switch arguments[1] {
  case "zero": try await measureZero(in: folder + "/booth")
  case "answers": try await measureAnswers(in: folder + "/booth")
  default: try await measureFaults(in: folder, only: arguments.count > 2 ? arguments[2] : nil)
  }
exit(holds ? 0 : 1)
