import BoothCore
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import FeatureMatching
@testable import ImageRegistration

@Suite struct FeatureProcessTests {
  let picture = Seeded(5).pictured(width: 96, height: 64)

  /// Beside the test runner, where the build puts it.
  private static func program(_ arguments: String...) -> FeatureProgram {
    let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = runner.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    return FeatureProgram(path: folder + "/TestHelper", arguments: ["TestHelper", "features"] + arguments)
  }

  /// A file of weights that is gone with the test.
  private static func withWeights(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/features-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/features.weights"
    try Data(TinyNetworks.weights(seed: 7).bytes).write(to: URL(filePath: path))
    try body(path)
  }

  /// The processes that were started with this argument.
  private static func processes(with argument: String) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(pid_t.init).filter { id in
      let words = (FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()).split(separator: 0)
      return words.contains { String(decoding: $0, as: UTF8.self) == argument }
    }
  }

  private func failure(_ matcher: FeatureProcessMatcher) -> String {
    do throws(FeatureError) {
      _ = try matcher.features(of: picture, mask: nil, limit: 10)
      return "it answered"
    } catch {
      return error.description
    }
  }

  @Test func `the process answers as the networks themselves do`() throws {
    try Self.withWeights { path in
      let there = FeatureProcessMatcher(Self.program("serve", path))
      let here = try LocalFeatureMatcher(TinyNetworks.weights(seed: 7))
      var mask = picture
      for index in mask.pixels.indices { mask.pixels[index] = index % 96 < 48 ? 255 : 0 }
      let found = try there.features(of: picture, mask: nil, limit: 100)
      let masked = try there.features(of: picture, mask: mask, limit: 100)
      let (expected, expectedMasked) = try (
        here.features(of: picture, mask: nil, limit: 100), here.features(of: picture, mask: mask, limit: 100)
      )
      #expect(found == expected && masked == expectedMasked)
      #expect(found.points.count > 10 && masked.points.count < found.points.count)
      let (pairs, expectedPairs) = try (
        there.matches(found, masked, least: 0), here.matches(found, masked, least: 0)
      )
      #expect(!pairs.isEmpty)
      #expect(pairs == expectedPairs)
    }
  }

  @Test func `a process that dies in the middle costs one answer`() throws {
    try Self.withWeights { path in
      let moment = Mutex(Instant(nanoseconds: 0))
      let matcher = FeatureProcessMatcher(Self.program("die"), timeout: .seconds(600)) { moment.withLock { $0 } }
      #expect(failure(matcher).contains("left with code 3"))
      #expect(failure(matcher).contains("stays off for 1 s"), "the second death within a minute")
      #expect(failure(matcher).contains("stays off for"), "nothing is started meanwhile")
      moment.withLock { $0 = $0 + .seconds(2) }
      #expect(failure(matcher).contains("stays off for 120 s"), "the third")
      moment.withLock { $0 = $0 + .seconds(119) }
      #expect(failure(matcher).contains("died too often"))
      moment.withLock { $0 = $0 + .seconds(2) }
      #expect(failure(matcher).contains("started again with the next question"))

      let killed = FeatureProcessMatcher(Self.program("serve", path), timeout: .seconds(600))
      let features = try killed.features(of: picture, mask: nil, limit: 50)
      // Between two questions: the next one finds no viewer, and says so; the one after is answered.
      let processes = Self.processes(with: path)
      #expect(processes.count == 1)
      for id in processes { kill(id, SIGKILL) }
      #expect(failure(killed).contains("ended by signal 9"))
      let again = try killed.features(of: picture, mask: nil, limit: 50)
      #expect(again == features)
    }
  }

  @Test func `a process that is no longer needed goes, and another one comes when it is`() throws {
    try Self.withWeights { path in
      let matcher = FeatureProcessMatcher(Self.program("serve", path), timeout: .seconds(600))
      let features = try matcher.features(of: picture, mask: nil, limit: 50)
      let first = Self.processes(with: path)
      matcher.rest()
      let again = try matcher.features(of: picture, mask: nil, limit: 50)
      let second = Self.processes(with: path)
      #expect(again == features)
      #expect(first.count == 1 && second.count == 1 && first != second)
    }
  }

  @Test func `the live view comes first: the process leaves the processor to others`() throws {
    try Self.withWeights { path in
      let matcher = FeatureProcessMatcher(Self.program("serve", path), timeout: .seconds(600))
      _ = try matcher.features(of: picture, mask: nil, limit: 5)
      let id = try #require(Self.processes(with: path).first)
      #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(id)) >= 10)
    }
  }

  @Test func `nonsense from the process is an error in words, and never believed`() throws {
    for (behaviour, words) in [
      ("babble", "senseless"), ("claim", "senseless"), ("short", "died in the middle"),
    ] {
      let matcher = FeatureProcessMatcher(Self.program(behaviour), timeout: .seconds(600))
      #expect(failure(matcher).contains(words), "\(behaviour)")
    }
  }

  @Test func `a process that never answers is given up`() throws {
    let matcher = FeatureProcessMatcher(Self.program("hang"), timeout: .milliseconds(200))
    #expect(failure(matcher).contains("took longer"))
  }

  @Test func `a program that is not there is an error in words`() throws {
    let matcher = FeatureProcessMatcher(FeatureProgram(path: "/nowhere/booth", arguments: ["booth"]))
    #expect(failure(matcher).contains("/nowhere/booth"))
  }

  @Test func `without weights the process says what to do, and finds them once they are there`() throws {
    try Self.withWeights { path in
      let later = path + ".later"
      let matcher = FeatureProcessMatcher(Self.program("serve", later), timeout: .seconds(600))
      #expect(failure(matcher).contains("Scripts/setup weights"))
      try FileManager.default.copyItem(atPath: path, toPath: later)
      let found = try matcher.features(of: picture, mask: nil, limit: 10)
      #expect(found.points.count == 10)
    }
  }

  @Test func `nothing is asked that the process would not take`() throws {
    let matcher = FeatureProcessMatcher(Self.program("die"))
    let wide = GreyPicture(width: 4001, height: 1, pixels: Array(repeating: 0, count: 4001))
    let error = #expect(throws: FeatureError.self) { try matcher.features(of: wide, mask: nil, limit: 10) }
    #expect(error?.description.contains("4000") == true)
    #expect(throws: FeatureError.self) {
      try matcher.features(of: picture, mask: wide, limit: 10)
    }
    let many = TinyNetworks.features(count: 4097, seed: 1)
    #expect(throws: FeatureError.self) { try matcher.matches(many, many, least: 0) }
  }

  @Test func `at the end of its questions the server leaves, by socket or by pipe`() throws {
    for usesPipes in [false, true] {
      var (questions, answers): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      if usesPipes {
        #expect(pipe(&questions) == 0 && pipe(&answers) == 0)
      } else {
        var pair: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        (questions, answers) = ([pair[0], dup(pair[1])], [dup(pair[1]), dup(pair[0])])
        close(pair[1])
      }
      // All that is asked fits into the kernel's memory for a pipe, so one thread can write, serve and read.
      let sets = (TinyNetworks.features(count: 5, seed: 1), TinyNetworks.features(count: 6, seed: 2))
      for least: Float in [0, 2] {
        let message = FeatureWire.message(FeatureWire.Question.pair(sets.0, sets.1, least: least))
        #expect(write(questions[1], message, message.count) == message.count)
      }
      if usesPipes {
        close(questions[1])
        // Closed once: its number may be another test's socket by now.
        questions.removeLast()
      } else {
        shutdown(questions[1], Int32(SHUT_WR))
      }
      FeatureProcess.serve(input: questions[0], output: answers[1]) { () throws(FeatureError) in
        try LocalFeatureMatcher(TinyNetworks.weights(seed: 7))
      }
      let stream = FeatureStream(input: answers[0], output: -1)
      let (first, second) = (try stream.read(), try stream.read())
      guard case .paired(let pairs) = try FeatureWire.answer(first.kind, first.body) else {
        Issue.record("no pairs")
        return
      }
      #expect(!pairs.isEmpty)
      #expect(try FeatureWire.answer(second.kind, second.body) == .paired([]))
      for descriptor in Set(questions + answers) { close(descriptor) }
    }
  }
}

