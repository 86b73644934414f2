import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import ImageRegistration
import Imaging
import LocationLibrary
import Locations

struct LocationPoints: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "points", abstract: "Show, set or clear the points marked in a location's old picture.",
    discussion: """
      Where nothing is found by itself, four to six points that a person marked in the old picture and in one frame of \
      the live view say where it lies; they are set once, on the booth's screen (P while aiming) or here: --points has \
      lines of old-x old-y frame-x frame-y in pixels of the upright pictures, --frame is the frame. They are kept, and \
      printed, as fractions of each picture's width and height, from the top left.
      """)

  @Argument(help: "The location's id, or its first eight signs.") var id: String
  @Option(help: "A file of points marked in the old picture and in the frame.") var points: String?
  @Option(help: "The frame that they were marked in: JPEG or PNG.") var frame: String?
  @Flag(help: "Forget the points and their frame.") var clear = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if (points == nil) != (frame == nil) { throw ValidationError("--points and --frame go together") }
    if clear, points != nil { throw ValidationError("--clear and --points contradict each other") }
  }

  func run() async throws {
    let settings = try await place.settings()
    let isChange = clear || points != nil
    let store =
      isChange
      ? try await LocationCommand.open(settings) : try FolderLocationStore.openForReading(folder: settings.data)
    var location = try await LocationCommand.find(id, in: store)
    if isChange {
      let marks = try points.flatMap { points in try frame.map { try read(points, $0, location, store) } }
      try await store.setMarks(marks, of: location.id, at: SystemClock().wallTime)
      location = try await LocationCommand.find(location.id.text, in: store)
    }
    if output.json { return try printJSON(LocationAnswer(location, in: store, near: nil)) }
    guard let marks = location.marks else { return say("no points are marked in \(location.title)") }
    let count = counted(marks.points.count, "point")
    say("\(count) of \(location.title), in \(store.path(of: marks.anchor, in: location.id))")
    printTable(
      header: ["old x", "old y", "frame x", "frame y"],
      marks.points.map { pair in
        [pair.old.x, pair.old.y, pair.frame.x, pair.frame.y].map { "\(($0 * 100_000).rounded() / 100_000)" }
      })
  }

  /// What the file says, as fractions; refused where registration could not begin anything with it.
  private func read(_ points: String, _ frame: String, _ location: Location, _ store: FolderLocationStore) throws
    -> NewMarks
  {
    let marked = try PointsFile.read(points)
    let picture: BroughtPicture
    do throws(ImportFault) {
      picture = try BroughtPicture(bytes: try ImportSource.bytes(Settings.absolute(frame)), name: "")
    } catch {
      throw CommandError("--frame \(frame): expected \(error.expected); found \(error.found)", code: CommandError.usage)
    }
    let old = try UprightPicture(file: store.path(of: location.old, in: location.id), side: 64).size
    let pairs = marked.map { MarkPair($0, old: old, frame: picture.facts.size) }
    guard LocationMarks.counts.contains(pairs.count) else {
      throw CommandError(
        "--points \(points): expected \(LocationMarks.counts.lowerBound) pairs or more; found \(pairs.count)",
        code: CommandError.usage)
    }
    let share = 0.0...1.0
    for (pair, point) in zip(pairs, marked)
    where ![pair.old.x, pair.old.y, pair.frame.x, pair.frame.y].allSatisfy(share.contains) {
      throw CommandError(
        "--points \(points): expected pixels of the old picture (\(old)) and of the frame (\(picture.facts.size)); found "
          + "\(point.old.x) \(point.old.y) \(point.new.x) \(point.new.y)", code: CommandError.usage)
    }
    return NewMarks(points: pairs, frame: .bytes(picture.bytes), size: picture.facts.size)
  }
}

extension MarkPair {
  /// From pixels, whose middles count from 0, to fractions.
  init(_ point: MarkedPoint, old: PixelSize, frame: PixelSize) {
    func share(_ point: SIMD2<Double>, _ size: PixelSize) -> PicturePoint {
      PicturePoint(x: (point.x + 0.5) / Double(size.width), y: (point.y + 0.5) / Double(size.height))
    }
    self.init(old: share(point.old, old), frame: share(point.new, frame))
  }
}
