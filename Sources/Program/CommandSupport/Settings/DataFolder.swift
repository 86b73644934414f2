import BoothStore
import FoundationEssentials

/// The data folder by default.
package struct DataFolder: Equatable {
  /// Where the service of `Deploy/booth.service` keeps its data (its `StateDirectory`).
  package static let ofService = "/var/lib/booth"
  package static let sourceOfService = "default: the service's"

  /// What the folder is wanted for.
  package enum Use {
    /// A booth or a gallery begins on it.
    case start
    /// It is asked, or changed, beside whatever runs.
    case beside
  }

  package var path: String
  package var source: String

  /// What is known of a folder, as far as its owner lets this user see.
  package struct Facts {
    package var exists: @Sendable (String) -> Bool
    /// Whether a booth has ever kept something there.
    package var hasData: @Sendable (String) -> Bool
    package var runs: @Sendable (String) -> Bool

    package static var real: Facts {
      Facts(
        exists: { FileManager.default.fileExists(atPath: $0) },
        hasData: { FileManager.default.fileExists(atPath: $0 + "/booth.sqlite") },
        runs: { VaultSessionStore.isOwned(folder: $0) })
    }
  }

  /// A user's booth is in the user's own folder. Who asks without a booth of one's own means the service's, and so does the
  /// service's own user.
  package static func standard(_ environment: [String: String], for use: Use, _ facts: Facts = .real) -> DataFolder {
    let service = DataFolder(path: ofService, source: sourceOfService)
    if environment["HOME"] == ofService { return service }
    let own = DataFolder(path: own(environment), source: "default")
    guard use == .beside, !facts.runs(own.path), facts.exists(ofService) else { return own }
    return facts.runs(ofService) || !facts.hasData(own.path) ? service : own
  }

  private static func own(_ environment: [String: String]) -> String {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder + "/booth" }
    return (environment["HOME"] ?? ".") + "/.local/share/booth"
  }
}
