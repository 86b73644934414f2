import BoothCore

/// The tables of an export: `locations.csv` as the Then & Now app writes it, and `provenance.csv` with all that the app
/// does not know, a row for each version.
///
/// Lines end in LF; every text is in quotes, its own quotes doubled, and taken byte for byte: also one that begins with
/// `=`, `+`, `-` or `@`, which a spreadsheet may take for a formula.
public enum ExportTables {
  /// The folder that everything is in.
  public static let folder = "JerusalemThenNow_Export"
  public static let locationsName = "locations.csv"
  public static let provenanceName = "provenance.csv"
  /// The app's, to the letter.
  public static let locationsHeader =
    "id,title,latitude,longitude,status,notes,google_maps_link,historical_image,new_image"
  /// Ours. What comes to it later stands behind the first nineteen, and who does not know a column passes it over.
  public static let provenanceHeader =
    firstProvenanceHeader
    + ",taken_latitude,taken_longitude,taken_accuracy,verdict,method,confidence,transform,program,region,deviation,crop,cells"
  static let firstProvenanceHeader =
    "id,pair,archive,signature,author,date,licence,link,bearing,accuracy,historical_image_url,new_image_url,"
    + "created_at,updated_at,chosen,version,file,taken_at,session"

  /// Points that were marked, a row for each pair; only where there are any. Who does not know it reads the rest.
  public static let pointsName = "points.csv"
  /// Fractions of the whole upright pictures, from the top left.
  public static let pointsHeader = "id,anchor,old_x,old_y,anchor_x,anchor_y"

  /// Where the old picture is in an export: as in the app, but for the ending, which is the bytes' own.
  public static func historicalPath(of location: Location) -> String {
    "images/historical/\(location.id)_historical.\(ending(location.old))"
  }

  /// Where the chosen new picture is.
  public static func newPath(of location: Location) -> String? {
    location.chosenVersion.map { "images/new/\(location.id)_new.\(ending($0.picture))" }
  }

  /// Where each version is.
  public static func path(of version: LocationVersion, in location: Location) -> String {
    "images/versions/\(location.id)_\(version.id).\(ending(version.picture))"
  }

  /// Where the frame is that points were marked in.
  public static func path(of marks: LocationMarks, in location: Location) -> String {
    "images/anchors/\(location.id)_anchor.\(ending(marks.anchor))"
  }

  /// The rows of `points.csv`.
  /// - Parameter anchor: the path of the frame.
  public static func pointsRows(_ location: Location, anchor: String) -> [String] {
    (location.marks?.points ?? []).map { pair in
      ([quoted(location.id.text), quoted(anchor)]
        + [pair.old.x, pair.old.y, pair.frame.x, pair.frame.y].map(FixedPoint.exact)).joined(separator: ",")
    }
  }

  private static func ending(_ picture: LocationPicture) -> Substring {
    picture.name.split(separator: ".").last ?? "jpg"
  }

  /// A row of `locations.csv`.
  /// - Parameters:
  ///   - historical: the old picture's path; empty where there is no file.
  ///   - new: the same of the chosen new picture.
  public static func locationsRow(_ location: Location, historical: String, new: String) -> String {
    let link = location.coordinate?.googleMapsLink ?? ""
    return [
      quoted(location.id.text), quoted(location.title), FixedPoint.exact(location.latitude),
      FixedPoint.exact(location.longitude), quoted(location.status.rawValue), quoted(location.notes), quoted(link),
      quoted(historical), quoted(new),
    ].joined(separator: ",")
  }

  /// The rows of `provenance.csv`: one for each version, or one for a location without any.
  /// - Parameter files: the path of each version, by its id; one without a file has none.
  public static func provenanceRows(_ location: Location, files: [LocationVersion.ID: String]) -> [String] {
    let provenance = location.provenance
    let common =
      [
        location.id.text, location.pair, provenance.archive ?? "", provenance.signature ?? "", provenance.author ?? "",
        provenance.date ?? "", provenance.licence ?? "", provenance.link ?? "",
      ].map(quoted)
      + [
        location.bearing.map(FixedPoint.exact) ?? "", location.accuracy.map(FixedPoint.exact) ?? "",
        quoted(location.historicalImageURL), quoted(location.newImageURL ?? ""),
        quoted(TimeText.write(location.createdAt)), quoted(TimeText.write(location.updatedAt)),
        quoted(location.chosen ?? ""),
      ]
    let crop = location.crop?.kept ?? ""
    guard !location.versions.isEmpty else {
      return [(common + Array(repeating: "\"\"", count: 14) + [quoted(crop), "\"\""]).joined(separator: ",")]
    }
    return location.versions.map { version in
      let (fix, kept) = (version.fix, version.registration)
      let own = [
        version.id, files[version.id] ?? "", TimeText.write(version.takenAt), version.session?.text ?? "",
        fix.map { FixedPoint.exact($0.latitude) } ?? "", fix.map { FixedPoint.exact($0.longitude) } ?? "",
        fix?.accuracy.map(FixedPoint.exact) ?? "",
      ]
      // Of the two files as they are, or of none.
      let found = kept.flatMap { $0.isOf(location.old, version.picture) ? $0 : nil }
      return (common + (own + lies(found) + [crop, found?.cells?.text ?? ""]).map(quoted)).joined(separator: ",")
    }
  }

  /// How a version lies on the old picture, column by column; empty where nothing is known.
  private static func lies(_ found: KeptRegistration?) -> [String] {
    guard let found else { return Array(repeating: "", count: 7) }
    let (transform, region) = (found.transformText ?? "", found.region?.text ?? "")
    let deviation = found.deviation.map { "\($0)" } ?? ""
    return [found.verdict, found.method, "\(found.confidence)", transform, found.program, region, deviation]
  }

  private static func quoted(_ text: String) -> String { SeparatedValues.quoted(text) }
}
