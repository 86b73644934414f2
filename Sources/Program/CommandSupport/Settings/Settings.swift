package import BoothCore
import BoothSystem
import Configuration
import FoundationEssentials
import Glibc

/// The program's settings, each with where it came from: flags over `BOOTH_*` variables over one file over defaults.
///
/// ```swift
/// let settings = try await Settings(flags: [:], environment: ["BOOTH_CAMERA": "mock"], file: nil)
/// settings.text(.camera)  // "mock"
/// ```
package struct Settings: Sendable {
  package struct Value: Sendable, Equatable {
    package var text: String
    /// In words, for `config show`: `flag --event`, `variable BOOTH_EVENT`, `file /etc/booth.json`, `default`.
    package var source: String
    package var isFlag: Bool { source.hasPrefix("flag ") }
  }

  /// What becomes of a setting that cannot be used.
  package enum Manner: Sendable {
    /// It is told, and nothing begins: a person is there.
    case strict
    /// Only flags are refused. Anything else gives way to what stands in for it, and is noted: a booth that stands alone takes photos
    /// whatever became of its settings.
    case lenient
  }

  /// A setting, or all of a file, that gave way.
  private struct Fault: Sendable {
    var words: String
    var key: SettingKey?
  }

  package private(set) var values: [SettingKey: Value] = [:]
  /// The file that was read, or nil.
  package private(set) var file: String?
  package let manner: Manner
  private var faults: [Fault] = []
  /// Whether the file could not be read at all, so that its settings are unknown.
  private var isFileLost = false

  /// Whether the unreadable part of the settings may have set this key.
  package func isDoubted(_ key: SettingKey) -> Bool {
    values[key] == nil && (isFileLost || faults.contains { $0.key == key })
  }

  /// What gave way, and to what: one sentence each. Empty where settings are read strictly.
  package var notices: [String] { notices(unless: "") }

  /// The same for a program that was begun with flags of its own, which are not known here.
  package var noticesBesideFlags: [String] { notices(unless: ", where no flag of the booth says otherwise") }

  /// The settings that gave way, each once, in the order in which they were read.
  package var faultyKeys: [SettingKey] {
    faults.compactMap(\.key).reduce(into: []) { keys, key in if !keys.contains(key) { keys.append(key) } }
  }

  private func notices(unless condition: String) -> [String] {
    faults.map { fault in
      guard let key = fault.key else { return fault.words }
      let value =
        values[key].map { key.isSecret ? "another one holds" : "\"\($0.text)\" holds" } ?? "it is as if it were not set"
      return "\(fault.words); until that is mended, \(value)\(condition)"
    }
  }

  /// Whether the unreadable settings may have named another data folder, so that the right one is unknown.
  package private(set) var isDataDoubted = false

  /// - Parameters:
  ///   - flags: what the command line says.
  ///   - environment: all variables; unknown `BOOTH_*` ones are refused, or noted.
  ///   - file: `--config`; else `BOOTH_CONFIG`; else `booth.json` in the data folder, if it is there. A variable that is
  ///     empty is as if it were not set. What `--config` names has to be there, in either manner.
  ///   - use: what the data folder is wanted for, if none is named.
  package init(
    flags: [SettingKey: String], environment: [String: String], file named: String?, for use: DataFolder.Use = .start,
    manner: Manner = .strict
  ) async throws {
    self.manner = manner
    let known = SettingKey.allCases.map(\.variable) + ["BOOTH_CONFIG"]
    for name in environment.keys.sorted()
    where name.hasPrefix("BOOTH_") && !known.contains(name) && !Self.otherVariables.contains(name) {
      try refuse("\(name) is no variable of booth\(NearestName.hint(name, known.sorted()))")
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
        try take(text, from: "flag \(key.flag)", for: key)
      } else if let text = try Self.text(key, in: environmentLayer), !text.isEmpty {
        try take(text, from: "variable \(key.variable)", for: key)
      }
    }
    if named?.isEmpty == true { throw SettingError("--config: expected the path of a file, found an empty one") }
    let variable = environment["BOOTH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let standard = DataFolder.standard(environment, for: use)
    try readFile(named, variable, besides: standard.path)
    for key in SettingKey.allCases where values[key] == nil {
      let isDoubted = isFileLost || faults.contains { $0.key == key }
      if isDoubted, let text = key.guardedValue {
        values[key] = Value(text: text, source: "default where the setting cannot be read")
      } else if let text = key.defaultValue {
        values[key] = Value(text: text, source: "default")
      }
    }
    if values[.data] == nil {
      isDataDoubted = (isFileLost && (named ?? variable) != nil) || faults.contains { $0.key == .data }
      values[.data] = Value(text: standard.path, source: standard.source)
    }
    try checkMarks()
  }

  /// Takes a value that is right; a wrong one is refused, or leaves its place to the next layer.
  private mutating func take(_ text: String, from source: String, for key: SettingKey) throws {
    let text = key.kind == .token ? GalleryToken.trimmed(text) : text
    let value = Value(text: text, source: source)
    do { try Self.check(value, key) } catch let error as SettingError {
      if value.isFlag { throw error }
      try refuse(error.description, of: key)
      return
    }
    values[key] = value
  }

  private mutating func refuse(_ words: String, of key: SettingKey? = nil) throws(SettingError) {
    guard manner == .lenient else { throw SettingError(words) }
    faults.append(Fault(words: words, key: key))
  }

  /// Notes something about the settings that keeps nothing from beginning.
  package mutating func note(_ words: String) { faults.append(Fault(words: words, key: nil)) }

  /// Holds a setting against what it is for, which is known elsewhere. One that a flag says is refused where it does not do, any other
  /// gives way to its default.
  package mutating func prove(_ key: SettingKey, _ trial: (String) throws -> Void) throws {
    guard let value = values[key], !isDefault(key) else { return }
    do { try trial(value.text) } catch {
      guard manner == .lenient, !value.isFlag, let words = CommandError(error)?.message else { throw error }
      let text = key.guardedValue ?? key.defaultValue
      values[key] = text.map { Value(text: $0, source: "default") }
      faults.append(Fault(words: "\(key.rawValue) (\(value.source)): \(words)", key: key))
    }
  }

  /// Each water mark lies below the one that is reached before it.
  private mutating func checkMarks() throws {
    let marks = [SettingKey.storageLow, .storageNoClips, .storageFull]
    for (higher, lower) in zip(marks, marks.dropFirst()) where integer(higher) < integer(lower) {
      func words(_ key: SettingKey) -> String { "\(key.rawValue) (\(values[key]?.source ?? "not set"))" }
      let told =
        "\(words(higher)) is \(integer(higher)), below \(words(lower)), which is \(integer(lower)); "
        + "expected \(marks.map(\.rawValue).joined(separator: " ≥ "))"
      guard manner == .lenient else { throw SettingError(told) }
      for key in marks { values[key] = key.defaultValue.map { Value(text: $0, source: "default") } }
      let defaults = marks.map { String(integer($0)) }.joined(separator: ", ")
      return note("\(told); until that is mended, \(defaults) hold")
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

  /// Sets what was not set: a default that is another for what is run.
  package mutating func assume(_ key: SettingKey, _ text: String, because reason: String) {
    guard isDefault(key) else { return }
    values[key] = Value(text: text, source: "default \(reason)")
  }
  /// Leaves out what no flag has said.
  package mutating func forget(_ keys: [SettingKey]) {
    for key in keys where values[key]?.isFlag == false {
      values[key] = key.defaultValue.map { Value(text: $0, source: "default") }
    }
  }

  /// Whether nothing was said about it.
  package func isDefault(_ key: SettingKey) -> Bool { values[key].map { $0.source.hasPrefix("default") } ?? true }
  package func text(_ key: SettingKey) -> String? { values[key]?.text }
  package func integer(_ key: SettingKey) -> Int { values[key].flatMap { Int($0.text) } ?? 0 }
  package var storageMarks: StorageMarks {
    func bytes(_ key: SettingKey) -> Int64 { Int64(integer(key)) << 20 }
    return StorageMarks(low: bytes(.storageLow), noClips: bytes(.storageNoClips), full: bytes(.storageFull))
  }
  package var data: String { Self.absolute(text(.data) ?? ".") }

  /// - Parameters:
  ///   - named: what `--config` says; a person's slip there is refused.
  ///   - variable: what `BOOTH_CONFIG` says.
  private mutating func readFile(_ named: String?, _ variable: String?, besides standardData: String) throws {
    let path: String
    if let named = named ?? variable {
      path = Self.absolute(named)
    } else {
      path = Self.absolute(values[.data]?.text ?? standardData) + "/booth.json"
      guard Self.isTaken(path) else { return }
    }
    let read = SettingsFile(path)
    if named != nil, !Self.isTaken(path), let problem = read.problems.first { throw SettingError(problem.words) }
    file = path
    for problem in read.problems {
      if problem.isWhole {
        isFileLost = true
        try refuse(problem.words + "\(manner == .lenient ? "; until that is mended, none of its settings holds" : "")")
      } else {
        try refuse(problem.words, of: problem.key.flatMap { values[$0] == nil ? $0 : nil })
      }
    }
    for key in SettingKey.allCases where values[key] == nil {
      if let text = read.values[key] { try take(text, from: "file \(path)", for: key) }
    }
  }

  /// Whether anything has this name, a link that leads nowhere too.
  private static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  private static func text(_ key: SettingKey, in provider: some ConfigProvider) throws -> String? {
    let path = AbsoluteConfigKey(key.path)
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
