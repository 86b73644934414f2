import ArgumentParser
import Cameras

/// The process that speaks to libgphoto2, started by the booth itself: its standard input is a socket.
struct CameraProcessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "camera-helper", shouldDisplay: false)
  @Option(help: "The booth's process id.") var parent: Int32

  func run() { GPhoto2Server.run(parent: parent) }
}
