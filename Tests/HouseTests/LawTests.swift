import Testing

/// Each law, shown to fail on what breaks it and to pass what does not.
@Suite struct LawTests {
  private func source(_ text: String, _ path: String = "Sources/Core/BoothCore/Flow/Sample.swift") -> SourceText {
    SourceText(path: path, text: text)
  }

  @Test func `imports are found in every dress, and not in comments or strings`() {
    let text = """
      import A
      public import B
      @testable import C
      @_spi(X) public import D
      \timport struct E.Thing
      import F.Sub
      // import G
      /* import H
      import I /* nested */
      import J
      */
      let text = "import K"
      let more = \"""
        import L
        \"""
      let raw = #"import "M" "#
      let important = 1
      import N // import O
      """
    #expect(Laws.imports(in: source(text)).map(\.module) == ["A", "B", "C", "D", "E", "F", "N"])
    #expect(Laws.imports(in: source(text)).map(\.line) == [1, 2, 3, 4, 5, 6, 18])
  }

  @Test func `strings with escapes do not hide what follows them`() {
    let text = #"""
      let a = "\"", b = "\\"
      import A
      let c = #"\"#
      import B
      let d = "\(e ? "x" : "y")"
      import C
      """#
    #expect(Laws.imports(in: source(text)).map(\.module) == ["A", "B", "C"])
  }

  private static let modules = ["BoothCore": "Core", "Cameras": "Devices", "Screens": "Devices", "Imaging": "Media"]
  private static let domains: [String: Set<String>] = ["Core": [], "Media": ["Core"], "Devices": ["Core", "Media"]]

  @Test(arguments: [
    ("Sources/Core/BoothCore/A.swift", "Imaging"), ("Sources/Media/Imaging/A.swift", "Cameras"),
    ("Sources/Elsewhere/Thing/A.swift", "BoothCore"),
  ]) func `an import against the table of domains is named with its line`(_ path: String, _ module: String) {
    let text = source("\n@testable import \(module)\n", path)
    let broken = Laws.domainLaw(text, modules: Self.modules, domains: Self.domains)
    #expect(broken.count == 1)
    if !path.contains("Elsewhere") { #expect(broken[0].contains("A.swift:2") && broken[0].contains(module)) }
  }

  @Test(arguments: [
    ("Sources/Devices/Cameras/A.swift", "Imaging"), ("Sources/Devices/Cameras/A.swift", "Screens"),
    ("Sources/Media/Imaging/A.swift", "BoothCore"), ("Sources/Core/BoothCore/A.swift", "Glibc"),
  ]) func `an import of the table of domains is fine`(_ path: String, _ module: String) {
    let text = source("public import \(module)", path)
    #expect(Laws.domainLaw(text, modules: Self.modules, domains: Self.domains).isEmpty)
  }

  @Test(arguments: ["Glibc", "Synchronization", "Dispatch", "Foundation"])
  func `a pure module that touches the system is found`(_ module: String) {
    #expect(Laws.purityLaw(source("import \(module)"), module: "BoothCore").count == 1)
    #expect(Laws.purityLaw(source("import FoundationEssentials"), module: "BoothCore").isEmpty)
    #expect(Laws.purityLaw(source("import \(module)"), module: "BoothSystem").isEmpty)
  }

  @Test func `all of Foundation is refused unless the list says why`() {
    let bad = source("public import Foundation\n")
    #expect(Laws.foundationLaw(bad).count == 1)
    #expect(Laws.foundationLaw(bad, except: [bad.path: "a reason"]).isEmpty)
    #expect(Laws.foundationLaw(source("import FoundationEssentials")).isEmpty)
  }

  @Test(arguments: [
    "public struct Failure: Error {}", "  enum Trouble: Sendable, Error {", "final class Gone: Error, Sendable {",
  ]) func `an error of another name is found`(_ line: String) {
    #expect(Laws.errorLaw(source(line)).count == 1)
  }

  @Test(arguments: [
    "public struct StoreError: Error {}", "struct Fault: Error, Equatable {", "case error(any Error)",
    "enum Words: String {", "struct Box<Failure: Error> {", "func take(_ error: any Error) {",
  ]) func `an error of a right name, and what only speaks of one, is not`(_ line: String) {
    #expect(Laws.errorLaw(source(line)).isEmpty)
  }

  @Test func `a port that throws a fault is found`() {
    #expect(Laws.portErrorLaw(source("  func read() throws(ReadFault)")).count == 1)
    #expect(Laws.portErrorLaw(source("  func read() async throws(StoreError) -> Int")).isEmpty)
  }

  @Test(arguments: ["// TO" + "DO: later", "/* FIX" + "ME */", "fatalError(\"no\")", "let x = try! y()"])
  func `what is unfinished, or ends the process, is found`(_ line: String) {
    #expect(Laws.unfinishedLaw(source("let a = 1\n\(line)\n")).count == 1)
  }

  @Test(arguments: [
    "// fatalError( is not used here", "let x = try? y()", "let text = \"try!\"", "notfatalError(1)", "let entry = 1",
    "mastodon()",
  ]) func `what only sounds like it is not`(_ line: String) {
    #expect(Laws.unfinishedLaw(source(line)).isEmpty)
  }

  @Test(arguments: [
    "try await Task.sleep(for: .seconds(1))", "usleep(10)", "Thread.sleep(forTimeInterval: 1)", "nanosleep(&a, nil)",
  ]) func `sleeping is found`(_ line: String) {
    #expect(Laws.sleepLaw(source(line)).count == 1)
    #expect(Laws.sleepLaw(source("// " + line)).isEmpty)
    #expect(Laws.sleepLaw(source("try await clock.sleep(until: due)")).isEmpty)
  }

  @Test(arguments: [
    "Sources/A/Utils.swift", "Sources/A/StringUtil.swift", "Sources/A/CameraManager.swift", "Sources/A/Helper+x.swift",
    "Sources/A/StoreImpl.swift", "Sources/A/Common.swift", "Sources/A/BaseDriver.swift", "Tests/A/test_helpers.swift",
    "Sources/C/include/common.h",
  ]) func `names that say nothing are found`(_ path: String) {
    #expect(Laws.nameLaw(path: path).count == 1)
  }

  @Test(arguments: [
    "Sources/A/Database.swift", "Sources/A/Baseline.swift", "Sources/Utils/Frame.swift", "Sources/A/Implicit.swift",
    "Sources/A/BoothFlow+Idle.swift", "Sources/A/Simple.swift",
  ]) func `names that only begin like them are not`(_ path: String) {
    #expect(Laws.nameLaw(path: path).isEmpty)
  }

  @Test func `a mention of what is outside the repository is found`() {
    #expect(Laws.standaloneLaw(path: "a.md", text: "see ..\("/")shared/design").count == 1)
    #expect(Laws.standaloneLaw(path: "a.md", text: "x\nin \("/")work/main").count == 1)
    #expect(Laws.standaloneLaw(path: "a.md", text: "a network/shared folder, homework/1").isEmpty)
  }

  @Test func `links are found`() {
    #expect(Laws.links(in: "[a](b/c.md), ![d](e.png)\n[f](http://g)") == ["b/c.md", "e.png", "http://g"])
    #expect(Laws.links(in: "[`a`](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n[g](h.md)") == ["b.md", "h.md"])
  }

  @Test func `a link is relative to its page`() {
    #expect(Laws.path("b.md", from: "Docs/a/c.md") == "Docs/a/b.md")
    #expect(Laws.path("../b.md", from: "Docs/a/c.md") == "Docs/b.md")
    #expect(Laws.path("Docs/b.md", from: "README.md") == "Docs/b.md")
  }

  @Test func `headings are what links may name`() {
    let page = "# A `b`, and c\n```\n# no heading\n```\n## Twice\n## Twice\n### x_y-z"
    #expect(Laws.anchors(in: page) == ["a-b-and-c", "twice", "twice-1", "x_y-z"])
  }
}
