import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials

/// What came of the sessions that the booth played by itself.
struct Summary: Codable, Sendable {
  struct File: Codable, Sendable {
    var kind: String
    var strip: Int
    var path: String
    var sizeBytes: Int64
    var checksum: String
    var uploaded: Bool
    var durationSeconds: Double?
    var frames: Int?
    var droppedFrames: Int?
    var fromLiveView: Bool
  }

  struct Session: Codable, Sendable {
    var id: String
    var link: String
    var state: String
    /// From the press to the QR code.
    var secondsToQR: Double
    /// From the last review's end to the QR code: until the jobs were durable.
    var secondsFromLastReviewToQR: Double?
    var files: [File]
    /// What is missing or poor, though the session is whole.
    var notes: [String]
  }

  var sessions: [Session] = []
  /// What went wrong, in a sentence, or nil.
  var failure: String?

  func printWords() {
    for session in sessions {
      say("session \(session.id)  \(session.state)  code after \(Self.seconds(session.secondsToQR))")
      say("  \(session.link)")
      for file in session.files {
        var words =
          "  \(file.kind)\(file.strip >= 0 ? " \(file.strip + 1)" : "")  \(file.path)  \(file.sizeBytes) bytes"
        if let duration = file.durationSeconds { words += "  \(Self.seconds(duration))" }
        if let dropped = file.droppedFrames, let frames = file.frames {
          words += "  \(dropped) of \(frames) frames lost"
        }
        if file.fromLiveView { words += "  from the live view" }
        words += file.uploaded ? "  uploaded" : "  not uploaded yet"
        say("\(words)")
      }
      for note in session.notes { say("  note: \(advice: note)") }
    }
    say("\(total)")
  }

  /// `2 sessions played: 6 photos and 6 clips in /data/sessions.`
  var total: String {
    let files = sessions.flatMap(\.files)
    let photos = counted(files.count { $0.kind == AssetKind.photo.rawValue }, "photo")
    let clips = counted(files.count { $0.kind == AssetKind.video.rawValue }, "clip")
    let folder = files.first.flatMap { file in
      let parts = file.path.split(separator: "/").dropLast(2)
      return file.path.hasPrefix("/") && !parts.isEmpty ? "/" + parts.joined(separator: "/") : nil
    }
    return "\(counted(sessions.count, "session")) played"
      + (files.isEmpty ? "." : ": \(photos) and \(clips)\(folder.map { " in \($0)" } ?? "").")
  }

  private static func seconds(_ value: Double) -> String { "\((value * 100).rounded() / 100) s" }
}
