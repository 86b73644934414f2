import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import BoothVault
import FoundationEssentials
import Logging

/// What the scene of a booth that takes a break needs to know, in the file `rest.json` of the data folder: a booth writes it while it is
/// well.
struct RestNote: Codable, Equatable {
  private static let name = "rest.json"

  /// Codes of the chosen event's languages, the main one first.
  var languages: [String]
  /// The number that guests call; nil tells them to ask the staff.
  var phone: String?

  /// The note that is there; nil without one that can be read.
  static func read(in folder: String) -> RestNote? {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(name)") else { return nil }
    do { return try JSONDecoder().decode(RestNote.self, from: Data(bytes)) } catch { return nil }
  }

  /// Keeps the note true while a booth runs. One that cannot be written harms nothing that guests do.
  static func keep(_ booth: Booth, _ events: any EventStore, phone: String?, in folder: String, _ log: Logger) async {
    for await state in await booth.states() where !state.isSession {
      let slug = await booth.status.event
      let event = slug.flatMap { events.event(slug: $0) }
      let note = RestNote(languages: Language.spoken(at: event).map(\.rawValue), phone: phone)
      guard note != read(in: folder) else { continue }
      do {
        _ = try POSIXDisk(root: folder).writeDurably(Array(try JSONEncoder().encode(note)), to: name)
      } catch { log.info("the note for a break cannot be written", metadata: ["rest.error": "\(error)"]) }
    }
  }
}
