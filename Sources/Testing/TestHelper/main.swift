import CLinux
import Cameras
import Glibc

// The program's helper processes, and its screen, without the rest of it: for tests, the lab and figures. In the product the
// booth itself is each of these programs, under a hidden command.
//
//   TestHelper camera … PARENT     the camera's process
//   TestHelper features …          the process that finds features: see FeaturePart
//   TestHelper picture …           the process that reads pictures: see PicturePart
//   TestHelper screen …            the guests' screen on a real display: see ScreenTrial
let part = CommandLine.arguments.dropFirst().first ?? ""
let arguments = Array(CommandLine.arguments.dropFirst(2))
/// Each ends with its parent, whose id comes last.
let parent = arguments.last.flatMap(Int32.init)

// So that a test, and a person who looks at a list of processes, can tell one part from another.
_ = clinux_name_thread("helper-\(part)")

switch part {
case "camera": if let parent { GPhoto2Server.run(parent: parent) }
case "features": FeaturePart.run(arguments, parent: parent ?? 0)
case "picture": PicturePart.run(arguments, parent: parent ?? 0)
case "screen": ScreenTrial.run(arguments)
default:
  ScreenTrial.say("camera, features, picture or screen, and what the part takes: see the beginning of main.swift")
  exit(64)
}
