package import BoothSystem
import FoundationEssentials
import Glibc
import PhotoModel

/// What is not as it should be with the photographs of a data folder, seen without opening, asking or changing anything that lasts.
package struct PhotosLook: Sendable {
  /// Something that the machine's keeper should know.
  package struct Remark: Sendable, Equatable {
    /// What it is.
    package var words: CommandText
    /// What to do.
    package var remedy: CommandText
    /// What it is about.
    package var subject: Subject

    /// What a remark is about.
    package enum Subject: Sendable, Equatable {
      /// A file that was set aside, or needs care.
      case aside
      /// What is known of all photos.
      case index
      /// One source, by its name.
      case source(String)
    }
  }

  /// How many sources are listed.
  package private(set) var sources = 0
  /// In the order of the sources, files that were set aside first; empty where all is well.
  package private(set) var remarks: [Remark] = []

  /// Looks; nil before a source is added. Blocks for as long as disks do.
  /// - Parameter data: the data folder.
  package init?(data: String) {
    let folder = PhotosFolder(lookingAt: data)
    guard access(folder.path, F_OK) == 0 else { return nil }
    for words in PhotoMarks.remarks(at: folder.path + "/" + PhotoMarks.name) {
      remarks.append(Remark(words: "\(words)", remedy: "see what it says", subject: .aside))
    }
    let listed: [PhotosFolder.Source]
    do throws(PhotoLibraryError) { listed = try folder.sources() } catch {
      remarks.append(Remark(words: CommandError(error).words, remedy: "see: booth photos sources", subject: .index))
      return
    }
    sources = listed.count
    guard sources > 0 || !remarks.isEmpty else { return nil }
    var states: [String: (state: PhotoSourceReport.State, remark: String, away: [PhotoAway])] = [:]
    do throws(PhotoIndexError) { states = try PhotoIndex.states(at: folder.path + "/" + PhotoIndex.name) } catch {
      remarks.append(
        Remark(
          words: "what is known of photos cannot be read: \(advice: error.words)",
          remedy: "the next booth photos scan makes it anew where it is damaged", subject: .index))
    }
    for source in listed {
      let known = states[source.id]
      if let words = Self.words(source, known?.state ?? .new, known?.remark ?? "") { remarks.append(words) }
      for away in known?.away ?? [] {
        remarks.append(
          Remark(
            words: "\(source.id): \(AwayWords.of(away))", remedy: "booth photos scan \(source.id) looks again",
            subject: .source(source.id)))
      }
    }
  }

  private static func words(
    _ source: PhotosFolder.Source, _ state: PhotoSourceReport.State, _ remark: String
  ) -> Remark? {
    let name = "\(source.id) (\(NameBytes.shown(source.place)))"
    if source.kind != .s3, let fault = fault(source.place) {
      return Remark(
        words: "\(name) is away: \(fault); everything known of it stays",
        remedy: "attach its disk; if it is gone for good: booth photos remove \(source.id)",
        subject: .source(source.id))
    }
    switch state {
    case .offline:
      return Remark(
        words: "\(name) was away when it was looked at last: \(remark)",
        remedy: "booth photos scan \(source.id) looks again; a studio that runs does so every ten minutes",
        subject: .source(source.id))
    case .failed:
      return Remark(
        words: "\(name) could not be read when it was looked at last: \(remark)",
        remedy: "mend that; booth photos scan \(source.id) looks again",
        subject: .source(source.id))
    case .new, .ready, .scanning: return nil
    }
  }

  /// Why nothing is there, in the system's words.
  private static func fault(_ place: String) -> String? {
    var facts = stat()
    let path = NameBytes.bytes(place) + [0]
    let isThere = path.withUnsafeBytes { stat($0.baseAddress!.assumingMemoryBound(to: CChar.self), &facts) } == 0
    return isThere ? nil : SystemWords.of(errno)
  }
}
