import BoothCore
import Documents
import ImageMetadata
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// What is said of a photo.
extension PhotosPages {
  struct Fact {
    var title: String
    var value: String
    /// The same as a moment of the camera's clock, `2026-05-17T04:26:00`; the script writes it as the reader's language does.
    var moment: String?
    /// Where the value leads.
    var path: String?
  }

  func facts(_ photo: PhotoRecord) async throws -> [Fact] {
    let details = photo.entry.details
    let source = try await library.sources().first { $0.id == photo.source }
    var facts: [Fact] = []
    func add(_ title: PhotosText, _ value: String?) {
      if let value, !value.isEmpty { facts.append(Fact(title: words[title], value: value)) }
    }
    add(.name, ShownText.of(photo.entry.name))
    add(.trouble, trouble(photo))
    if let remark = photo.entry.remark.flatMap(PhotoRemarkText.init) {
      let words = WordTable<PhotoRemarkText>(words.language)
      facts.append(Fact(title: words[.state], value: words[remark]))
    }
    func add(_ title: PhotosText, at wallSeconds: Int64, _ zone: String = "") {
      let text = CalendarDay.text(wallSeconds: wallSeconds)
      facts.append(Fact(title: words[title], value: text + zone, moment: text.replacing(" ", with: "T")))
    }
    if let taken = details.taken {
      add(.taken, at: taken.wallSeconds, zone(taken.offsetMinutes))
    } else if photo.isDated {
      add(.changed, at: photo.shownSeconds)
    }
    add(.camera, details.camera)
    add(.lens, details.lens)
    add(.exposure, details.exposure)
    add(.pixels, details.width.flatMap { width in details.height.map { "\(width) × \($0)" } })
    add(.bytes, photo.entry.size.map(Self.size))
    let isAnimated = photo.entry.flags.contains(.animated)
    add(.format, details.format.map { isAnimated ? "\($0) – \(words[.animated])" : $0 })
    if let latitude = details.latitude, let longitude = details.longitude {
      add(.position, "\(Self.degrees(latitude)), \(Self.degrees(longitude))")
    }
    let colours = PhotosText.colours.indices.filter { photo.tags.rawValue & 1 << $0 != 0 }
    add(.tags, colours.map { words[PhotosText.colours[$0]] }.joined(separator: ", "))
    add(.source, source?.displayName)
    let folder = ShownText.of(photo.entry.place.split(separator: "/").joined(separator: "/"))
    if !folder.isEmpty {
      // The search knows no folders, but their words.
      let search = "\"\(folder.replacing("\"", with: ""))\""
      facts.append(
        Fact(
          title: words[.folder], value: folder,
          path: "/photos?in=\(photo.source.text)&q=\(PercentEncoding.component(search))"))
    }
    return facts
  }

  /// Why it cannot be shown, in the reader's language.
  func trouble(_ photo: PhotoRecord) -> String? {
    photo.entry.details.trouble.map { Self.trouble($0, words) }
  }

  /// - Parameter kept: as the index keeps it.
  static func trouble(_ kept: String, _ words: WordTable<PhotosText>) -> String {
    guard let reason = NoPicture(text: kept) else { return words[.noPicture] }
    return NoPictureText.sentences(reason, WordTable<NoPictureText>(words.language))
  }

  private func zone(_ minutes: Int?) -> String {
    guard let minutes else { return "" }
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return " UTC\(minutes < 0 ? "−" : "+")\(hours)" + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }

  static func size(_ bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1000) kB" }
    // A catalog may say any number.
    let tenths = bytes / 100_000 + (bytes % 100_000 >= 50_000 ? 1 : 0)
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  static func degrees(_ value: Double) -> String {
    let scaled = (abs(value) * 100_000).rounded()
    let whole = Int(scaled) / 100_000
    let rest = String(Int(scaled) % 100_000)
    return (value < 0 && scaled > 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 5 - rest.count) + rest
  }
}
