import Audio
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import StudioModel

extension Examination {
  /// One line where an event asks for sound, none if no event does. Looks at the kernel's list only: nothing is opened.
  func sound() -> [Finding] {
    guard let eventStore = try? EventPlaces.load(settings), let event = eventStore.events.first(where: \.sound) else {
      return []
    }
    let choice = settings.text(.soundDevice) ?? ALSAMicrophone.automatic
    let found = SoundDevices.list()
    if found.isEmpty {
      return [
        .warning(
          "sound", "\(event.slug) asks for clips with sound, and no microphone is attached: they will be without",
          "plug one in, or leave \"sound\" out of its event.json", .init(.microphoneNone))
      ]
    }
    guard choice != ALSAMicrophone.automatic else {
      let first = found.first { !$0.inUse } ?? found[0]
      return [
        .fine(
          "sound", "\(event.slug) asks for it: \(first.model) at \(first.name)", .init(.microphoneReady, first.model))
      ]
    }
    if let named = found.first(where: { $0.name == choice }) {
      return [
        .fine("sound", "\(event.slug) asks for it: \(named.model) at \(choice)", .init(.microphoneReady, named.model))
      ]
    }
    // A name of ALSA's configuration may mean any of them.
    guard choice.contains("CARD=") else {
      return [.fine("sound", "\(event.slug) asks for it: \(choice)", .init(.microphoneReady, choice))]
    }
    return [
      .warning(
        "sound", "\(event.slug) asks for clips with sound, and \(choice) is not among the microphones here",
        "see: booth devices", .init(.microphoneMissing, choice))
    ]
  }

  /// One line where an event asks for a voice, none if no event does.
  func voice() -> [Finding] {
    guard let eventStore = try? EventPlaces.load(settings), let event = eventStore.events.first(where: \.spoken) else {
      return []
    }
    guard Voice.isThere() else {
      return [
        .warning(
          "voice", "\(event.slug) asks for a voice, and \(Voice.program) is not there: nothing will be said",
          "apt-get install espeak-ng", .init(.voiceMissing))
      ]
    }
    guard hasLoudspeakers else {
      return [
        .warning(
          "voice", "\(event.slug) asks for a voice, and no sound card plays anything: nothing will be heard",
          "plug in loudspeakers with a card of their own, or leave \"spoken\" out of its event.json",
          .init(.speakersNone))
      ]
    }
    return [.fine("voice", "\(event.slug) asks for it: \(Voice.program)", .init(.voiceReady))]
  }

  /// One line where an event has sounds of its own, none if no event does.
  func sounds() -> [Finding] {
    guard let eventStore = try? EventPlaces.load(settings),
      let event = eventStore.events.first(where: { !$0.theme.sounds.isEmpty })
    else { return [] }
    guard SoundPlayer.isThere() else {
      return [
        .warning(
          "sounds", "\(event.slug) has sounds, and \(SoundPlayer.program) is not there: nothing will be played",
          "apt-get install alsa-utils", .init(.soundsMissing))
      ]
    }
    guard hasLoudspeakers else {
      return [
        .warning(
          "sounds", "\(event.slug) has sounds, and no sound card plays anything: nothing will be heard",
          "plug in loudspeakers with a card of their own, or leave \"sounds\" out of its event.json",
          .init(.speakersNone))
      ]
    }
    let count = event.theme.sounds.count
    return [.fine("sounds", "\(event.slug) has \(count): \(SoundPlayer.program)", .init(.soundsReady, count: count))]
  }

  private var hasLoudspeakers: Bool {
    let cards = (try? String(contentsOfFile: "/proc/asound/pcm", encoding: .utf8)) ?? ""
    return cards.contains("playback")
  }
}
