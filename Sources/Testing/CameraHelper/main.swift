import Cameras

// The camera's process alone, for the drivers' tests: in the product the booth itself is this program, under a hidden
// command.
if let parent = CommandLine.arguments.last.flatMap(Int32.init) { GPhoto2Server.run(parent: parent) }
