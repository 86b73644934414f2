package import ArgumentParser
import BoothSystem
import FoundationEssentials

/// The flags that every command knows: where the data is, and the file of settings.
package struct PlaceOptions: ParsableArguments {
  package init() {}

  @Option(
    help: """
      Folder for photos, clips and the database. (default: ~/.local/share/booth; without a booth there, \(DataFolder.ofService) \
      where a service keeps its data)
      """) var data: String?
  @Option(help: "Folder with a folder for each event. (default: `events` in the data folder, else the bundled ones)")
  package var events: String?
  @Option(help: "Folder with device profiles of your own.") package var devices: String?
  @Option(name: .customLong("config"), help: "File of settings (JSON). (default: booth.json in the data folder)")
  package var file: String?

  package var flags: [SettingKey: String] {
    var flags: [SettingKey: String] = [:]
    flags[.data] = data
    flags[.events] = events
    flags[.devices] = devices
    return flags
  }

  /// - Parameters:
  ///   - need: what the command needs of the data folder; another is refused before anything is written.
  ///   - use: what the data folder is used for. The command prints the folder if no flag or setting names it.
  ///   - manner: what becomes of settings that cannot be used; one that takes it leniently says itself what gave way. Nil for a command:
  ///     what asks, or changes what is there, goes on without them and says so; what brings something new in is refused.
  package func settings(
    _ more: [SettingKey: String] = [:], data need: DataFolderNeed = .ours, for use: DataFolder.Use = .beside,
    manner: Settings.Manner? = nil
  ) async throws -> Settings {
    let isCommand = manner == nil
    let manner = manner ?? (need == .nothing || need == .ours ? .lenient : .strict)
    var environment = ProcessInfo.processInfo.environment
    let odd = RawWords.oddVariables()
    for name in odd {
      // Refuse a data folder whose name cannot be read: photos would go to another one.
      if manner == .strict || name == SettingKey.data.variable { throw RawWords.refusal(ofVariable: name) }
      environment[name] = nil
    }
    var settings = try await Settings(
      flags: flags.merging(more) { $1 }, environment: environment, file: file, for: use, manner: manner)
    // Never another folder than was meant.
    if isCommand, settings.isDataDoubted, let first = settings.notices.first {
      throw SettingError("\(first); name the data folder with --data")
    }
    for name in odd { settings.note("\(RawWords.refusal(ofVariable: name)); it is as if it were not set") }
    if settings.values[.data]?.source == DataFolder.sourceOfService {
      complain("booth: the data is the service's, in \(settings.data); --data names another folder")
    }
    if isCommand { settings.complainOfNotices() }
    try settings.checkData(need, saysItself: !isCommand && need == .nothing)
    return settings
  }
}

extension Settings {
  /// Logs which settings were replaced by their defaults.
  package func complainOfNotices() {
    for notice in notices { complain("booth: settings: \(advice: notice)") }
  }
}

/// The flags of whatever runs a gallery.
package struct GalleryOptions: ParsableArguments {
  package init() {}

  @Option(help: "The address our own gallery listens on.") package var galleryHost: String?
  @Option(help: "The port our own gallery listens on; 0 takes a free one.") package var galleryPort: String?
  @Option(name: .customLong("gallery-public-url"), help: "What links begin with.") package var galleryPublicURL: String?
  @Option(
    name: .customLong("gallery-asset-url"), help: "Where pages find pictures and clips, if another server has them.")
  package var galleryAssetURL: String?
  @Option(name: .customLong("gallery-max-upload-mb"), help: "The largest upload that our own gallery takes, in MB.")
  package var galleryMaxUpload: String?
  @Option(help: "Who may see an event of which nobody has said it: `open` or `link`.") package var galleryUnknownEvents:
    String?
  @Option(help: "How much is logged: trace, debug, info, notice, warning, error.") package var logLevel: String?

  package var flags: [SettingKey: String] {
    var flags: [SettingKey: String] = [:]
    flags[.galleryUnknownEvents] = galleryUnknownEvents
    flags[.galleryHost] = galleryHost
    flags[.galleryPort] = galleryPort
    flags[.galleryPublicURL] = galleryPublicURL
    flags[.galleryAssetURL] = galleryAssetURL
    flags[.galleryMaxUpload] = galleryMaxUpload
    flags[.logLevel] = logLevel
    return flags
  }
}

/// `--json` of the console commands.
package struct OutputOptions: ParsableArguments {
  package init() {}

  @Flag(help: "Print JSON instead of words.") package var json = false
}
