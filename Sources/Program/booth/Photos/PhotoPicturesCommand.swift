package import ArgumentParser
import PhotoLibrary
import Thumbnails

/// The process that reads pictures which may be anything: what kills a decoder kills no more than it.
package struct PhotoPicturesCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(commandName: "photo-pictures", shouldDisplay: false)
  @Option(help: "The process that it serves.") var parent: Int32

  /// Takes nothing.
  package init() {}

  package func run() { ThumbnailProcess.run(parent: parent) }
}
