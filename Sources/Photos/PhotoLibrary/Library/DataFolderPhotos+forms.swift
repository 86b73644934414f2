import BoothCore
import ImageMetadata
package import PhotoModel
import PhotoSources

/// Photos in the form in which they are copied or saved.
extension DataFolderPhotos {
  /// Its bytes, in a form.
  /// - Throws: ``PhotoLibraryError/notFound`` also where its file is another one than when it was looked at last: it is then looked at
  ///   again. ``PhotoLibraryError/refused(_:)`` where its kind of file cannot have that form.
  package func content(
    _ photo: PhotoRecord, _ form: PhotoForm
  ) async throws(PhotoLibraryError) -> PhotoContent {
    switch form {
    case .original: return try await content(photo)
    case .size(let size): return .bytes(try await picture(photo, size, .background))
    case .bare:
      let content = try await content(photo)
      let spool = folder.spool
      do throws(PhotoSourceError) {
        return try await CopyQueue.apart { () throws(PhotoSourceError) in try Self.bare(content, spool) }
      } catch {
        if case .invalidData(let words) = error { throw .refused(words) }
        throw try await Self.library(error, of: photo, in: source(photo.source), isAway: isAway(photo))
      }
    }
  }

  /// Blocks.
  private static func bare(_ content: PhotoContent, _ spool: String) throws(PhotoSourceError) -> PhotoContent {
    let bare: BareJPEG
    do throws(BareJPEG.Fault) { bare = try BareJPEG(ContentBytes(content)) } catch {
      switch error {
      case .notJPEG:
        throw .invalidData(
          "only of JPEG files metadata can be taken away without touching the picture; a smaller size has none")
      case .damaged: throw .invalidData("the file is damaged: nobody can say what in it is its picture")
      case .unreadable: throw .loadFailed("it cannot be read")
      }
    }
    let file = try HeldPhoto(spooledIn: spool)
    for piece in bare.pieces {
      switch piece {
      case .bytes(let bytes): try file.append(bytes)
      case .range(let range):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
          let wanted = min(1 << 20, range.upperBound - start)
          let bytes = try ContentRange.read(content, at: Int64(start), count: wanted)
          guard bytes.count == wanted else { throw .loadFailed("it became shorter while it was copied") }
          try file.append(bytes)
        }
      }
    }
    return .file(file)
  }
}

/// Pieces of a photo's content, whether it is a file or in memory.
package enum ContentRange {
  package static func read(_ content: PhotoContent, at offset: Int64, count: Int) throws(PhotoSourceError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): Array(bytes.dropFirst(Int(offset)).prefix(count))
    case .file(let file): try file.read(at: offset, count: count)
    }
  }

  package static func count(_ content: PhotoContent) -> Int64 {
    switch content {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let file): file.count
    }
  }
}
