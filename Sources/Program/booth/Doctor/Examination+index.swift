import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery
import StudioModel

extension Examination {
  /// The indexes of our own gallery: one that is damaged, and those that were, set aside by the gallery.
  func indexes() -> [Finding] {
    let store = settings.data + "/gallery"
    let damaged = events(in: store + "/events").filter { event in
      let path = "\(store)/events/\(event)/index.json"
      guard let bytes = OrdinaryFile.bytes(path) else { return false }
      return !GalleryServer.isIndex(bytes)
    }
    let kept = events(in: store + "/private/damaged/events")
    var findings: [Finding] = []
    if !damaged.isEmpty {
      findings.append(
        .warning(
          "gallery index", "that of event \(damaged.joined(separator: ", ")) is damaged (\(store)/events)",
          "nothing is lost: it is set aside and made anew at the next upload, or when its page is looked at",
          .init(.galleryIndex)))
    }
    if !kept.isEmpty {
      findings.append(
        .warning(
          "gallery index",
          "that of event \(kept.joined(separator: ", ")) was damaged; it is made anew from the sessions, and what it was "
            + "is kept in \(store)/private/damaged",
          "see that the event's page shows every session, and the disk's health; then put the kept one away",
          .init(.galleryIndex)))
    }
    return findings
  }

  /// The numbers of the folders there.
  private func events(in folder: String) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return names.compactMap { Int($0) }.sorted().map(String.init)
    } catch {
      // No gallery has been here yet.
      return []
    }
  }
}
