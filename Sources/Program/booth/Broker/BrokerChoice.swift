import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Logging
import MQTT

/// The broker that the settings name, and what the booth is to it.
struct BrokerChoice {
  let address: BrokerAddress
  let user: String?
  let password: [UInt8]?
  /// A file of certificates; nil: the system's.
  let authorities: String?
  let topics: BrokerTopics
  let takesCommands: Bool
  let showsPhoto: Bool
  let hasPrinter: Bool
  /// What the booth is called among others.
  let name: String
  /// What an operator should know of it, in sentences without endings.
  let notes: [String]

  /// Nil where none is set.
  /// - Parameter mark: ``BoothMark``.
  /// - Throws: `CommandError` where it cannot be used as it is set.
  init?(_ settings: Settings, mark: @autoclosure () throws -> String) throws {
    guard let text = settings.text(.mqttURL) else { return nil }
    do throws(BrokerAddress.Fault) { address = try BrokerAddress(text) } catch {
      throw CommandError("mqtt.url: \(error.description)", code: CommandError.usage)
    }
    user = settings.text(.mqttUser)
    var notes: [String] = []
    if let path = settings.text(.mqttPasswordFile).map(Settings.absolute) {
      guard user != nil else {
        throw CommandError("mqtt.password_file is set, and no mqtt.user whose it is", code: CommandError.usage)
      }
      password = try Self.password(path)
      if Self.isOpen(path) { notes.append("others on this machine can read \(path): chmod 600 \(path)") }
    } else {
      password = nil
    }
    authorities = settings.text(.mqttAuthorities).map(Settings.absolute)
    topics = BrokerTopics(
      mark: try mark(), prefix: settings.text(.mqttPrefix) ?? "booth",
      discovery: settings.text(.mqttDiscovery) ?? "homeassistant")
    takesCommands = settings.text(.mqttCommands) == "on"
    showsPhoto = settings.text(.mqttPhoto) == "on"
    name = FleetName.of(settings)
    hasPrinter = settings.text(.printer).map { $0 != "none" } ?? false
    if password == nil, takesCommands {
      notes.append(
        "the booth shows the broker no password: where others need none either, they can pause the booth; "
          + "mqtt.commands off takes no commands")
    }
    if password != nil, !address.isEncrypted, !address.isThisMachine {
      notes.append("the password goes through the network as it is: mqtts:// encrypts it")
    }
    self.notes = notes
  }

  /// - Throws: `CommandError` for what is no broker's address; says no password.
  static func prove(_ text: String) throws(CommandError) {
    do throws(BrokerAddress.Fault) { _ = try BrokerAddress(text) } catch {
      throw CommandError("\(error.description)", code: CommandError.usage)
    }
  }

  /// The first line, without white space at its end.
  private static func password(_ path: String) throws(CommandError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(OrdinaryFile.Fault) { bytes = try OrdinaryFile.read(path) } catch {
      throw CommandError("mqtt.password_file: \(path) cannot be read (\(error.words))", code: CommandError.usage)
    }
    guard let bytes else { throw CommandError("mqtt.password_file: there is no \(path)", code: CommandError.usage) }
    var line = bytes.prefix { $0 != 0x0A }
    while let last = line.last, last <= 0x20 { line.removeLast() }
    guard !line.isEmpty, line.count <= 1024 else {
      throw CommandError(
        "mqtt.password_file: \(path): expected a password in its first line", code: CommandError.usage)
    }
    return Array(line)
  }

  private static func isOpen(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & 0o077 != 0
  }

  /// A client that does not run yet.
  /// - Parameters:
  ///   - options: what it is beside address, user and password.
  ///   - id: behind the booth's mark, for what is beside the booth.
  ///   - limits: of what is read.
  /// - Throws: `CommandError` where its certificates cannot be read.
  func client(
    id: String = "", will: Message? = nil, farewell: Message? = nil, filters: [String] = [], keepsSession: Bool,
    limits: BrokerWatch.Limits = .init(), clock: any BoothClock, log: Logger
  ) throws(CommandError) -> BrokerClient {
    let options = BrokerWatch.Options(
      // 23 letters and digits at most: more than these a broker need not take.
      clientID: "booth\(topics.mark)\(id)", user: user, password: password, will: will, farewell: farewell,
      filters: filters, keepsSession: keepsSession)
    do {
      return try BrokerClient(
        address, options: options, limits: limits, authorities: authorities, clock: clock,
        seed: .random(in: .min ... .max), log: log)
    } catch {
      throw CommandError(
        "mqtt.ca_file: \(authorities ?? "the system's certificates") cannot be read as certificates (PEM)",
        code: CommandError.usage)
    }
  }
}

extension BrokerAddress {
  /// Whether nothing leaves this machine.
  fileprivate var isThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }
}
