import Glibc
package import PhotoModel
import S3Storage

/// A place with photographs that is no plain folder, as people name it: `s3://BUCKET/ACCOUNT`, a `.photoslibrary`, a booth's data
/// folder. It holds no secret, and is kept as it stands.
package struct PhotoPlace: Sendable, Hashable {
  /// What kind of source it is.
  package let kind: PhotoSourceKind
  /// How it is kept, and opened again: an address, or an absolute path.
  package let place: String

  /// What a person named, or nil where that is a plain folder, or nothing.
  /// - Parameters:
  ///   - environment: where endpoints of buckets are looked for.
  ///   - absolute: makes a path absolute, without links; nil where there is nothing.
  /// - Throws: What is wrong with it, in words.
  package static func named(
    _ text: String, environment: [String: String] = [:], absolute: (String) -> String?
  ) throws(PhotoPlaceError) -> PhotoPlace? {
    if text.lowercased().hasPrefix("s3:") {
      do {
        let address = try BucketAddress(text)
        // An endpoint that can never be one is refused at once.
        _ = try address.settings(environment: environment)
        return PhotoPlace(kind: .s3, place: "\(address)")
      } catch {
        throw PhotoPlaceError("\(text.prefix(200)): \((error as? S3Error)?.words ?? "\(error)")")
      }
    }
    guard let path = absolute(text) else { return nil }
    if path.lowercased().hasSuffix(".photoslibrary") || isFile(path + "/database/Photos.sqlite") {
      return PhotoPlace(kind: .applePhotos, place: path)
    }
    if isFile(path + "/booth.sqlite") { return PhotoPlace(kind: .sessions, place: path) }
    return nil
  }

  /// Takes what was kept.
  package init(kind: PhotoSourceKind, place: String) {
    self.kind = kind
    self.place = place
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// For people: the library's name, the bucket's, the folder's.
  package var displayName: String {
    let last = place.split(separator: "/").last.map(String.init) ?? place
    switch kind {
    case .applePhotos: return last.lowercased().hasSuffix(".photoslibrary") ? String(last.dropLast(14)) : last
    case .s3:
      do throws(BucketAddressError) { return try BucketAddress(place).bucket } catch { return last }
    case .sessions, .folder: return last
    }
  }

  /// Whether both are one account's photographs in one bucket, however their addresses are written.
  package func isBucket(of other: PhotoPlace) -> Bool {
    guard kind == .s3, other.kind == .s3 else { return false }
    do throws(BucketAddressError) {
      let (one, two) = (try BucketAddress(place), try BucketAddress(other.place))
      return one.bucket == two.bucket && one.account.lowercased() == two.account.lowercased()
    } catch { return place == other.place }
  }

  /// Opens it; nothing is asked of it yet. What cannot be opened so, or is away, says it when it is asked.
  /// - Parameters:
  ///   - environment: where keys and endpoints of buckets are looked for.
  ///   - spool: a folder for what is brought here for a while.
  ///   - told: hears of what has to be asked for again, in words.
  ///   - read: gives the text of a small file, nil where it cannot.
  package func open(
    as identifier: PhotoSourceID, environment: [String: String], spool: String = "/var/tmp",
    told: @escaping @Sendable (String) -> Void = { _ in }, read: (String) -> String?
  ) -> any PhotoProvider {
    func unopened(_ words: String) -> any PhotoProvider {
      UnopenedPhotos(identifier: identifier, kind: kind, displayName: displayName, words: "\(place): \(words)")
    }

    switch kind {
    case .applePhotos:
      return LibraryPhotos(identifier: identifier, displayName: displayName, library: place, spool: spool)
    case .sessions: return SessionPhotos(identifier: identifier, displayName: displayName, data: place)
    case .s3:
      do {
        let address = try BucketAddress(place)
        let keys = address.credentials(environment: environment, read: read)
        let settings = try address.settings(environment: environment)
        return BucketPhotos(
          identifier: identifier, displayName: displayName,
          bucket: keys.map { S3Bucket(settings, credentials: $0, told: told) },
          account: address.account, spool: spool)
      } catch { return unopened((error as? S3Error)?.words ?? "\(error)") }
    case .folder: return unopened("it is a plain folder")
    }
  }
}

/// Why a place cannot be opened.
package struct PhotoPlaceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// In words, with the place.
  package let description: String
  init(_ words: String) { description = words }
}
