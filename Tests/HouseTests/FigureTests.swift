import Testing

/// What is measured is what runs.
@Suite struct FigureTests {
  private static func benches() throws -> [SourceText] {
    try Repository.files(under: "Benchmarks").filter { $0.hasSuffix(".swift") && $0.contains("/Sources/") }.map {
      SourceText(path: $0, text: try Repository.read($0))
    }
  }

  /// Without what only tests and the lab are built of.
  private static func product() throws -> [SourceText] {
    try Repository.swiftFiles(under: "Sources").filter { source in
      Repository.domain(of: source.path) != "Testing"
    }
  }

  @Test func `a booth runs what is measured`() throws {
    let broken = Figures.law(Figures.all, benches: try Self.benches(), product: try Self.product())
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `every measurement says how a booth comes to it`() throws {
    let benches = try Self.benches()
    try #require(benches.count > 10, "the benchmarks were not found")
    let broken = Figures.completeness(Figures.all, benches: benches)
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `benchmarks call only what the product calls`() throws {
    let broken = Figures.callLaw(benches: try Self.benches(), product: try Self.product())
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  // MARK: The laws can be broken

  private static let bench = SourceText(
    path: "Benchmarks/Sources/bench-a/Screen.swift",
    text: "let time = measure(5) { Picture().paint(frame) } // and .still(frame)")
  private static let picture = SourceText(
    path: "Sources/A/B/Picture.swift", text: "public struct Picture {\n  public func paint(_ frame: Frame) {}\n}")

  private static func screen(_ text: String) -> SourceText {
    SourceText(path: "Sources/Program/booth/Run/Screens.swift", text: text)
  }

  @Test func `a figure of code that nobody runs is found`() {
    let figure = Figures.Figure("bench-a/Screen.swift", Figures.Step("Picture(", in: "Screens.swift"))
    func broken(_ screen: String) -> Int {
      Figures.law([figure], benches: [Self.bench], product: [Self.picture, Self.screen(screen)]).count
    }
    #expect(broken("let picture = Picture()") == 0)
    #expect(broken("let picture = Other() // once Picture()") > 0)
  }

  @Test func `a chain that does not reach the program is found`() {
    let figure = Figures.Figure("bench-a/Screen.swift", Figures.Step("Picture ", in: "Picture.swift"))
    #expect(!Figures.law([figure], benches: [Self.bench], product: [Self.picture]).isEmpty)
  }

  @Test func `a measurement that moved on is found`() {
    let product = [Self.screen("Other()")]
    let figure = Figures.Figure("bench-a/Screen.swift", Figures.Step("Other(", in: "Screens.swift"))
    #expect(Figures.law([figure], benches: [Self.bench], product: product).count == 1)
    let gone = Figures.Figure("bench-a/Gone.swift", Figures.Step("Other(", in: "Screens.swift"))
    #expect(Figures.law([gone], benches: [Self.bench], product: product).count == 1)
  }

  @Test func `a measurement without a row is found`() {
    #expect(Figures.completeness([], benches: [Self.bench]).count == 1)
    #expect(Figures.completeness([.init("bench-a/Screen.swift")], benches: [Self.bench]).isEmpty)
  }

  @Test func `a call that only a benchmark makes is found`() {
    func broken(_ screen: String) -> [String] {
      Figures.callLaw(benches: [Self.bench], product: [Self.picture, Self.screen(screen)])
    }
    #expect(broken("picture.draw(frame)").count == 1)
    #expect(broken("picture.paint(frame)").isEmpty)
    // In the file that declares it, it is no caller.
    #expect(
      Figures.callLaw(
        benches: [Self.bench],
        product: [SourceText(path: "Sources/A/B/Picture.swift", text: Self.picture.text + "\nlet a = b.paint(c)")]
      ).count == 1)
  }
}
