import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Locations
import StudioModel

extension Examination {
  /// Whether the locations can be opened, which no guest waits for. Nothing where there are none.
  func locations() async -> [Finding] {
    let folder = settings.data
    let remedy: CommandText = "fix that; the booth photographs guests anyway, and tries again"
    let kinds = [("locations.lock", S_IFREG), ("locations.sqlite", S_IFREG), ("locations", S_IFDIR)]
    var isAny = false
    for (name, kind) in kinds {
      var facts = stat()
      guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
      isAny = isAny || name != "locations.lock"
      guard facts.st_mode & S_IFMT == kind else {
        return [
          .bad(
            "locations", "\(folder)/\(name) is no \(kind == S_IFDIR ? "folder" : "file"): move it away", remedy,
            .init(.oddFileNamed, name))
        ]
      }
    }
    guard isAny else { return [] }
    do throws(StoreError) {
      let eventStore = try FolderLocationStore.openForReading(folder: folder)
      defer { eventStore.close() }
      let all = try await eventStore.locations()
      let fine = Finding.fine(
        "locations", "\(counted(all.count, "location"))", .init(.locationsFound, count: all.count))
      // Never aligned, whatever a person does.
      let small = all.filter { location in
        [location.old, location.chosenVersion?.picture].contains { $0?.size.map(SmallPicture.isSmall) ?? false }
      }
      guard let first = small.first else { return [fine] }
      let size = [first.old, first.chosenVersion?.picture].lazy.compactMap { SmallPicture.words($0?.size) }.first ?? ""
      return [
        fine,
        .warning(
          "locations",
          "\(counted(small.count, "location has", "locations have")) a picture that is too small: \(first.id) has one of \(size)",
          "take or scan it again, larger", .init(.locationsSmall, count: small.count)),
      ]
    } catch {
      let heals = error.code == .damaged || error.code == .notFound
      return [
        .bad(
          "locations", "\(advice: error)",
          heals ? "start the booth: it sets the database aside and writes a new one from their folders" : remedy,
          .init(.locationsUnread))
      ]
    }
  }
}
