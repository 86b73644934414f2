import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import S3Storage

struct GalleryCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Try whether several galleries can serve a bucket.",
    discussion: """
      Writes, lists, reads and deletes small objects below private/check/ in the bucket, which may be in use. Each line \
      says what was found, and what follows for an event: "good", "note" where it serves with a limit, "BAD" where it \
      cannot serve: then the exit code is 1.
      """)
  @Option(help: "The bucket: `s3://BUCKET` and more; see the manual. (default: gallery.bucket)") var bucket: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(bucket.map { [.galleryBucket: $0] } ?? [:], data: .nothing)
    let place = try BucketPlace(settings: settings, environment: ProcessInfo.processInfo.environment)
    let bucket = place.bucket { words in complain("booth: the bucket is asked again: \(advice: words)") }
    let findings: [S3Probe.Finding]
    do throws(S3Error) {
      let name = S3Probe.name()
      findings = try await S3Probe(bucket, prefix: place.prefix, name: name).run()
    } catch {
      await BucketPlace.end(bucket)
      throw CommandError("gallery.bucket: \(advice: error.words)")
    }
    await BucketPlace.end(bucket)
    let answer = GalleryCheckAnswer(place.words, findings)
    if output.json { try printJSON(answer) } else { say(answer, findings) }
    guard answer.serves else { throw ExitCode(CommandError.failed) }
  }

  private func say(_ answer: GalleryCheckAnswer, _ findings: [S3Probe.Finding]) {
    for finding in findings {
      let word =
        switch finding.verdict {
        case .good: "good"
        case .limited: "note"
        case .bad: "BAD "
        }
      CommandSupport.say("\(word)  \(finding.part): \(advice: finding.words)")
    }
    let notes = findings.count { $0.verdict == .limited }
    CommandSupport.say(
      answer.serves
        ? "\(answer.bucket) can serve events from several machines\(notes == 0 ? "" : ", with \(counted(notes, "note"))")"
        : "\(answer.bucket) cannot serve events")
  }
}

/// What `gallery check` says to programs.
struct GalleryCheckAnswer: Encodable {
  /// One trial.
  struct Check: Encodable {
    var part: String
    var verdict: String
    var words: String
  }

  var bucket: String
  /// Whether it can serve events, with notes or without.
  var serves: Bool
  var checks: [Check]

  init(_ bucket: String, _ findings: [S3Probe.Finding]) {
    self.bucket = bucket
    serves = !findings.contains { $0.verdict == .bad }
    checks = findings.map { Check(part: $0.part, verdict: $0.verdict.rawValue, words: $0.words) }
  }
}

extension S3Probe {
  /// A name that no other trial has.
  static func name() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