@Suite struct FeatureWireTests {
  let sets = (TinyNetworks.features(count: 3, seed: 1), TinyNetworks.features(count: 2, seed: 2))

  private var questions: [FeatureWire.Question] {
    let picture = GreyPicture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
    return [
      .find(picture, mask: nil, limit: 9), .find(picture, mask: picture, limit: 0), .pair(sets.0, sets.1, least: 0.03),
    ]
  }

  private var answers: [FeatureWire.Answer] {
    [
      .found(sets.0), .paired([FeatureWire.Pair(old: 1, new: 0, probability: 0.5)]), .paired([]),
      .failed("Größer als erlaubt"),
    ]
  }

  @Test func `what is said is what is heard`() throws {
    for question in questions {
      let message = FeatureWire.message(question)
      let (kind, length) = try FeatureWire.header(Array(message.prefix(12)))
      #expect(length == message.count - 12)
      #expect(try FeatureWire.question(kind, Array(message.dropFirst(12))) == question)
    }
    for answer in answers {
      let message = FeatureWire.message(answer)
      let (kind, length) = try FeatureWire.header(Array(message.prefix(12)))
      #expect(length == message.count - 12)
      #expect(try FeatureWire.answer(kind, Array(message.dropFirst(12))) == answer)
    }
  }

  @Test func `messages of any length and content break nothing`() throws {
    var seeded = Seeded(8)
    for message in questions.map({ FeatureWire.message($0) }) + answers.map({ FeatureWire.message($0) }) {
      let (kind, _) = try FeatureWire.header(Array(message.prefix(12)))
      let body = Array(message.dropFirst(12))
      for count in 0..<min(body.count, 60) where kind != .failed && count > 0 {
        #expect(throws: FeatureWireFault.self) { try FeatureWire.question(kind, Array(body.prefix(count))) }
        #expect(throws: FeatureWireFault.self) { try FeatureWire.answer(kind, Array(body.prefix(count))) }
      }
      #expect(throws: FeatureWireFault.self) { try FeatureWire.question(kind, body + [7]) }
      for _ in 0..<300 where !body.isEmpty {
        var changed = body
        for _ in 0..<3 {
          let place = min(body.count - 1, Int((seeded.next() + 1) / 2 * Float(body.count)))
          changed[place] = UInt8(truncatingIfNeeded: Int(seeded.next() * 300))
        }
        _ = try? FeatureWire.question(kind, changed)
        _ = try? FeatureWire.answer(kind, changed)
      }
      for place in 0..<12 {
        var header = Array(message.prefix(12))
        header[place] ^= 0xFF
        if let read = try? FeatureWire.header(header) { #expect(read.length <= FeatureWire.bodyLimit(read.kind)) }
      }
    }
  }

  @Test func `words that are too long are cut, and stay text`() throws {
    let message = FeatureWire.message(FeatureWire.Answer.failed(String(repeating: "ü", count: 5000)))
    let (kind, _) = try FeatureWire.header(Array(message.prefix(12)))
    #expect(
      try FeatureWire.answer(kind, Array(message.dropFirst(12))) == .failed(String(repeating: "ü", count: 2048)))
  }
}
