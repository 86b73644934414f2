import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import ConfigFiles
import FoundationEssentials
import Glibc

/// Gathers what is for no bundle from the settings, the files that they name, the events, the database and the machine. What cannot
/// be read is among the gaps: then forms alone are gone by.
enum KnownNames {
  static func gather(_ settings: Settings) async -> Redaction.Known {
    var known = Redaction.Known()
    for key in SettingKey.allCases where key.isSecret || isHidden(key) {
      if let text = settings.text(key), text != key.defaultValue { known.secrets.insert(text) }
    }
    if let secrets = GallerySecrets.known(in: settings.data) {
      known.secrets.formUnion([secrets.uploadSecret, secrets.presignToken])
    }
    if let path = settings.text(.mqttPasswordFile) { add(firstLineOf: Settings.absolute(path), to: &known.secrets) }
    if let path = settings.text(.webhooks) { add(webhooks: Settings.absolute(path), to: &known.secrets) }
    for file in [settings.file, settings.data + "/booth.json"].compactMap({ $0 }) { add(settings: file, &known) }
    // Also of one that was refused, and is told with what is wrong with it.
    let environment = ProcessInfo.processInfo.environment
    for key in SettingKey.allCases {
      for text in [settings.text(key), environment[key.variable]].compactMap({ $0 }) {
        add(partsOf: text, to: &known.secrets)
      }
    }
    await addEvents(settings, &known)
    known.names = names([settings.text(.mqttUser)].compactMap { $0 })
    return known
  }

  private static func isHidden(_ key: SettingKey) -> Bool {
    [.firebaseEmail, .firebaseKey, .operatorPhone, .wifiName, .fleetName].contains(key)
  }

  private static func add(firstLineOf path: String, to secrets: inout Set<String>) {
    guard let bytes = OrdinaryFile.bytes(path) else { return }
    let line = String(decoding: bytes.prefix { $0 != 0x0A }.prefix(4096), as: UTF8.self)
    secrets.insert(line.trimmingPrefix(while: \.isWhitespace).description)
    secrets.insert(String(line.reversed().drop { $0.isWhitespace }.reversed()))
  }

  /// Their addresses may hold keys in paths and queries; their hosts stay.
  private static func add(webhooks path: String, to secrets: inout Set<String>) {
    for text in strings(path) {
      if text.value.contains("://") {
        secrets.insert(text.value)
        add(partsOf: text.value, to: &secrets)
      } else if text.key == "secret_file" {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        add(firstLineOf: text.value.hasPrefix("/") ? text.value : folder + "/" + text.value, to: &secrets)
      }
    }
  }

  /// User, password and the values of a query.
  private static func add(partsOf address: String, to secrets: inout Set<String>) {
    guard let scheme = address.firstRange(of: "://") else { return }
    let rest = address[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    if let sign = authority.lastIndex(of: "@") {
      for part in authority[..<sign].split(separator: ":") { secrets.insert(String(part)) }
    }
    if let query = rest.firstIndex(of: "?") {
      for part in rest[query...].split(whereSeparator: { "?&#".contains($0) }) {
        if let value = part.split(separator: "=", maxSplits: 1).last, value.utf8.count >= 4 {
          secrets.insert(String(value))
        }
      }
    }
    for part in rest.split(separator: "/").dropFirst() where part.utf8.count >= 16 { secrets.insert(String(part)) }
  }

  /// A setting whose name has a slip in it is known by what its name is about.
  private static func add(settings path: String, _ known: inout Redaction.Known) {
    for text in strings(path) {
      let key = text.key.lowercased()
      let isSecret = ["secret", "token", "passw", "key", "psk", "ssid", "phrase"].contains { key.contains($0) }
      if isSecret, !key.hasSuffix("file") { known.secrets.insert(text.value) }
      add(partsOf: text.value, to: &known.secrets)
    }
  }

  /// All texts in a file of JSON, with the members that they are of.
  private static func strings(_ path: String) -> [(key: String, value: String)] {
    guard let bytes = OrdinaryFile.bytes(path), let value = parsed(bytes) else { return [] }
    var found: [(String, String)] = []
    func walk(_ value: JSON5Value, _ key: String) {
      switch value {
      case .string(let text): found.append((key, text))
      case .array(let items): for item in items { walk(item, key) }
      case .object(let object): for name in object.keys { walk(object[name] ?? .null, name) }
      default: break
      }
    }
    walk(value, "")
    return found
  }

  private static func parsed(_ bytes: [UInt8]) -> JSON5Value? {
    // Its mistakes are told by the settings, and by the doctor.
    do throws(JSON5Error) { return try JSON5Parser.parse(bytes) } catch { return nil }
  }

  /// The keys of an event's file whose texts guests or hosts are named in.
  private static let eventTexts: Set<String> = [
    "name", "names", "attract", "strip_footer_text", "en", "de", "fr", "es", "he", "ar",
  ]

  /// The names of each event: of those that can be read, those that cannot, and those that the database has sessions of.
  private static func addEvents(_ settings: Settings, _ known: inout Redaction.Known) async {
    var named: [String: Set<String>] = [:]
    var folders = [settings.data + "/events"]
    do {
      let store = try EventPlaces.load(settings)
      folders.append(store.folder)
      for event in store.events {
        named[event.slug, default: []].formUnion(
          [event.slug, event.folder, event.name, event.attract, event.theme.footerText].compactMap { $0 })
        named[event.slug, default: []].formUnion(event.names.values)
      }
    } catch { known.gaps.append("The events could not be read: their names may be in texts.") }
    for folder in folders {
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { continue }
      for name in names where !name.hasPrefix(".") {
        named[name, default: []].insert(name)
        for text in strings("\(folder)/\(name)/event.json") where eventTexts.contains(text.key) {
          named[name, default: []].insert(text.value)
        }
      }
    }
    if FileManager.default.fileExists(atPath: settings.data + "/booth.sqlite") {
      do throws(StoreError) {
        for slug in try await VaultSessionStore.openForReading(folder: settings.data).eventsWithSessions() {
          named[slug, default: []].insert(slug)
        }
      } catch { known.gaps.append("The database could not be read: names of past events may be in texts.") }
    }
    if let chosen = settings.text(.event) { named[chosen, default: []].insert(chosen) }
    known.events = named.sorted { $0.key < $1.key }.map { $0.value.sorted() }
  }

  /// What the machine and its users are called, where that may be a person's name.
  private static func names(_ more: [String]) -> Set<String> {
    let everyday: Set<String> = ["root", "booth", "pi", "debian", "localhost", "raspberrypi", "admin", "user"]
    var names = Set(more)
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, host.count - 1) == 0 {
      let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      names.formUnion([name, String(name.prefix { $0 != "." })])
    }
    let environment = ProcessInfo.processInfo.environment
    for variable in ["USER", "LOGNAME", "SUDO_USER"] { if let name = environment[variable] { names.insert(name) } }
    if let home = environment["HOME"], home.hasPrefix("/home/") {
      names.insert(String(home.dropFirst(6).prefix { $0 != "/" }))
    }
    return names.filter { !everyday.contains($0.lowercased()) && $0.utf8.count > 2 }
  }
}
