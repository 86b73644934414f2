/// The figures that the documentation tells, and how a booth comes to run what each of them measures: no figure of code that
/// does not run.
enum Figures {
  /// A file, by its name wherever it lies, and what must stand in its code.
  struct Step {
    var text: String
    var file: String

    init(_ text: String, in file: String) { (self.text, self.file) = (text, file) }
  }

  struct Figure {
    /// The benchmark's file, below `Benchmarks/Sources`.
    var bench: String
    /// From the call that is measured, which stands in the benchmark's code too, up to the program.
    var steps: [Step]

    init(_ bench: String, _ steps: Step...) { (self.bench, self.steps) = (bench, steps) }
  }

  static let all = [
    Figure(
      "bench-imaging/Composite.swift", Step(".composite(", in: "Workshop.swift"),
      Step("CompositeRenderer()", in: "Assembly.swift")),
    Figure(
      "bench-imaging/Sheet.swift", Step(".sheet(", in: "Workshop.swift"),
      Step("CompositeRenderer()", in: "Assembly.swift")),
    Figure("bench-imaging/ScreenFrames.swift", Step("PixelScreen(", in: "Screens.swift")),
    Figure(
      "bench-imaging/ScreenFrames.swift", Step("LivePicture(", in: "LiveState.swift"),
      Step("LiveState(", in: "PixelArtist.swift"), Step("PixelArtist(", in: "PixelScreen.swift"),
      Step("PixelScreen(", in: "Screens.swift")),
    Figure("bench-imaging/GuideFrames.swift", Step("PixelScreen(", in: "Screens.swift")),
    Figure(
      "bench-imaging/Frames.swift", Step(".preview(of: ", in: "TerminalArtist.swift"),
      Step("TerminalArtist(", in: "TerminalScreen.swift"), Step("TerminalScreen(", in: "Screens.swift")),
    Figure(
      "bench-imaging/Frames.swift", Step(".convert(", in: "ClipInput.swift"),
      Step("ClipInput(", in: "ClipWriting.swift"),
      Step("ClipWriting(", in: "H264ClipRecorder.swift"), Step("H264ClipRecorder(", in: "Assembly.swift")),
    Figure(
      "bench-imaging/Frames.swift", Step(".still(of: ", in: "JPEGDarkroom.swift"),
      Step("JPEGDarkroom(", in: "Assembly.swift")),
    Figure(
      "bench-imaging/Frames.swift", Step(".validate(", in: "JPEGDarkroom.swift"),
      Step("JPEGDarkroom(", in: "Assembly.swift")),
    Figure(
      "bench-imaging/Checks.swift", Step(".inspect(", in: "Workshop.swift"), Step("JPEGDarkroom(", in: "Assembly.swift")
    ),
    Figure(
      "bench-features/main.swift", Step("LocalFeatureMatcher(", in: "FeatureProcess.swift"),
      Step("FeatureProcess.run(", in: "FeatureProcessCommand.swift")),
    Figure("bench-clips/main.swift", Step("H264ClipRecorder(", in: "Assembly.swift")),
    Figure("bench-clips/main.swift", Step("FilmStripComposer()", in: "Assembly.swift")),
    Figure("bench-clips/SharedFrames.swift", Step("SharedFrameDecoder()", in: "Assembly.swift")),
    Figure("bench-clips/SharedFrames.swift", Step("H264ClipRecorder(", in: "Assembly.swift")),
    Figure(
      "bench-clips/SharedFrames.swift", Step("LivePicture(", in: "LiveState.swift"),
      Step("LiveState(", in: "PixelArtist.swift"), Step("PixelArtist(", in: "PixelScreen.swift"),
      Step("PixelScreen(", in: "Screens.swift")),
    Figure(
      "bench-store/Commits.swift", Step("store.record(", in: "Booth+Records.swift"),
      Step("VaultSessionStore.open(", in: "StoreStart.swift")),
    Figure(
      "bench-store/Night.swift", Step("store.add(", in: "Booth+Effects.swift"),
      Step("VaultSessionStore.open(", in: "StoreStart.swift")),
    // These run a whole booth.
    Figure("bench-camera/Rig.swift", Step("Booth(", in: "Assembly.swift")),
    Figure("bench-camera/Zero.swift", Step("CameraCalibration(", in: "DevicesCalibrateCommand.swift")),
    Figure(
      "bench-camera/Answers.swift", Step("TerminalScreen(", in: "Screens.swift")),
  ]

