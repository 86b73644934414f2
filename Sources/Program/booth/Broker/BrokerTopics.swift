import BoothSystem

/// A booth's topics at its broker.
///
/// ```text
/// booth/K7RM3WQ2XZ/state          how it is, as JSON; retained
/// booth/K7RM3WQ2XZ/availability   online or offline; retained, offline by its last will
/// booth/K7RM3WQ2XZ/photo          the newest picture as JPEG, where the operator allows it; retained
/// booth/K7RM3WQ2XZ/command        what the booth is asked: pause, resume, next, retry
/// ```
struct BrokerTopics: Equatable {
  /// ``BoothMark``.
  let mark: String
  /// What all booths' topics begin with.
  let prefix: String
  let state: String
  let availability: String
  let photo: String
  let command: String
  /// Home Assistant's topics, where it is told of the booth.
  let discovery: (config: String, birth: String)?

  static let (online, offline) = ("online", "offline")

  /// - Parameters:
  ///   - prefix: what they begin with, such as `booth`.
  ///   - discovery: what Home Assistant's begin with, or `off`.
  init(mark: String, prefix: String, discovery: String) {
    (self.mark, self.prefix) = (mark, prefix)
    let own = "\(prefix)/\(mark)"
    (state, availability) = ("\(own)/state", "\(own)/availability")
    (photo, command) = ("\(own)/photo", "\(own)/command")
    self.discovery =
      discovery == "off" ? nil : ("\(discovery)/device/booth_\(mark)/config", "\(discovery)/status")
  }

  static func == (a: BrokerTopics, b: BrokerTopics) -> Bool {
    a.state == b.state && a.discovery?.config == b.discovery?.config
  }

  /// - Throws: `CommandError` for what no topic may begin with here.
  static func prove(_ prefix: String) throws(CommandError) {
    let isFine = prefix.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-/".unicodeScalars.contains(scalar))
    }
    guard isFine, !prefix.isEmpty, prefix.utf8.count <= 100, !prefix.hasPrefix("/"), !prefix.hasSuffix("/") else {
      throw CommandError(
        "\"\(prefix)\": expected letters, digits, _, - and / between, such as home/booth", code: CommandError.usage)
    }
  }
}
