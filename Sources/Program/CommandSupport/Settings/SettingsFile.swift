import BoothCore
import BoothSystem
import ConfigFiles
import FoundationEssentials

/// The file of settings: the values in it that can be taken, and every mistake, told with file, key and what was expected.
package struct SettingsFile {
  /// One mistake.
  struct Problem: Equatable {
    /// What is wrong; the beginning of a sentence.
    var words: String
    /// The setting whose value could not be taken, or nil.
    var key: SettingKey?
    /// Whether nothing in the file could be taken.
    var isWhole = false
  }

  private(set) var values: [SettingKey: String] = [:]
  /// In the order of the file.
  private(set) var problems: [Problem] = []
  private let path: String
  private static let known = Dictionary(uniqueKeysWithValues: SettingKey.allCases.map { ($0.rawValue, $0) })

  /// Reads the file, without ever waiting for what lies there.
  init(_ path: String) {
    self.path = path
    let bytes: [UInt8]?
    do throws(OrdinaryFile.Fault) { bytes = try OrdinaryFile.read(path) } catch {
      note("cannot be read (\(error.words)); name an existing file with --config, or leave it out", isWhole: true)
      return
    }
    guard let bytes else {
      note("cannot be read (there is none); name an existing file with --config, or leave it out", isWhole: true)
      return
    }
    // What a power cut leaves of a file that was just written.
    guard bytes.contains(where: { $0 != 0 }) else {
      note("expected an object of settings { … }, found \(bytes.isEmpty ? "0 bytes" : "zeros alone")", isWhole: true)
      return
    }
    let value: JSON5Value
    do throws(JSON5Error) { value = try JSON5Parser.parse(bytes) } catch {
      note(
        "line \(error.line), column \(error.column): expected \(error.expected), found \(error.found)", isWhole: true)
      return
    }
    guard case .object(let object) = value else {
      note("expected an object of settings { … }, found \(value.summary)", isWhole: true)
      return
    }
    take(object, at: "")
    // Comments and the like are JSON5's, and this file is JSON.
    do { _ = try JSONDecoder().decode(Anything.self, from: Data(bytes)) } catch {
      note("expected JSON, without comments and single quotes")
    }
  }

  private mutating func note(_ words: String, of key: SettingKey? = nil, isWhole: Bool = false) {
    problems.append(Problem(words: "\(path): \(words)", key: key, isWhole: isWhole))
  }

  private mutating func take(_ object: JSON5Object, at group: String) {
    for twice in object.repeatedKeys {
      let isSecret = Self.setting(twice, in: group)?.isSecret ?? false
      let last = isSecret ? "" : ": \((object[twice] ?? .null).summary)"
      note("\(group)\(twice) is written more than once; expected each key once (the last one counts\(last))")
    }
    for name in object.keys {
      let key = group + name
      let value = object[name] ?? .null
      if name.contains(".") {
        note(
          "\(key): expected groups as objects, such as { \"gallery\": { \"port\": 8080 } }, found a point in a key",
          of: Self.known[key])
        continue
      }
      let setting = Self.setting(name, in: group)
      let isGroup = setting.map { $0.isGroup && $0.rawValue == key } ?? false
      if isGroup, case .object(let inner) = value {
        take(inner, at: key + ".")
      } else if let setting {
        if let text = setting.kind.text(value) {
          values[setting] = text
        } else {
          let shown = setting.isSecret ? "something else" : value.summary
          let other = isGroup ? ", or an object { \"name\": …, … } with its settings" : ""
          note("\(key): expected \(setting.kind.words)\(other), found \(shown)", of: setting)
        }
      } else if Self.known.keys.contains(where: { $0.hasPrefix(key + ".") }) {
        if case .object(let inner) = value {
          take(inner, at: key + ".")
        } else {
          note("\(key): expected an object { … } of settings, found \(value.summary)")
        }
      } else {
        note("\(key) is no setting\(NearestName.hint(key, Self.names))")
      }
    }
  }

  /// What may stand in the file: settings, and the groups of them.
  private static let names: [String] = {
    let keys = SettingKey.allCases.map(\.rawValue)
    let groups = Set(keys.compactMap { key in key.lastIndex(of: ".").map { String(key[..<$0]) } })
    return keys + groups.subtracting(keys).sorted()
  }()

  /// `name` in a group that is a setting itself is that setting.
  private static func setting(_ name: String, in group: String) -> SettingKey? {
    if name == "name", let setting = known[String(group.dropLast())] { return setting }
    return known[group + name]
  }

  private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
}

extension SettingKey.Kind {
  /// A value of this kind as text; whether it is in range is looked at later, as for flags. Nil for any other value.
  fileprivate func text(_ value: JSON5Value) -> String? {
    switch (self, value) {
    case (.integer, .integer(let number)): String(number)
    case (.integer, .string(let text)): Int(text) != nil ? text : nil
    case (.text, .string(let text)), (.token, .string(let text)), (.path, .string(let text)): text.isEmpty ? nil : text
    case (.choice, .string(let text)), (.httpURL, .string(let text)): text
    default: nil
    }
  }
}
