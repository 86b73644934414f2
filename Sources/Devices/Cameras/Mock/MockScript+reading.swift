import BoothCore
import ConfigFiles

extension MockScript {
  /// Reads a script's bytes. Never fails, however hostile they are; a script with problems is not to be played.
  static func reading(_ bytes: [UInt8], file: String) -> (script: MockScript, problems: [DeviceError]) {
    // Recorded scripts have a list of times for each call.
    var reader = StrictReader(file: file, maximumBytes: 1 << 20)
    let known = [
      "kind", "pictures", "pattern", "size", "framesPerSecond", "layout", "stillSize", "seed", "model", "takesStills",
      "formats",
      "delays", "faults",
    ]
    let script = reader.fields(of: bytes, known: known).map { reader.mockScript($0) }
    return (script ?? MockScript(), reader.problems)
  }
}

extension StrictReader {
  fileprivate mutating func mockScript(_ fields: FileFields) -> MockScript {
    var script = MockScript()
    _ = choice("kind", in: fields, of: ScriptWord.self)
    // Texts are taken as they are: a camera's own name may have anything in it.
    script.pictures = value("pictures", in: fields, expected: "a folder's path") { $0.text }
    script.showsPattern = bool("pattern", in: fields, otherwise: script.showsPattern)
    script.model = value("model", in: fields, expected: "a text") { $0.text }
    script.formats = list("formats", in: fields, of: "texts", 0...1000, each: "a text") { $0.text }
    let limits = "both even and from 64 to 8192"
    script.size = size("size", in: fields, limits, allows: MockScript.allows(size:)) ?? script.size
    script.stillSize = size("stillSize", in: fields, limits, allows: MockScript.allows(size:)) ?? script.stillSize
    script.framesPerSecond = whole("framesPerSecond", in: fields, MockScript.rates) ?? script.framesPerSecond
    switch choice("layout", in: fields, of: LayoutWord.self) {
    case .i420: script.layout = .i420
    case .jpeg: script.layout = .jpeg
    case nil: break
    }
    script.seed = whole("seed", in: fields, 0...Int.max).map { UInt64($0) } ?? script.seed
    script.takesStills = bool("takesStills", in: fields, otherwise: script.takesStills)
    script.delays = delays(in: fields)
    script.faults = list("faults", in: fields, of: "faults", 0...10_000).compactMap { mockFault($0) }
    return script
  }

  // MARK: Delays

  private mutating func delays(in fields: FileFields) -> MockDelays {
    var delays = MockDelays()
    let known = ["open", "start", "stop", "still", "firstFrame", "lag", "focus"]
    guard let fields = object("delays", in: fields, known: known, expected: "an object such as {still: 0.8}") else {
      return delays
    }
    delays.open = times("open", in: fields)
    delays.start = times("start", in: fields)
    delays.stop = times("stop", in: fields)
    delays.still = times("still", in: fields)
    delays.lag = times("lag", in: fields)
    delays.focus = times("focus", in: fields)
    delays.firstFrame =
      value("firstFrame", in: fields, expected: "one number of seconds from 0 to 3600") { value in
        Self.times(value).flatMap { $0.count <= 1 ? $0 : nil }
      }?.first
    return delays
  }

  private mutating func times(_ key: String, in fields: FileFields) -> [Duration] {
    let expected = "seconds from 0 to 3600, or a list of at most 1000 of them"
    return value(key, in: fields, expected: expected) { Self.times($0) } ?? []
  }

  /// One number of seconds, or a list of them.
  private static func times(_ value: FileValue) -> [Duration]? {
    let items = value.items ?? [value]
    let seconds = items.compactMap(\.double).filter { (0...3600).contains($0) }
    return seconds.count == items.count && items.count <= 1000 ? seconds.map { .seconds($0) } : nil
  }
}

private enum ScriptWord: String, CaseIterable { case mock }

/// The layouts that a mock camera delivers.
private enum LayoutWord: String, CaseIterable { case i420, jpeg }
