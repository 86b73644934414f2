/// Which film belongs to which picture: together they are a live photo.
public enum LivePairs {
  /// Zones are whole quarters of an hour, from 14 hours ahead of UTC to 12 behind it.
  private static let (quarter, ahead, behind): (Int64, Int64, Int64) = (900, 14 * 3600, -12 * 3600)

  /// Whether a film that lies beside a picture is its film: by the content identifier where both have one, else by their name
  /// and the time at which both were taken.
  public static func isPair(_ film: PhotoRecord, _ picture: PhotoRecord) -> Bool {
    guard film.entry.flags.contains(.beside), !picture.entry.flags.contains(.film), film.source == picture.source,
      film.entry.place == picture.entry.place, film.isRead, picture.isRead, film.entry.details.trouble == nil
    else { return false }
    if let own = film.entry.details.contentIdentifier, let its = picture.entry.details.contentIdentifier {
      return own == its
    }
    guard let stem = PhotoPairs.stem(film.entry.name), stem == PhotoPairs.stem(picture.entry.name) else { return false }
    return isOneMoment(film, picture)
  }

  /// A film's head has its time in UTC; where it has none, the file has. The zone of a picture's clock may be unknown:
  /// then any zone will do that there is.
  private static func isOneMoment(_ film: PhotoRecord, _ picture: PhotoRecord) -> Bool {
    guard let own = film.entry.details.taken?.unixSeconds ?? film.entry.modified.map(FileMoment.seconds) else {
      return false
    }
    guard let taken = picture.entry.details.taken else {
      return picture.entry.modified.map { isNear(FileMoment.seconds($0) - own) } ?? false
    }
    // Some cameras write into films what their clock shows, and call it UTC.
    if isNear(taken.unixSeconds - own) || isNear(taken.wallSeconds - own) { return true }
    let apart = taken.wallSeconds - own
    guard taken.offsetMinutes == nil, (behind - 2...ahead + 2).contains(apart) else { return false }
    let rest = ((apart % quarter) + quarter) % quarter
    return isNear(rest) || isNear(rest - quarter)
  }

  private static func isNear(_ seconds: Int64) -> Bool { abs(seconds) <= PhotoPairs.mostSeconds }
}
