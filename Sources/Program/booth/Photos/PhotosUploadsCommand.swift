import ArgumentParser
import BoothSystem
import CommandSupport
import PhotoLibrary
import PhotoModel

struct PhotosUploadsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uploads", abstract: "Choose the folder for photos that people upload on the studio's page.",
    discussion: "Without a source, prints the chosen one. Photos are stored in it by month, such as 2024-05/IMG_1.jpg.")
  @Argument(help: "A folder, by its name in `booth photos sources`.") var source: String?
  @Flag(help: "Accept no more uploads.") var off = false
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions

  func validate() throws {
    if off, source != nil { throw ValidationError("give a source or --off, not both") }
  }

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told {
      if off {
        try await photos.setUploadsSource(nil)
        return say("uploads are off")
      }
      guard let id = try PhotosWork.source(source, photos) else {
        guard let known = try photos.uploadsSource() else {
          return say("uploads are off: booth photos uploads SOURCE chooses a folder")
        }
        return say("\(known)")
      }
      do throws(PhotoLibraryError) { try await photos.setUploadsSource(id) } catch .notPossible {
        throw CommandError("\(advice: "\(id) is not a folder: only folders take uploads")", code: CommandError.usage)
      }
      say("\(id): takes uploads now")
    }
  }
}
