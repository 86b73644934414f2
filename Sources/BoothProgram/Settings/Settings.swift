import BoothCore
package import BoothSupervision
import Configuration
import FoundationEssentials
import SystemPackage

/// The program's settings, each with where it came from: flags over `BOOTH_*` variables over one file over defaults.
package struct Settings: Sendable {
  package struct Value: Sendable, Equatable {
    package var text: String
    /// In words, for `config show`: `flag --event`, `variable BOOTH_EVENT`, `file /etc/booth.json`, `default`.
    package var source: String
  }

  package private(set) var values: [SettingKey: Value] = [:]
  /// The file that was read, or nil.
  package private(set) var file: String?

  /// - Parameters:
  ///   - flags: what the command line says.
  ///   - environment: all variables; unknown `BOOTH_*` ones are refused.
  ///   - file: `--config`; else `BOOTH_CONFIG`; else `booth.json` in the data folder, if it is there. A variable that is
  ///     empty is as if it were not set.
  ///   - use: what the data folder is wanted for, where nobody names one.
  package init(
    flags: [SettingKey: String], environment: [String: String], file named: String?, for use: DataFolder.Use = .start
  ) async throws {
    let known = Set(SettingKey.allCases.map(\.variable) + ["BOOTH_CONFIG"] + Self.otherVariables)
    for name in environment.keys.sorted() where name.hasPrefix("BOOTH_") && !known.contains(name) {
      throw SettingError("\(name) is no variable of booth; known are \(known.sorted().joined(separator: ", "))")
    }
    let flagLayer = InMemoryProvider(
      name: "flags",
      values: Dictionary(
        uniqueKeysWithValues: flags.map {
          (AbsoluteConfigKey($0.key.path), ConfigValue(.string($0.value), isSecret: $0.key.isSecret))
        }))
    let environmentLayer = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "booth")
    for key in SettingKey.allCases {
      if let text = try Self.text(key, in: flagLayer) {
        values[key] = Value(text: text, source: "flag \(key.flag)")
      } else if let text = try Self.text(key, in: environmentLayer), !text.isEmpty {
        values[key] = Value(text: text, source: "variable \(key.variable)")
      }
    }
    if named?.isEmpty == true { throw SettingError("--config: expected the path of a file, found an empty one") }
    let variable = environment["BOOTH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let standard = DataFolder.standard(environment, for: use)
    try await readFile(named ?? variable, besides: standard.path)
    for key in SettingKey.allCases where values[key] == nil {
      if let text = key.defaultValue { values[key] = Value(text: text, source: "default") }
    }
    if values[.data] == nil {
      values[.data] = Value(text: standard.path, source: standard.source)
    }
    for (key, value) in values where key.kind == .token { values[key]?.text = GalleryToken.trimmed(value.text) }
    for (key, value) in values { try Self.check(value, key) }
    try checkMarks()
  }

  /// Each water mark lies below the one that is reached before it.
  private func checkMarks() throws {
    let marks = [SettingKey.storageLow, .storageNoClips, .storageFull]
    for (higher, lower) in zip(marks, marks.dropFirst()) where integer(higher) < integer(lower) {
      func words(_ key: SettingKey) -> String { "\(key.rawValue) (\(values[key]?.source ?? "not set"))" }
      throw SettingError(
        "\(words(higher)) is \(integer(higher)), below \(words(lower)), which is \(integer(lower)); "
          + "expected \(marks.map(\.rawValue).joined(separator: " ≥ "))")
    }
  }

  /// Variables of the scripts, and of the fault points in the store.
  private static let otherVariables = [
    "BOOTH_DAMAGE_SEED", "BOOTH_MUTATIONS",
    "BOOTH_ONLY", "BOOTH_V4L2_DEVICE", "BOOTH_REGENERATE", "BOOTH_PICTURES", "BOOTH_FAULT_POINT", "BOOTH_FAULT_LIST",
    "BOOTH_SKIP_SYNC", "BOOTH_KEEP_CODE", "BOOTH_LAB", "BOOTH_GUEST_SECONDS", "BOOTH_GUEST_MEMORY", "BOOTH_GUEST_QEMU",
    "BOOTH_FULL", "BOOTH_GALLERY_SEED", "BOOTH_REQUEST_SEED",
    "BOOTH_BUILD", "BOOTH_SCENES", "BOOTH_SCENES_SIZES",
  ]

  /// Leaves out what no flag has said.
  /// Sets what nobody has set: a default that is another for what is run.
  package mutating func assume(_ key: SettingKey, _ text: String, because reason: String) {
    guard isDefault(key) else { return }
    values[key] = Value(text: text, source: "default \(reason)")
  }
  package mutating func forget(_ keys: [SettingKey]) {
    for key in keys where values[key]?.source.hasPrefix("flag ") == false {
      values[key] = key.defaultValue.map { Value(text: $0, source: "default") }
    }
  }

  /// Whether nobody has said anything about it.
  package func isDefault(_ key: SettingKey) -> Bool { values[key].map { $0.source.hasPrefix("default") } ?? true }
  package func text(_ key: SettingKey) -> String? { values[key]?.text }
  package func integer(_ key: SettingKey) -> Int { values[key].flatMap { Int($0.text) } ?? 0 }
  package var storageMarks: StorageMarks {
    func bytes(_ key: SettingKey) -> Int64 { Int64(integer(key)) << 20 }
    return StorageMarks(low: bytes(.storageLow), noClips: bytes(.storageNoClips), full: bytes(.storageFull))
  }
  package var data: String { Self.absolute(text(.data) ?? ".") }

  private mutating func readFile(_ named: String?, besides standardData: String) async throws {
    let path: String
    if let named {
      path = Self.absolute(named)
    } else {
      path = Self.absolute(values[.data]?.text ?? standardData) + "/booth.json"
      guard FileManager.default.fileExists(atPath: path) else { return }
    }
    let provider: FileProvider<JSONSnapshot>
    do {
      try SettingsFile.check(path)
      provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
    } catch let error as SettingError {
      throw error
    } catch {
      throw SettingError("\(path): cannot be read as a JSON object of settings (\(error))")
    }
    file = path
    for key in SettingKey.allCases where values[key] == nil {
      do {
        let text = try Self.text(key, in: provider)
        let named = key.isGroup ? try Self.text(key, at: key.path + ["name"], in: provider) : nil
        if let text = text ?? named { values[key] = Value(text: text, source: "file \(path)") }
      } catch {
        throw SettingError("\(path): \(key.rawValue) is of the wrong type, expected \(key.kind.words)")
      }
    }
  }

  private static func text(
    _ key: SettingKey, at place: [String]? = nil, in provider: some ConfigProvider
  ) throws -> String? {
    let path = AbsoluteConfigKey(place ?? key.path)
    if case .integer = key.kind {
      // A number in a file, its digits in a variable or a flag.
      if let number = try? provider.value(forKey: path, type: .int).value, case .int(let value) = number.content {
        return String(value)
      }
    }
    guard let value = try provider.value(forKey: path, type: .string).value, case .string(let text) = value.content
    else { return nil }
    return text
  }

  private static func check(_ value: Value, _ key: SettingKey) throws {
    let isRight =
      switch key.kind {
      case .text, .path: !value.text.isEmpty
      case .token: GalleryToken.isUsable(value.text)
      case .integer(let range): Int(value.text).map(range.contains) ?? false
      case .choice(let choices): choices.contains(value.text)
      case .httpURL: try isGalleryAddress(value, key)
      }
    guard isRight else {
      let shown = key.isSecret ? "" : " \"\(value.text.prefix(200))\""
      throw SettingError("\(key.rawValue) (\(value.source)):\(shown) is not \(key.kind.words)")
    }
  }

  /// An address that calls and links can begin with, so without what stands at an address's end.
  private static func isGalleryAddress(_ value: Value, _ key: SettingKey) throws(SettingError) -> Bool {
    do throws(WebAddress.Fault) { _ = try WebAddress(value.text) } catch {
      throw SettingError(
        "\(key.rawValue) (\(value.source)): \"\(value.text.prefix(200))\" is not \(key.kind.words): \(error)")
    }
    return !value.text.contains { $0 == "?" || $0 == "#" }
  }

  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}

extension SettingKey.Kind {
  /// What is expected, in words.
  package var words: String {
    switch self {
    case .text: "a text that is not empty"
    case .token: GalleryToken.words
    case .path: "a path"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .httpURL: "an address such as https://booth.example"
    }
  }
}

/// A setting that cannot be used, in one sentence.
package struct SettingError: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}
