import BoothCore
import CommandSupport
import FoundationEssentials
import Gallery

/// What answers where a data folder's own gallery listens, or would.
enum GalleryHolder: Equatable {
  /// The gallery of this data folder.
  case own
  /// The gallery of another booth, or of another data folder.
  case otherBooth
  /// Something that is no gallery.
  case otherProgram
  /// Nothing that can be reached.
  case none

  /// Asks what is there; a gallery proves whose it is (``GalleryProof``). The token is not sent.
  static func at(_ base: String, data: String) async -> GalleryHolder {
    let challenge = UUID().uuidString
    let expected = proof(challenge, data: data)
    return await AskedGallery.at(base, patience: AskedGallery.connecting) { gallery in
      do throws(GalleryError) {
        let proof = try await gallery.health(challenge: challenge)
        return proof != nil && proof == expected ? .own : .otherBooth
      } catch {
        return error.code == .unreachable ? .none : .otherProgram
      }
    }
  }

  /// What the data folder's own gallery answers; nil where none has ever listened for it.
  static func proof(_ challenge: String, data: String) -> String? {
    GallerySecrets.known(in: data).flatMap { GalleryProof.answer(to: challenge, secret: $0.uploadSecret) }
  }

  /// Who it is, where that is a stranger.
  var stranger: String? {
    switch self {
    case .own, .none: nil
    case .otherBooth: "another booth's gallery"
    case .otherProgram: "another program"
    }
  }
}

/// Where a data folder's own gallery listens on this machine.
struct OwnPlace {
  var host: String
  var port: Int

  /// As the booth that runs or ran last listened, where no flag says otherwise; nil where the gallery is elsewhere, or takes any port.
  init?(_ settings: Settings) {
    guard settings.text(.galleryURL) == nil else { return nil }
    let last = GalleryListens.read(settings.data)
    // A booth that has noted what its links begin with, and no place, had its gallery elsewhere.
    if last == nil, let note = GalleryLinkNote.read(settings.data), note != .network { return nil }
    let known = Self.known(settings)
    guard known.port != 0 else { return nil }
    self.init(host: known.host, port: known.port)
  }

  private init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// The same, wherever the gallery is.
  static func known(_ settings: Settings) -> OwnPlace {
    let last = GalleryListens.read(settings.data)
    let (host, port) = (settings.values[.galleryHost], settings.values[.galleryPort])
    return OwnPlace(
      host: host.flatMap { $0.isFlag ? $0.text : nil } ?? last?.host ?? host?.text ?? "0.0.0.0",
      port: port?.isFlag == true ? settings.integer(.galleryPort) : last?.port ?? settings.integer(.galleryPort))
  }

  /// Who answers there that is none of this data folder's, and what comes of it, in words; nil where its own gallery answers, or nothing.
  func trouble(data: String) async -> (words: String, remedy: String)? {
    let holder = await GalleryHolder.at(OwnGallery.localBase(host: host, port: port), data: data)
    guard let stranger = holder.stranger else { return nil }
    return (
      "\(stranger) answers at port \(port), where this booth's own should: links would lead there",
      "end that one (`ss -ltnp` names it), or start this booth with another port: gallery.port or --gallery-port"
    )
  }
}

extension SessionLinks {
  /// The same for people who follow them now: there are none while a stranger answers where they lead.
  static func answering(_ settings: Settings) async -> (links: SessionLinks, trouble: String?) {
    let trouble = await OwnPlace(settings)?.trouble(data: settings.data)
    return (trouble == nil ? SessionLinks(settings) : .own(base: nil), trouble?.words)
  }
}
