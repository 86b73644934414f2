import ArgumentParser
import BoothSystem
import CommandSupport
import PhotoLibrary
import PhotoModel

struct PhotosStarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "star", abstract: "Add a star to photos, by their numbers.",
    discussion:
      "Files with the same bytes have one star. A studio that runs shows it too. `booth photos find star` lists them.")
  @OptionGroup var chosen: NumberedPhotos

  func run() async throws { try await chosen.mark(star: true) }
}

struct PhotosUnstarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstar", abstract: "Remove the star from photos, by their numbers.")
  @OptionGroup var chosen: NumberedPhotos

  func run() async throws { try await chosen.mark(star: false) }
}

/// Photos by the numbers that lists have of them.
struct NumberedPhotos: ParsableArguments {
  @Argument(
    help: "Numbers of photos: the first column of `booth photos list` and `find`.", transform: TypedNumber.read)
  var numbers: [Int64]
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions

  /// All of them, or none where one is not there.
  func mark(star: Bool) async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told {
      let count = try await Self.mark(numbers, star: star, in: photos)
      say("\(counted(count, "photo")) \(star ? "with a star" : "without a star")")
    }
  }

  /// - Returns: how many have it now.
  /// - Throws: for a number of no photo, before any is changed.
  static func mark(_ numbers: [Int64], star: Bool, in photos: DataFolderPhotos) async throws -> Int {
    let found = try await photos.photos(numbered: numbers)
    let known = Set(found.map(\.number))
    let absent = numbers.filter { !known.contains($0) }
    guard absent.isEmpty else {
      throw CommandError(
        "there is no photo \(absent.map { "\($0)" }.joined(separator: ", ")); nothing was changed. The numbers are in the first "
          + "column of booth photos list", code: CommandError.usage)
    }
    guard found.allSatisfy({ $0.key != nil }) else {
      throw PhotoLibraryError.refused("the photo has not been read yet")
    }
    try await photos.mark(found, PhotoMarkChange(star: star))
    return known.count
  }
}
