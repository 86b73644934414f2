import BoothCore
import BoothSystem
import CommandSupport
import ConfigFiles
import FoundationEssentials
import Glibc
import HTTPClientSupport

/// A receiver of messages.
struct Webhook: Sendable {
  /// May hold a key: for no log.
  let address: WebAddress
  /// Its host and port, for people.
  let place: String
  /// Without brackets.
  let host: String
  let isEncrypted: Bool
  let secret: [UInt8]
  let what: Set<WebhookEvent>
}

/// The receivers that the file of the setting `webhooks` names.
struct WebhookChoice: Sendable {
  static let mostReceivers = 8
  /// Fewer are guessed.
  static let leastSecretBytes = 16

  var webhooks: [Webhook] = []
  /// What an operator should know of them, in sentences without endings.
  var notes: [String] = []

  /// Nil where no file is set.
  /// - Throws: `CommandError` where it cannot be used as it is; says no secret and no address' path.
  init?(_ settings: Settings) throws(CommandError) {
    guard let path = settings.text(.webhooks).map(Settings.absolute) else { return nil }
    let bytes = try Self.read(path, "webhooks")
    let value: JSON5Value
    do throws(JSON5Error) { value = try JSON5Parser.parse(bytes) } catch {
      throw Self.fault(path, "line \(error.line): expected \(error.expected), found \(error.found)")
    }
    guard case .array(let items) = value else {
      throw Self.fault(path, "expected a list of receivers, found \(value.summary)")
    }
    guard items.count <= Self.mostReceivers else {
      throw Self.fault(path, "\(items.count) receivers; expected at most \(Self.mostReceivers)")
    }
    for (index, item) in items.enumerated() {
      let (webhook, notes) = try Self.webhook(item, "receiver \(index + 1)", path)
      guard !webhooks.contains(where: { $0.address == webhook.address }) else {
        throw Self.fault(path, "receiver \(index + 1) has the address of another one")
      }
      webhooks.append(webhook)
      self.notes += notes
    }
  }

  private static func fault(_ path: String, _ words: String) -> CommandError {
    CommandError("webhooks: \(path): \(advice: words)", code: CommandError.usage)
  }

  private static func read(_ path: String, _ setting: String) throws(CommandError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(OrdinaryFile.Fault) { bytes = try OrdinaryFile.read(path) } catch {
      throw CommandError("\(setting): \(path) cannot be read (\(error.words))", code: CommandError.usage)
    }
    guard let bytes else { throw CommandError("\(setting): there is no \(path)", code: CommandError.usage) }
    return bytes
  }

  private static func webhook(
    _ value: JSON5Value, _ name: String, _ path: String
  ) throws(CommandError) -> (Webhook, notes: [String]) {
    guard case .object(let object) = value else { throw fault(path, "\(name): expected an object with `url`") }
    let known = ["url", "secret_file", "what"]
    if let key = object.keys.first(where: { !known.contains($0) }) {
      throw fault(path, "\(name): `\(key.printable(limit: 40))` is no member; expected `url`, `secret_file`, `what`")
    }
    guard case .string(let url)? = object["url"] else { throw fault(path, "\(name): expected `url`, a text") }
    guard case .string(let file)? = object["secret_file"] else {
      throw fault(path, "\(name): expected `secret_file`, a file with the receiver's secret in its first line")
    }
    // A file beside this one is meant from here.
    let secretPath = file.hasPrefix("/") ? file : URL(filePath: path).deletingLastPathComponent().path + "/" + file
    var notes: [String] = []
    if isOpen(secretPath) { notes.append("others on this machine can read \(secretPath): chmod 600 \(secretPath)") }
    let address: WebAddress
    do throws(WebAddress.Fault) { address = try WebAddress(url) } catch {
      throw fault(path, "\(name): its `url` is of no use: \(error.description)")
    }
    let parts = Self.parts(address)
    let reach = PeerAddress(literal: parts.host)?.reach
    if reach == .link || reach == .nowhere { throw fault(path, "\(name): no receiver can be at \(parts.host)") }
    if !parts.isEncrypted, reach == .elsewhere {
      throw fault(path, "\(name): \(parts.host) is on the internet: expected https://")
    }
    return (
      Webhook(
        address: address, place: parts.place, host: parts.host, isEncrypted: parts.isEncrypted,
        secret: try secret(secretPath, name, path), what: try what(object["what"], name, path)), notes
    )
  }

  private static func what(
    _ value: JSON5Value?, _ name: String, _ path: String
  ) throws(CommandError) -> Set<WebhookEvent> {
    let choices = WebhookEvent.choices.map(\.rawValue).joined(separator: ", ")
    guard let value else { return Set(WebhookEvent.choices) }
    guard case .array(let items) = value, !items.isEmpty else {
      throw fault(path, "\(name): `what`: expected a list of: \(choices)")
    }
    var what: Set<WebhookEvent> = []
    for item in items {
      guard case .string(let word) = item, let event = WebhookEvent(rawValue: word), event != .trial else {
        throw fault(path, "\(name): `what`: \(item.summary); expected some of: \(choices)")
      }
      what.insert(event)
    }
    return what
  }

  /// The first line, without white space at its end.
  private static func secret(_ path: String, _ name: String, _ list: String) throws(CommandError) -> [UInt8] {
    var line = Array(try read(path, "webhooks, \(name), secret_file").prefix { $0 != 0x0A })
    while let last = line.last, last <= 0x20 { line.removeLast() }
    guard (leastSecretBytes...1024).contains(line.count) else {
      throw CommandError(
        "webhooks: \(list): \(name): expected a secret of \(leastSecretBytes) to 1024 bytes in the first line of \(path); make "
          + "one: openssl rand -hex 32", code: CommandError.usage)
    }
    return line
  }

  private static func isOpen(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & 0o077 != 0
  }

  /// Of an address that ``WebAddress`` has taken.
  private static func parts(_ address: WebAddress) -> (host: String, place: String, isEncrypted: Bool) {
    let isEncrypted = address.text.lowercased().hasPrefix("https://")
    let place = String(address.text.dropFirst(isEncrypted ? 8 : 7).prefix { !"/?#".contains($0) })
    let host =
      place.hasPrefix("[") ? String(place.dropFirst().prefix { $0 != "]" }) : String(place.prefix { $0 != ":" })
    return (host.lowercased(), place, isEncrypted)
  }
}
