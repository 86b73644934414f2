public import BoothCore

extension SceneKind {
  /// Its name in an event's file.
  var eventKey: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" } }
}

extension ArtworkName {
  static func isSound(_ name: String) -> Bool {
    isInsideFolder(name) && name.lowercased().hasSuffix(".wav") && name.utf8.count > 4
  }

  /// Whether the bytes begin as a WAV file does: a RIFF of the form WAVE (Microsoft, "Multimedia Programming Interface and
  /// Data Specifications 1.0").
  static func isWAV(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && bytes[0..<4].elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WAVE".utf8)
  }

  /// The largest sound file that is played: a minute of two channels of 48,000 samples has 11 MB.
  public static let maximumSoundBytes = 32 << 20
}

extension EventFiles {
  /// What is wrong with the event's sounds, from their first bytes and sizes alone.
  func soundProblems(of event: Event) -> [EventProblem] {
    event.theme.sounds.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { scene, name in
      let found: String
      do throws(EventFilesError) {
        let bytes = try head(name, in: event.folder, limit: ArtworkName.maximumSoundBytes)
        if ArtworkName.isWAV(bytes) { return nil }
        found = "a file of another kind"
      } catch {
        found = error.detail
      }
      return EventProblem(
        .warning, file: path(of: EventLibrary.fileName, in: event.folder), key: "theme.sounds.\(scene.eventKey)",
        expected: "a WAV file of at most \(ArtworkName.maximumSoundBytes) bytes in the event's folder",
        found: "\"\(name.printable(limit: 80))\": \(found)", consequence: "nothing is played")
    }
  }
}
