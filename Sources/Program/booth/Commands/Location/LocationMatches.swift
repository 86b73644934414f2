import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import ImageRegistration
import Locations

/// The studio's own: looks for matches that a person can confirm, in a process that gives its memory back.
struct LocationMatches: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matches", abstract: "Suggest points that match in a location's old picture and a new one.",
    shouldDisplay: false)

  @Argument(help: "The location's id.") var id: String
  @Option(name: .customLong("in"), help: "The new picture's version; without it the chosen one.") var version: String?
  @Option(help: "A file of points that are marked already: matches that agree with them come first.") var points:
    String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings()
    let store = try FolderLocationStore.openForReading(folder: settings.data)
    let location = try await LocationCommand.find(id, in: store)
    guard let new = version.map({ id in location.versions.first { $0.id == id } }) ?? location.chosenVersion else {
      throw CommandError("\(location.id) has no such new picture", code: CommandError.usage)
    }
    let marked = try points.map(PointsFile.read) ?? []
    let matcher = LearnedFeatures.here(settings).matcher
    func picture(_ picture: LocationPicture) throws -> UprightPicture {
      try UprightPicture(file: store.path(of: picture, in: location.id), side: Registration.Effort.final.rawValue)
    }
    let (old, now) = (try picture(location.old), try picture(new.picture))
    let found = Registration.suggestions(
      old: old.grey, new: now.grey, matcher: matcher,
      beside: marked.map { MarkedPoint(old: old.small($0.old), new: now.small($0.new)) })
    let answer = MatchesAnswer(
      matches: found.map { match in
        func share(_ point: SIMD2<Double>, _ picture: UprightPicture) -> [Double] {
          [(point.x + 0.5) / Double(picture.grey.width), (point.y + 0.5) / Double(picture.grey.height)]
        }
        return MatchesAnswer.Match(
          old: share(match.old, old), new: share(match.new, now), probability: match.probability)
      }, method: (matcher == nil ? RegistrationMethod.gradients : .features).rawValue)
    if output.json { return try printJSON(answer) }
    for match in answer.matches { say("\((match.old + match.new).map { "\($0)" }.joined(separator: " "))") }
  }
}

/// Matches that a person can confirm.
struct MatchesAnswer: Encodable {
  struct Match: Encodable {
    /// In the old picture: fractions of its width and height, from the top left.
    var old: [Double]
    /// In the new one.
    var new: [Double]
    /// 0 to 1.
    var probability: Double
  }

  /// The surest first.
  var matches: [Match]
  /// `features` or `gradients`.
  var method: String
}
