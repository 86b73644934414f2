import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
import Logging
import WebSupport

struct VenueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "venue", abstract: "The venue's network: check it, or bring your own Wi-Fi.",
    subcommands: [VenueCheckCommand.self, VenueWifiCommand.self, VenuePortalCommand.self])
}

struct VenueCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the network at the venue: uplink, login pages, names, clock, what phones see.",
    discussion: """
      Asks for one page of the Debian project that says whether the internet is there, as phones do. Changes nothing; a booth \
      may run. Exit code 0: nothing is wrong; 1: something is.
      """)
  @Option(help: "Another page to ask for; it must answer \"NetworkManager is online\".") var probe = VenueLook.probe
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard WebOrigin(of: probe) != nil, probe.hasPrefix("http://") else {
      throw CommandError(
        "--probe \"\(probe)\": expected an address such as \(VenueLook.probe); only one in the clear shows a login page",
        code: CommandError.usage)
    }
    let settings = try await place.settings(data: .nothing, manner: .lenient)
    let facts = try await VenueLook(settings: settings).facts(probe: probe)
    let lines = facts.lines
    if output.json {
      try printJSON(lines)
    } else {
      for line in lines {
        say("\(line.verdict.mark) \(line.subject): \(line.words)\(line.remedy.map { " → " + $0 } ?? "")")
      }
      if !facts.isLocalOnly, let code = TerminalCode.lines(facts.linkBase) { for row in code { print(row) } }
    }
    if lines.contains(where: { $0.verdict == .bad }) { throw ExitCode(CommandError.failed) }
  }
}

struct VenueWifiCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wifi", abstract: "Write what hostapd and dnsmasq need for the booth's own Wi-Fi.",
    discussion: """
      The Wi-Fi has the name and the password of the settings (wifi.name, wifi.password). It leads to the booth and nowhere \
      else, also where the booth has an uplink. Writes hostapd.conf, dnsmasq.conf, environment and sign.html, the sign to \
      print. See Docs/manual/wifi.md.
      """)
  @Option(help: "The radio, such as wlan0.") var interface: String
  @Option(help: "The country, in two letters: what radios may do differs.") var country: String
  @Option(help: "The channel, 1 to 13.") var channel = 6
  @Option(help: "The booth's address in it, with its network's bits.") var address = "10.38.0.1/22"
  @Option(help: "The folder for the files; made if it is not there.") var out = "/etc/booth/wifi"
  @Flag(help: "Replace files that are there.") var replace = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    guard let wifi = try settings.wifi() else {
      throw CommandError(
        "wifi.name is not set: expected the name that guests see, such as \"Anna & Ben\"", code: CommandError.usage)
    }
    let files: WifiFiles
    do throws(WifiFiles.Fault) {
      files = try WifiFiles(wifi: wifi, interface: interface, country: country, channel: channel, address: address)
    } catch { throw CommandError("\(advice: error.words)", code: CommandError.usage) }
    let sign: WifiSign
    do throws(ImageError) { sign = try WifiSign(wifi) } catch { throw CommandError("\(advice: error)") }
    let folder = Settings.absolute(out)
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw CommandError("\(folder) cannot be made: \(error)", code: CommandError.cannotCreate)
    }
    let port = settings.integer(.galleryPort)
    let hosts = [files.host] + [settings.text(.galleryPublicURL)].compactMap { $0.flatMap(PortalHosts.host) }
    let contents = [
      ("hostapd.conf", files.hostapd), ("dnsmasq.conf", files.dnsmasq),
      ("environment", files.environment(gallery: port, hosts: hosts)), ("sign.html", sign.html.text),
    ]
    for (name, _) in contents { try WrittenFile.isThere("\(folder)/\(name)", replacing: replace) }
    for (name, text) in contents {
      let file = try WrittenFile("\(folder)/\(name)", replacing: replace)
      try file.append(Array(text.utf8))
      try file.finish()
    }
    var notes: [CommandText] = []
    if wifi.password == nil { notes.append("the Wi-Fi is open: set wifi.password, or everyone nearby may join") }
    if settings.text(.galleryURL) != nil {
      notes.append("gallery.url is set: the code to join is shown only by a booth with its own gallery")
    } else if settings.text(.galleryPublicURL) == nil {
      notes.append("set gallery.public_url to \"http://\(files.host):\(port)\", which guests' codes then begin with")
    }
    let paths = contents.map { "\(folder)/\($0.0)" }
    if output.json {
      return try printJSON(VenueWifiAnswer(files: paths, address: files.host, notes: notes))
    }
    for path in paths { say("\(path)") }
    for note in notes { say("note  \(note)") }
    say("Then: systemctl enable --now booth-wifi")
  }
}

/// What `venue wifi` says to programs.
struct VenueWifiAnswer: Encodable {
  var files: [String]
  /// The booth's, in its Wi-Fi.
  var address: String
  var notes: [CommandText]
}

struct VenuePortalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portal", abstract: "Answer what phones ask in the booth's own Wi-Fi, and show guests its page.",
    discussion: "booth-wifi-portal.service runs it.")
  @Option(help: "Where it listens: ADDRESS:PORT, such as 10.38.0.1:80.") var listen: String
  @Option(help: "Where the gallery answers, such as http://10.38.0.1:8080.") var gallery: String
  @Option(help: "Hosts that links begin with, with commas between.") var hosts: String?

  func run() async throws {
    guard let address = ListenAddress(listen) else {
      throw CommandError(
        "--listen \"\(listen)\": expected ADDRESS:PORT, such as 10.38.0.1:80", code: CommandError.usage)
    }
    guard let origin = WebOrigin(of: gallery), gallery.lowercased() == origin.text else {
      throw CommandError(
        "--gallery \"\(gallery)\": expected an address without a path, such as http://10.38.0.1:8080",
        code: CommandError.usage)
    }
    let base = "http://\(address.host)" + (address.port == 80 ? "" : ":\(address.port)")
    let names = (hosts ?? "").split(separator: ",").map { $0.lowercased() } + [address.host.lowercased()]
    let log = ConsoleLog.make("portal", level: "info")
    let server = WebServer(
      responder: PortalServer(CaptivePortal(base: base, gallery: origin.text, hosts: Set(names)), clock: SystemClock()),
      logger: log, address: address.host, port: address.port)
    try await ServedProgram(name: "portal", patience: .seconds(3)).run(server, log: log) {
      let port = try await server.boundPort()
      say("portal: http://\(address.host):\(port)\(CaptivePortal.welcome)")
    }
  }
}

/// The host of an address that links begin with.
enum PortalHosts {
  static func host(_ url: String) -> String? {
    guard let origin = WebOrigin(of: url)?.text, let scheme = origin.firstRange(of: "://") else { return nil }
    return String(origin[scheme.upperBound...].prefix { $0 != ":" })
  }
}
