package import PhotoModel
import PhotoSources

/// What lies in the sources' bins, for pages.
extension DataFolderPhotos {
  /// All of it. Blocks for as long as the disks do.
  package func bins() async throws(PhotoLibraryError) -> PhotoBins {
    var found = PhotoBins(bins: [], photos: [])
    for listed in try folder.sources() {
      guard let id = PhotoSourceID(listed.id), let bin = try source(id) as? any PhotoBin else { continue }
      var own = PhotoBins.Bin(
        source: id, name: bin.displayName, location: NameBytes.shown(listed.place) + "/" + FolderPhotos.binName,
        count: 0)
      do throws(PhotoSourceError) {
        let photos = try await bin.binned()
        own.count = photos.count
        found.photos += photos
        // The mount point of a disk that is away has no bin.
        if photos.isEmpty, try await isAway(id, or: false) { own.trouble = .away }
      } catch {
        own.trouble = PhotoBinTrouble(name: "", error).reason
      }
      found.bins.append(own)
    }
    found.photos.sort(by: PhotoBinned.isBefore)
    return found
  }

  private func isAway(_ id: PhotoSourceID, or unknown: Bool) async throws(PhotoSourceError) -> Bool {
    do throws(PhotoLibraryError) { return try await isAway(id) != nil } catch { return unknown }
  }

  /// Moves photos back to where they were, by their places in their sources' bins; never over another file.
  /// - Returns: how many are back, and which are not.
  package func restore(_ places: [PhotoSourceID: [String]]) async throws(PhotoLibraryError) -> PhotoUndone {
    var undone = PhotoUndone(count: 0, troubles: [])
    for (id, wanted) in places.sorted(by: { $0.key.text < $1.key.text }) {
      guard let bin = try source(id) as? any PhotoBin else { throw .notPossible }
      var known: [String: PhotoTrashed] = [:]
      do throws(PhotoSourceError) {
        for photo in try await bin.trashed() { known[photo.place] = photo }
      } catch {
        undone.troubles.append(PhotoBinTrouble(name: bin.displayName, error))
        continue
      }
      var isBack = false
      var done: Set<String> = []
      for place in wanted where done.insert(place).inserted {
        guard let photo = known[place] else {
          // Another process was faster, or has removed it.
          undone.troubles.append(PhotoBinTrouble(name: place, reason: .gone))
          continue
        }
        do throws(PhotoSourceError) {
          try await Self.bringBack(photo, in: bin)
          undone.count += 1
          isBack = true
        } catch {
          let last = photo.id.text.split(separator: "/").last.map(String.init) ?? photo.id.text
          undone.troubles.append(PhotoBinTrouble(name: NameBytes.shown(last), error))
        }
      }
      if isBack { try await beginScan(id) }
    }
    return undone
  }
}