  /// What ends the chain, and what breaks it, in words.
  /// - Parameters:
  ///   - benches: the benchmarks' sources.
  ///   - product: what the program is built of.
  static func law(_ figures: [Figure], benches: [SourceText], product: [SourceText]) -> [String] {
    var broken: [String] = []
    for figure in figures {
      guard let bench = benches.first(where: { $0.path.hasSuffix("/" + figure.bench) }) else {
        broken.append("\(figure.bench) is gone")
        continue
      }
      if let first = figure.steps.first, !bench.code.contains(first.text) {
        broken.append("\(figure.bench) does not measure \(first.text)")
      }
      for step in figure.steps {
        let files = product.filter { $0.path.hasSuffix("/" + step.file) && $0.code.contains(step.text) }
        if files.isEmpty {
          broken.append("\(figure.bench) measures what no booth runs: no \(step.text) in \(step.file)")
        }
        if step.file == figure.steps.last?.file, !files.contains(where: { $0.path.hasPrefix("Sources/Program/booth/") })
        {
          broken.append("\(figure.bench): \(step.file) is not the program's own")
        }
      }
    }
    return broken
  }

  /// Every benchmark that reads the processor's clock has its row.
  static func completeness(_ figures: [Figure], benches: [SourceText]) -> [String] {
    let clocks = ["measure(", "cpuMilliseconds()", "cpuSeconds()"]
    return benches.filter { bench in
      !bench.path.contains("/Measuring/") && clocks.contains { bench.code.contains($0) }
        && !figures.contains { bench.path.hasSuffix("/" + $0.bench) }
    }.map { "\($0.path) measures something that Figures.all does not name" }
  }

  /// What benchmarks call that no other file of the product does, with the reason.
  static let exceptions = [
    "faults": "waits until the mock camera's script has come to its fault; nothing of it is measured",
    "light": "its own file's `doubt` calls it, which `inspect` does",
  ]

  /// Every public function of the product that a benchmark calls is called by the product, outside of the files that declare
  /// one of this name.
  static func callLaw(benches: [SourceText], product: [SourceText], except: [String: String] = exceptions) -> [String] {
    var declared: [String: Set<String>] = [:]
    for source in product {
      for function in functions(in: source) where function.isPublic {
        declared[function.name, default: []].insert(source.path)
      }
    }
    let own = Set(benches.flatMap { functions(in: $0).map(\.name) })
    var callers: [String: Set<String>] = [:]
    for source in product { for name in calls(in: source) { callers[name, default: []].insert(source.path) } }
    return benches.flatMap { bench in
      calls(in: bench).sorted().compactMap { name in
        guard let files = declared[name], !own.contains(name), except[name] == nil else { return nil }
        guard callers[name, default: []].subtracting(files).isEmpty else { return nil }
        return "\(bench.path) calls \(name), which nothing in Sources calls"
      }
    }
  }

  private static func functions(in source: SourceText) -> [(name: String, isPublic: Bool)] {
    source.codeLines.compactMap { line in
      guard let range = line.firstRange(of: "func ") else { return nil }
      let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return name.isEmpty ? nil : (String(name), line[..<range.lowerBound].contains("public "))
    }
  }

  /// The names between a point and a parenthesis: `paint` of `picture.paint(frame)`.
  private static func calls(in source: SourceText) -> Set<String> {
    let bytes = Array(source.code.utf8)
    var names: Set<String> = []
    for (end, byte) in bytes.enumerated() where byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") {
      var last = end
      if byte == UInt8(ascii: "{"), last > 0, bytes[last - 1] == UInt8(ascii: " ") { last -= 1 }
      var start = last
      while start > 0, isPartOfName(bytes[start - 1]) { start -= 1 }
      guard start < last, start > 0, bytes[start - 1] == UInt8(ascii: ".") else { continue }
      names.insert(String(decoding: bytes[start..<last], as: UTF8.self))
    }
    return names
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
