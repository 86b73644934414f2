import BoothTesting
import FoundationEssentials
import Testing

/// `Scripts/run` in a tree of its own, with a compiler that only counts its builds.
@Suite(.timeLimit(.minutes(15))) struct RunScriptTests {
  private static let compiler = """
    #!/bin/sh
    if [ "$1" = --version ]; then echo "Swift of a test"; exit; fi
    echo built >>builds
    # As the real one does in a fresh clone: the packages' versions are chosen by the first build.
    [ -e Package.resolved ] || echo chosen >Package.resolved
    mkdir -p .build-run/release
    printf '#!/bin/sh\\necho started\\n' >.build-run/release/booth
    chmod +x .build-run/release/booth

    """

  @Test func `a start builds where something changed since the last build, and nowhere else`() async throws {
    let folder = try TemporaryFolder()
    let script = try String(contentsOfFile: Program.root.appending(path: "Scripts/run").path, encoding: .utf8)
    for path in ["tree/Package.swift", "tree/Sources/a/a.swift"] { try folder.put(path, []) }
    // By a program of its own: a child that another test starts at that moment holds what this process writes open, until it has begun,
    // and what is open for writing cannot be started (execve(2), ETXTBSY).
    func install(_ path: String, _ text: String) async throws {
      try folder.put("texts/script", Array(text.utf8))
      let done = try await Program.run(
        "/usr/bin/install", ["-D", "-m", "755", folder.path("texts/script"), folder.path(path)])
      #expect(done.code == 0, "\(done.errors)")
    }
    try await install("tree/Scripts/run", script)
    try await install("tree/Scripts/setup", "#!/bin/sh\n")
    try await install("bin/swift", Self.compiler)
    func start() async throws -> (builds: Int, outcome: Program.Outcome) {
      let outcome = try await Program.run(
        folder.path("tree/Scripts/run"), ["--version"], environment: ["PATH": folder.path("bin") + ":/usr/bin:/bin"])
      #expect(outcome.code == 0 && outcome.output.contains("started"), "\(outcome.errors)")
      return (try folder.read("tree/builds").split(separator: UInt8(ascii: "\n")).count, outcome)
    }
    #expect(try await start().builds == 1)
    let second = try await start()
    #expect(second.builds == 1 && second.outcome.errors == "Starting Booth\n", "\(second.outcome.errors)")
    try folder.put("tree/Sources/a/b.swift", [])
    let third = try await start()
    #expect(third.builds == 2 && third.outcome.errors.contains("Booth has changed"), "\(third.outcome.errors)")
    #expect(try await start().builds == 2)
    // Other versions of packages, and another compiler.
    try folder.put("tree/Package.resolved", Array("others\n".utf8))
    #expect(try await start().builds == 3)
    try await install("bin/swift", Self.compiler.replacing("of a test", with: "of another test"))
    #expect(try await start().builds == 4)
    #expect(try await start().builds == 4)
    try FileManager.default.removeItem(atPath: folder.path("tree/Sources/a/a.swift"))
    #expect(try await start().builds == 5)
  }
}
