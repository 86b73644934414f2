import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc
import Locations

/// Archives out and in, each by the program's own command in a process of its own, so that nothing of them is ever in the studio's
/// memory.
extension StoredPlaces {
  package func export(progress: @escaping @Sendable (Int, Int) -> Void) async throws(PlaceError) -> ExportedFile {
    let path = "\(passing)/\(UUID().uuidString).zip"
    let all = try await locations(matching: LocationSearch(""))
    let bytes = all.reduce(Int64(0)) { $0 + $1.pictures.reduce(0) { $0 + Int64($1.bytes) } }
    try checkRoom(for: bytes + 1 << 20, at: passing)
    let megabytes = Int(bytes >> 20) + 1
    let counting = Task {
      while !Task.isCancelled {
        progress(min(Self.megabytes(beginning: path), megabytes), megabytes)
        try await Task.sleep(for: .milliseconds(400))
      }
    }
    defer { counting.cancel() }
    let told: ToldExport = try await own(
      ["location", "export", "--out", path, "--json"], atMost: .seconds(4 * 3600), mayComplain: true)
    guard let key = ObjectKey("export.zip"), let file = try Self.open(path, key) else {
      throw .unavailable("the archive was not written")
    }
    // It stays open, and goes after the last reader.
    _ = unlinkQuietly(path)
    return ExportedFile(file: file, bytes: file.info.sizeBytes, locations: told.locations, notes: told.notes)
  }

  /// Of the draft that an export writes beside its name.
  private static func megabytes(beginning path: String) -> Int {
    let parts = path.split(separator: "/")
    let (folder, name) = ("/" + parts.dropLast().joined(separator: "/"), String(parts.last ?? ""))
    var facts = stat()
    guard let draft = names(in: folder).first(where: { $0.hasPrefix(name) }), stat("\(folder)/\(draft)", &facts) == 0
    else { return 0 }
    return Int(facts.st_size >> 20)
  }

  package func bringIn(
    _ file: ReceivedFile, progress: @escaping @Sendable (Int) -> Void
  ) async throws(PlaceError) -> ImportOutcome {
    // Its pictures are kept beside it, and hardly smaller in it.
    var facts = stat()
    try checkRoom(for: stat(file.path, &facts) == 0 ? Int64(facts.st_size) : 0, at: data)
    let before = try await locations(matching: LocationSearch("")).count
    let counting = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        progress(max(0, try await self.locations(matching: LocationSearch("")).count - before))
      }
    }
    defer { counting.cancel() }
    // The file's own name is the studio's, and means nothing to anybody.
    func named(_ words: String) -> String {
      let (words, path) = (plain(words), plain(file.path))
      return words.replacing(path + ": ", with: "").replacing(path, with: "the archive")
    }
    let told: ToldImport
    do throws(PlaceError) {
      told = try await own(
        ["location", "import", file.path, "--json"], atMost: .seconds(4 * 3600), mayComplain: true)
    } catch {
      guard case .refused(let words) = error else { throw error }
      throw .refused(named(words))
    }
    withExtendedLifetime(file) {}
    return ImportOutcome(
      added: told.added.count, known: told.known.count, leftOut: told.leftOut,
      problems: told.problems.map { problem in
        ImportOutcome.Problem(named(problem.words), isError: problem.severity == "error")
      })
  }

  private struct ToldExport: Decodable, Sendable {
    var locations: Int
    var notes: [String]
  }

  private struct ToldImport: Decodable, Sendable {
    struct Problem: Decodable, Sendable {
      var severity: String
      var words: String
    }
    var added: [String]
    var known: [String]
    var leftOut: Int
    var problems: [Problem]
  }

  // MARK: The program's own commands

  /// What the command tells as JSON.
  /// - Parameter mayComplain: an exit code of 1 says that something was wrong with what it has done.
  func own<Told: Decodable & Sendable>(
    _ arguments: [String], atMost patience: Duration, mayComplain: Bool
  ) async throws(PlaceError) -> Told {
    let complaints = "\(passing)/\(UUID().uuidString).said"
    defer { _ = unlinkQuietly(complaints) }
    let ended = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("places") { [data] in
        continuation.resume(
          returning: OwnProgram.run(arguments + ["--data", data], atMost: patience, complaints: complaints))
      }
      if fault != 0 { continuation.resume(returning: nil) }
    }
    guard let ended else { throw .unavailable("it took too long, or could not be started") }
    if ended.code == 0 || mayComplain && ended.code == 1 {
      do { return try JSONDecoder().decode(Told.self, from: Data(ended.output)) } catch {
        if ended.code == 0 { throw .unavailable("it ended, and told nothing") }
      }
    }
    let said = OrdinaryFile.bytes(complaints).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = said.split(separator: "\n").last.map(String.init) ?? "it ended with code \(ended.code)"
    let words =
      line.hasPrefix("booth: ")
      ? String(line.dropFirst(7)) : line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
    throw .refused(plain(words.harmless))
  }
}
