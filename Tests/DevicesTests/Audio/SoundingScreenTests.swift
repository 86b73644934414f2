import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import Audio

/// Sounds of scenes, with a program in the place of `aplay`.
@Suite(.timeLimit(.minutes(15))) struct SoundingScreenTests {
  private static let later = SoundSamples.now + .seconds(3)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A screen whose sounds are written down, line by line, by a program that goes on until it is ended.
  private func screen() throws -> SoundingScreen {
    let path = try folder.putProgram("play", "echo \"$$ $*\" >>\(folder.path)/played\nexec sleep 600")
    return SoundingScreen(
      BlankScreen(), player: SoundPlayer(program: path, logger: quiet), eventFolder: { "/events/" + $0 })
  }

  private var event: Event {
    var event = SoundSamples.wedding
    event.theme.sounds = [.countdown: "beeps.wav", .review: "done.wav", .recording: "go.wav"]
    return event
  }

  private func played(_ count: Int) async -> [(process: pid_t, arguments: String)] {
    while true {
      let text = (try? String(contentsOfFile: folder.path + "/played", encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").compactMap { line -> (pid_t, String)? in
        let parts = line.split(separator: " ", maxSplits: 1)
        return pid_t(parts[0]).map { ($0, String(parts.last ?? "")) }
      }
      if lines.count >= count { return lines }
      await Task.moment()
    }
  }

  private func ends(_ process: pid_t) async { while kill(process, 0) == 0 { await Task.moment() } }

  @Test func `a scene's sound is played once as it begins, and again for the next strip`() async throws {
    let screen = try screen()
    var picture = SoundSamples.picture(.countdown(until: Self.later), event)
    (picture.scene.strip, picture.scene.strips) = (0, 3)
    screen.show(picture)
    let first = await played(1)
    #expect(first[0].arguments == "-q -- /events/wedding/beeps.wav")
    // Only the time goes on; then a scene without a sound, which lets it play.
    for content: Scene.Content in [.countdown(until: Self.later + .seconds(1)), .shutter(since: nil)] {
      picture.scene.content = content
      screen.show(picture)
    }
    picture.scene.content = .countdown(until: Self.later)
    picture.scene.strip = 1
    screen.show(picture)
    let second = await played(2)
    #expect(second.count == 2 && second[1].arguments == first[0].arguments)
    await ends(first[0].process)
    await screen.close()
    await ends(second[1].process)
  }

  @Test func `nothing is played into a clip that has sound`() async throws {
    let screen = try screen()
    var event = event
    event.sound = true
    screen.show(SoundSamples.picture(.countdown(until: Self.later), event))
    let first = await played(1)[0].process
    screen.show(SoundSamples.picture(.recording(since: SoundSamples.now, until: Self.later), event))
    await ends(first)
    event.sound = false
    screen.show(SoundSamples.picture(.attract, event))
    screen.show(SoundSamples.picture(.recording(since: SoundSamples.now, until: Self.later), event))
    #expect(await played(2).map(\.arguments).last == "-q -- /events/wedding/go.wav")
    await screen.close()
  }

  @Test func `an event without sounds, and a machine without the program, are silent`() async throws {
    let screen = SoundingScreen(
      BlankScreen(), player: SoundPlayer(program: folder.path + "/none", logger: quiet),
      eventFolder: { "/events/" + $0 })
    screen.show(SoundSamples.picture(.attract, SoundSamples.wedding))
    screen.show(SoundSamples.picture(.countdown(until: Self.later), event))
    await screen.close()
  }
}
