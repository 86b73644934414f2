/// The organisation that photographs belong to: opaque text, equal where all of it is.
public struct PhotoOwner: Sendable, Hashable {
  /// As the organisation is known elsewhere.
  public let text: String

  /// Takes the text as it is.
  public init(_ text: String) { self.text = text }
}

/// The photographs of all organisations, each with a shelf of its own: sources, albums, baskets, stars, bins, copies and links of one are
/// never another's, and a number or an id of one means nothing on another's shelf.
public protocol PhotoShelves: Sendable {
  /// The shelf of an organisation; an empty one where it has no photographs yet.
  func shelf(of owner: PhotoOwner) async throws(PhotoShelfError) -> any PhotoShelf
  /// What is wrong, in words that an organisation may read.
  /// - Parameter owner: nil: for who keeps the machine; of the organisations that are not the studio's own, that is what concerns the machine's own
  ///   files, and nothing of their sources.
  func remarks(for owner: PhotoOwner?) async -> [String]
}

/// Where there is one organisation alone.
public struct SinglePhotoShelf: PhotoShelves {
  private let owner: PhotoOwner
  private let shelf: any PhotoShelf

  /// - Parameters:
  ///   - shelf: the only one.
  ///   - owner: whose it is; for everybody else there is nothing.
  public init(_ shelf: any PhotoShelf, of owner: PhotoOwner) { (self.shelf, self.owner) = (shelf, owner) }

  /// The only one.
  /// - Throws: ``PhotoShelfError/notFound`` for another organisation.
  public func shelf(of owner: PhotoOwner) async throws(PhotoShelfError) -> any PhotoShelf {
    guard owner == self.owner else { throw .notFound }
    return shelf
  }

  /// Nothing for another organisation.
  public func remarks(for owner: PhotoOwner?) async -> [String] {
    owner == nil || owner == self.owner ? await shelf.remarks() : []
  }
}

extension PhotoShelf {
  /// What was damaged and set aside, what cannot be kept, and sources that could not be read for another reason than that they are away.
  public func remarks() async -> [String] {
    var words = await setAside() + troubles()
    do throws(PhotoShelfError) {
      for source in try await sources() where source.state == .failed {
        words.append("\(source.displayName): \(source.remark)")
      }
    } catch {
      if case .unavailable(let why) = error { words.append(why) }
    }
    return words
  }
}
