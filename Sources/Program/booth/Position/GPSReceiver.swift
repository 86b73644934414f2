import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Locations
import Synchronization

/// Where this machine is, by the gpsd that a setting names.
struct GPSReceiver: Sendable {
  private let client: GPSDClient
  /// How long it is waited for.
  var limit = Duration.seconds(3)

  /// Nil where the setting says `none`.
  init?(_ address: String) throws(CommandError) {
    guard address != "none" else { return nil }
    do throws(GPSDFault) { client = try GPSDClient(address) } catch {
      throw CommandError("gpsd: \(error)", code: CommandError.usage)
    }
  }

  /// - Throws: ``GPSDFault`` with why there is none, in a sentence.
  func fix(at now: WallTime) async throws(GPSDFault) -> PositionFix {
    let reports = Reports()
    let fix = try await client.ask(within: limit) { line in reports.take(line, at: now) }
    guard let fix else { throw GPSDFault("the gpsd at \(client.address) \(reports.lack.words)") }
    return fix
  }

  private final class Reports: Sendable {
    private let reports = Mutex(GPSReports())

    func take(_ line: [UInt8], at now: WallTime) -> PositionFix? { reports.withLock { $0.take(line, at: now) } }
    var lack: GPSReports.Lack { reports.withLock { $0.lack } }
  }
}

/// A place that a person types, or `gps`: where this machine is.
struct TypedPlace {
  var coordinate: Coordinate
  /// In metres; nil where it was typed.
  var accuracy: Double?

  /// - Parameter option: for what is said of a text that is no place.
  static func read(_ text: String, _ option: String, _ settings: Settings) async throws -> TypedPlace {
    guard text.lowercased() == "gps" else {
      return TypedPlace(coordinate: try LocationCommand.place(text, option), accuracy: nil)
    }
    guard let receiver = try GPSReceiver(settings.text(.gpsd) ?? "none") else {
      throw CommandError("\(option) gps: the setting gpsd says none; name HOST:PORT", code: CommandError.usage)
    }
    do throws(GPSDFault) {
      let fix = try await receiver.fix(at: SystemClock().wallTime)
      guard let place = fix.coordinate else { throw GPSDFault("the gpsd says a place that is nowhere") }
      return TypedPlace(coordinate: place, accuracy: fix.accuracy)
    } catch {
      throw CommandError("\(option) gps: \(error)", code: CommandError.unavailable)
    }
  }
}

/// Of commands that may ask where they are.
struct PositionOptions: ParsableArguments {
  @Option(help: "The gpsd that `gps` asks: HOST:PORT.") var gpsd: String?

  var flags: [SettingKey: String] { gpsd.map { [.gpsd: $0] } ?? [:] }
}
