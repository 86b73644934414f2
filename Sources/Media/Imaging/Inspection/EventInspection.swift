public import BoothCore

/// What only decoding and drawing can tell of an event: pictures that are damaged after their first bytes, letters that no
/// font has, words that cannot be read on the picture below them, frames across faces, codes too small for a phone.
///
/// Does what the booth will do, with drawn guests, and takes about a second an event. Callable from any thread.
public struct EventInspection {
  let event: Event
  /// The event's file, as problems name it.
  public let file: String
  private let artwork: Artwork
  private let pictures: [(key: String, name: String, bytes: [UInt8])]
  private let link: String

  /// - Parameters:
  ///   - file: the event's file, as problems name it.
  ///   - pictures: every picture file that can be read, with the key that names it.
  ///   - link: as long as a session's link will be.
  public init(
    of event: Event, file: String, artwork: Artwork, pictures: [(key: String, name: String, bytes: [UInt8])],
    link: String
  ) {
    self.event = event
    self.file = file
    self.artwork = artwork
    self.pictures = pictures
    self.link = link
  }

  /// In the order of pictures, words, code, composite; empty where nothing is wrong.
  public func problems() -> [EventProblem] {
    pictureProblems() + fontProblems() + letterProblems() + codeProblems() + compositeProblems()
  }

  private func pictureProblems() -> [EventProblem] {
    pictures.compactMap { key, name, bytes in
      do throws(ImageError) {
        // So small a target makes any picture as small as it can be; every byte is decoded all the same.
        _ = try Bitmap(decoding: bytes, covering: PixelSize(width: 1, height: 1), subject: name)
        return nil
      } catch {
        return problem(
          .warning, key, expected: "a PNG or JPEG picture that can be decoded",
          found: "\"\(name)\", which \(error.detail)",
          "nothing is shown in its place")
      }
    }
  }

  private func codeProblems() -> [EventProblem] {
    guard let layout = event.printLayout, let box = layout.code, !link.isEmpty else { return [] }
    do throws(ImageError) {
      let placed = try PlacedCode(link, in: layout.scale.pixels(box).size, scale: layout.scale)
      guard placed.modulePixels > 0 else {
        return [
          problem(
            .warning, "layout.qr_mm", expected: "a box of at least \(Int(placed.leastSide)) mm for this link",
            found: "one too small for any code of it", "no code is printed")
        ]
      }
      guard placed.moduleSide < PlacedCode.leastModule else { return [] }
      let shown = Double(Int(placed.moduleSide * 100)) / 100
      return [
        problem(
          .warning, "layout.qr_mm",
          expected:
            "modules of at least \(PlacedCode.leastModule) mm, which a box of \(Int(placed.leastSide)) mm gives",
          found: "modules of \(shown) mm", "it is printed, and many phones cannot read it")
      ]
    } catch {
      return [
        problem(
          .warning, "layout.qr_mm", expected: "a link that a code can hold", found: error.detail, "no code is printed")
      ]
    }
  }

  private func compositeProblems() -> [EventProblem] {
    do throws(ImageError) {
      var photos: [[UInt8]] = []
      for strip in event.plan.strips.indices { photos.append(try SamplePhoto.jpeg(strip)) }
      let request = CompositeRequest(photos: photos, event: event, artwork: artwork, at: nil, link: link)
      let place: Place = event.printLayout == nil ? .composite : .print
      return try CompositeRenderer().notes(request).map { problem(of: $0, on: place) }
    } catch {
      return [
        problem(
          .warning, "layout", expected: "a composite that can be drawn", found: "\(error)", "guests get no composite")
      ]
    }
  }

  func problem(
    _ severity: EventProblem.Severity, _ key: String, expected: String, found: String, _ consequence: String
  ) -> EventProblem {
    EventProblem(severity, file: file, key: key, expected: expected, found: found, consequence: consequence)
  }
}

// MARK: What was mended

extension EventInspection {
  /// What was painted.
  public enum Place: String, Sendable {
    case composite, print
    case film = "film strip"
  }

  /// A note of the painter's, for the event's author.
  public func problem(of note: CompositeNote, on place: Place) -> EventProblem {
    switch note {
    case .words(let words, let outcome):
      let key =
        switch words {
        case .footer: event.theme.footerText == nil ? "name" : "theme.strip_footer_text"
        case .text(let index): "layout.texts[\(index)]"
        }
      let mended =
        switch outcome.mending {
        case .ink: "the words are in secondary_color there"
        case .band: "a band of secondary_color is below the words there"
        }
      return problem(
        .advice, key,
        expected: "words with a contrast of at least \(GroundedWords.leastContrast) to the picture below them",
        found: "one of \(Double(Int(outcome.contrast * 10)) / 10) on the \(place.rawValue)", mended)
    case .stripFrame(let misfit):
      return problem(of: misfit, event.theme.pictureKey("strip_frame"), "the \(place.rawValue) has no frame")
    case .photoFrame(let misfit):
      return problem(of: misfit, event.theme.pictureKey("photo_frame"), "photos have no frame")
    }
  }

  private func problem(of misfit: FrameFit.Misfit, _ key: String, _ consequence: String) -> EventProblem {
    switch misfit {
    case .photos(let drawnFor, let found):
      problem(
        .warning, key, expected: "a frame drawn for \(Self.photos(found)), as the session has",
        found: "one for \(Self.photos(drawnFor)) (strip_frame_photos)", consequence)
    case .hides(let photo, let percent):
      problem(
        .warning, key, expected: "a frame that leaves the middle of each photo free, where faces are",
        found: "one that hides \(percent) % of the middle of photo \(photo + 1)", consequence)
    }
  }

  private static func photos(_ count: Int) -> String { count == 1 ? "one photo" : "\(count) photos" }
}
