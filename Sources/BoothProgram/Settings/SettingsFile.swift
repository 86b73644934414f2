import BoothCore
import BoothReaders
import BoothSystem
import FoundationEssentials

/// The file of settings before its values are taken: every mistake in it is told with file, key and what was expected.
package struct SettingsFile {
  private let path: String
  private static let known = Dictionary(uniqueKeysWithValues: SettingKey.allCases.map { ($0.rawValue, $0) })

  /// Throws the first mistake.
  package static func check(_ path: String) throws(SettingError) {
    guard let data = OrdinaryFile.bytes(path).map({ Data($0) }) else {
      throw SettingError("\(path): cannot be read; name an existing file with --config, or leave it out")
    }
    let file = SettingsFile(path: path)
    let value: JSON5Value
    do throws(JSON5Error) { value = try JSON5Parser.parse(Array(data)) } catch {
      throw SettingError(
        "\(path): line \(error.line), column \(error.column): expected \(error.expected), found \(error.found)")
    }
    guard case .object(let object) = value else {
      throw SettingError("\(path): expected an object of settings { … }, found \(value.summary)")
    }
    try file.check(object, at: "")
    // Comments and the like are JSON5's, and this file is JSON.
    do { _ = try JSONDecoder().decode(Anything.self, from: data) } catch {
      throw SettingError("\(path): expected JSON, without comments and single quotes")
    }
  }

  private func check(_ object: JSON5Object, at group: String) throws(SettingError) {
    if let twice = object.repeatedKeys.first {
      throw SettingError("\(path): \(group)\(twice) is written more than once; expected each key once")
    }
    for name in object.keys {
      let key = group + name
      let value = object[name] ?? .null
      if name.contains(".") {
        throw SettingError(
          "\(path): \(key): expected groups as objects, such as { \"gallery\": { \"port\": 8080 } }, found a point in a key"
        )
      }
      let setting = Self.setting(name, in: group)
      let isGroup = setting.map { $0.isGroup && $0.rawValue == key } ?? false
      if isGroup, case .object(let inner) = value {
        try check(inner, at: key + ".")
      } else if let setting {
        guard setting.kind.takes(value) else {
          let shown = setting.isSecret ? "something else" : value.summary
          let other = isGroup ? ", or an object { \"name\": …, … } with its settings" : ""
          throw SettingError("\(path): \(key): expected \(setting.kind.words)\(other), found \(shown)")
        }
      } else if Self.known.keys.contains(where: { $0.hasPrefix(key + ".") }) {
        guard case .object(let inner) = value else {
          throw SettingError("\(path): \(key): expected an object { … } of settings, found \(value.summary)")
        }
        try check(inner, at: key + ".")
      } else {
        throw SettingError(
          "\(path): \(key) is no setting; known are \(SettingKey.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    }
  }

  /// `name` in a group that is a setting itself is that setting.
  private static func setting(_ name: String, in group: String) -> SettingKey? {
    if name == "name", let setting = known[String(group.dropLast())] { return setting }
    return known[group + name]
  }

  private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
}

extension SettingKey.Kind {
  /// Whether a value in the file is of this kind; whether it is in range is looked at later, as for flags.
  fileprivate func takes(_ value: JSON5Value) -> Bool {
    switch (self, value) {
    case (.integer, .integer): true
    case (.integer, .string(let text)): Int(text) != nil
    case (.text, .string(let text)), (.token, .string(let text)), (.path, .string(let text)): !text.isEmpty
    case (.choice, .string), (.httpURL, .string): true
    default: false
    }
  }
}
