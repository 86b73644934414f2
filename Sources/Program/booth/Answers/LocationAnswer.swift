import BoothCore
import BoothStore
import CommandSupport
import Locations

/// A location, for programs: what `location list`, `show`, `add` and `edit` print.
struct LocationAnswer: Encodable {
  struct Picture: Encodable {
    /// The file, absolute.
    var path: String
    var sizeBytes: Int64
    var checksum: String
    /// Upright; nil if not read.
    var width: Int?
    var height: Int?

    init(_ picture: LocationPicture, path: String) {
      self.path = path
      sizeBytes = picture.bytes
      checksum = picture.checksum
      width = picture.size?.width
      height = picture.size?.height
    }
  }

  struct Version: Encodable {
    var id: String
    var takenAt: TimeAnswer
    var session: String?
    var picture: Picture
    /// Where the camera stood, by satellites; nil if unknown.
    var latitude: Double?
    var longitude: Double?
    var accuracyMetres: Double?
    /// How it lies on the old picture; nil if not computed.
    var registration: Registration?
  }

  /// A registration as it is kept.
  struct Registration: Encodable {
    var accepted: Bool
    var verdict: String
    var method: String
    var confidence: Double
    /// Row by row, from pixels of the old picture to those of the new one, upright and whole.
    var transform: [[Double]]?
    /// The part of the old picture that it was found by; nil if not known.
    var region: RegionAnswer?
    /// How sure it is in eight rows of eight parts of the old picture, a digit each; nil if not known.
    var cells: String?
    /// How far the transform may be off over the whole old picture, as a share of its width; nil if not known.
    var deviation: Double?
    /// The version of the program that found it.
    var program: String
    /// Whether both files are still those that were registered.
    var current: Bool

    init(_ kept: KeptRegistration, isCurrent: Bool) {
      accepted = kept.isAccepted
      verdict = kept.verdict
      method = kept.method
      confidence = kept.confidence
      transform = kept.transform.map { numbers in (0..<3).map { Array(numbers[$0 * 3..<$0 * 3 + 3]) } }
      region = kept.region.map { RegionAnswer($0) }
      cells = kept.cells?.text
      deviation = kept.deviation
      program = kept.program
      current = isCurrent
    }
  }

  /// A part of the old picture.
  struct Crop: Encodable {
    /// In pixels of the upright old picture; nil: all of it.
    var x: Int?
    var y: Int?
    var width: Int?
    var height: Int?
    /// By the booth itself; else a person named it.
    var found: Bool

    init(_ crop: KeptCrop) {
      (x, y) = (crop.part?.x, crop.part?.y)
      (width, height) = (crop.part?.width, crop.part?.height)
      found = crop.isFound
    }
  }

  /// Points that were marked, and their frame.
  struct Marks: Encodable {
    struct Point: Encodable {
      /// In the old picture: fractions of its width and height, from the top left.
      var old: [Double]
      /// In the frame.
      var frame: [Double]
    }

    var frame: Picture
    var points: [Point]

    init(_ marks: LocationMarks, path: String) {
      frame = Picture(marks.anchor, path: path)
      points = marks.points.map { Point(old: [$0.old.x, $0.old.y], frame: [$0.frame.x, $0.frame.y]) }
    }
  }

  var id: String
  var pair: String
  var title: String
  var notes: String
  var latitude: Double
  var longitude: Double
  var status: String
  /// `#RRGGBB`, as pins have it.
  var color: String
  var bearing: Double?
  var accuracyMetres: Double?
  /// From the place of `--near`.
  var distanceMetres: Double?
  var distance: String?
  var googleMapsLink: String
  /// What is known of archive, signature, author, date, licence and link.
  var provenance: [String: String]
  var createdAt: TimeAnswer
  var updatedAt: TimeAnswer
  var old: Picture
  /// Which part of the old picture is the photograph; nil where nothing is known.
  var crop: Crop?
  var versions: [Version]
  var chosen: String?
  /// Nil without marks.
  var marks: Marks?

  init(_ location: Location, in store: FolderLocationStore, near here: Coordinate?) {
    id = location.id.text
    pair = location.pair
    title = location.title
    notes = location.notes
    latitude = location.latitude
    longitude = location.longitude
    status = location.status.rawValue
    color = location.status.color.hex
    bearing = location.bearing
    accuracyMetres = location.accuracy
    distanceMetres = here.flatMap { here in location.coordinate.map { here.distance(to: $0) } }
    distance = distanceMetres.map(Coordinate.words)
    googleMapsLink = location.coordinate?.googleMapsLink ?? ""
    provenance = Dictionary(location.provenance.texts.map { ($0.name, $0.text) }) { first, _ in first }
    createdAt = TimeAnswer(location.createdAt)
    updatedAt = TimeAnswer(location.updatedAt)
    old = Picture(location.old, path: store.path(of: location.old, in: location.id))
    crop = location.crop.map { Crop($0) }
    versions = location.versions.map { version in
      Version(
        id: version.id, takenAt: TimeAnswer(version.takenAt), session: version.session?.text,
        picture: Picture(version.picture, path: store.path(of: version.picture, in: location.id)),
        latitude: version.fix?.latitude, longitude: version.fix?.longitude, accuracyMetres: version.fix?.accuracy,
        registration: version.registration.map { kept in
          Registration(kept, isCurrent: kept.isOf(location.old, version.picture))
        })
    }
    chosen = location.chosen
    marks = location.marks.map { Marks($0, path: store.path(of: $0.anchor, in: location.id)) }
  }
}

/// Something in what was imported, for programs.
struct ImportProblemAnswer: Encodable {
  var severity: String
  var file: String
  var line: Int?
  var column: String
  var expected: String
  var found: String
  /// The whole, as it is printed for people.
  var words: String

  init(_ problem: ImportProblem) {
    severity = problem.severity.rawValue
    file = problem.file
    line = problem.line
    column = problem.column
    expected = problem.expected
    found = problem.found
    words = problem.description
  }
}

/// What `location import` has done, for programs.
struct LocationImportAnswer: Encodable {
  /// How the table was read; nil where there was none.
  var table: String?
  /// Only looked: nothing was kept.
  var checkedOnly: Bool
  /// The ids of those that came in, or would.
  var added: [String]
  /// Of those that were there already.
  var known: [String]
  /// Rows and files of which nothing came in, each once, however much is wrong with it.
  var leftOut: Int
  var problems: [ImportProblemAnswer]
}

/// What `location export` has written, for programs.
struct LocationExportAnswer: Encodable {
  /// The archive or folder.
  var path: String
  var locations: Int
  var pictures: Int
  var sizeBytes: Int64
  /// What could not be taken along, a sentence each.
  var notes: [String]
}
