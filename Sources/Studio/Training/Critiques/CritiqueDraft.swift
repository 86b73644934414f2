import Documents
public import StudioModel

/// What a person wants to publish.
public struct CritiqueDraft: Sendable, Equatable {
  /// What is wrong with it.
  public enum Complaint: String, Sendable, CaseIterable {
    case noPictures, tooManyPictures, noPhotographer, noNotes, notesTooLong
  }

  /// The most pictures.
  public static let mostPictures = 6
  /// The most signs of the notes: so many fit into a form, whatever they are written in.
  public static let longestNotes = 5000
  /// The largest picture, in bytes.
  public static let largestPicture = 20_000_000
  /// The longer side of a picture that is published, in pixels.
  public static let longestSide = 2000

  /// How long pictures are kept that were sent and not published yet, in seconds: a day.
  public static let keptSeconds: Double = 86_400

  /// Line ends as one sign, without white space at both ends.
  public static func tidied(_ notes: String) -> String {
    var lines = notes.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(line.reversed().drop { $0.isWhitespace }.reversed())
    }[...]
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    if let first = lines.first { lines[lines.startIndex] = String(first.drop { $0.isWhitespace }) }
    return lines.joined(separator: "\n")
  }

  /// What is wrong with notes; nil for nothing.
  public static func complaint(notes: String) -> Complaint? {
    if notes.allSatisfy({ $0.isWhitespace }) { return .noNotes }
    return notes.unicodeScalars.count > longestNotes ? .notesTooLong : nil
  }

  /// What is wrong; nil for nothing.
  public static func complaint(pictures: Int, photographer: Person?, notes: String) -> Complaint? {
    if pictures == 0 { return .noPictures }
    if pictures > mostPictures { return .tooManyPictures }
    guard let photographer, photographer.endedAt == nil else { return .noPhotographer }
    return complaint(notes: notes)
  }

  /// Who may be sent something: photographers, by the apps' `isPhotographer`, whose account is not ended.
  public static func photographers(of people: [Person]) -> [Person] {
    people.filter { $0.standing.isPhotographer && $0.endedAt == nil }
  }

  /// Whether a text can be the id of what is published: 20 letters and digits, as Firestore makes them.
  public static func isID(_ text: String) -> Bool {
    text.utf8.count == 20
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
  }
}
