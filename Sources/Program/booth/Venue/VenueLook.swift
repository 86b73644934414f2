import AsyncHTTPClient
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import HTTPClientSupport
import NIOCore
import NIOHTTP1
import NIOPosix

/// Gathers what ``VenueFacts`` judges. Changes nothing.
struct VenueLook {
  /// What Debian's own machines ask to find out whether the internet is there, and what they hear: the package
  /// network-manager-config-connectivity-debian.
  static let probe = "http://network-test.debian.org/nm"
  private static let hope = "NetworkManager is online"
  private static let patience = Duration.seconds(8)

  let settings: Settings

  func facts(probe: String) async throws(CommandError) -> VenueFacts {
    let interfaces = LANAddress.all()
    let uplink = interfaces.isEmpty && probe == Self.probe ? .unasked : await Self.uplink(probe)
    let time = SystemClock().wallTime
    let remote = settings.text(.galleryURL)
    var base =
      settings.text(.galleryPublicURL) ?? remote
      ?? OwnGallery.base(host: settings.text(.galleryHost) ?? "0.0.0.0", port: settings.integer(.galleryPort))
    // A running booth knows what its flags said.
    do { base = try await Console(settings: settings).status().linkBase } catch {
      // None runs here: what the settings say holds.
    }
    let wifi = try settings.wifi()
    return VenueFacts(
      interfaces: interfaces, probe: probe, uplink: uplink, now: time.unixSeconds, isClockSet: time.trusted,
      linkBase: base, isLocalOnly: OwnGallery.isLocalOnly(base), needsUplink: remote != nil,
      wifi: wifi.map { Self.wifi($0.name) })
  }

  /// Asks as a phone does: in the clear, following no redirect.
  static func uplink(_ probe: String) async -> VenueFacts.Uplink {
    let http = HTTPClient.program(connect: .seconds(5))
    defer { http.end() }
    var request = HTTPClientRequest(to: probe)
    request.headers.add(name: "Cache-Control", value: "no-cache")
    do {
      let answer = try await http.execute(request, timeout: .nanoseconds(patience.wholeNanoseconds))
      let body = try await answer.body.collect(upTo: 64 << 10)
      let text = String(decoding: body.readableBytesView, as: UTF8.self)
      guard answer.status == .ok, text.hasPrefix(hope) else {
        return .replaced(
          status: Int(answer.status.code),
          location: answer.headers.first(name: "Location").map { String($0.prefix(200)) })
      }
      return .clear(date: answer.headers.first(name: "Date").flatMap { HTTPDate.seconds($0) })
    } catch is NIOTooManyBytesError {
      return .replaced(status: 200, location: nil)
    } catch let error as NIOPosix.NIOConnectionError where error.connectionErrors.isEmpty {
      return .noName
    } catch {
      return .unreachable(ConnectionWords.of(error))
    }
  }

  private static func wifi(_ name: String) -> VenueFacts.Wifi {
    let radios = radios()
    let missing = ["hostapd", "dnsmasq"].filter { program in
      !["/usr/sbin/", "/usr/bin/", "/sbin/"].contains { access($0 + program, X_OK) == 0 }
    }
    return VenueFacts.Wifi(
      name: name, radios: radios, canServe: radios.first.flatMap { canServe($0) }, unit: unit("booth-wifi.service"),
      missing: missing)
  }

  /// Each network interface of the kernel's Wi-Fi has a link to its radio (Documentation/ABI/testing/sysfs-class-net).
  private static func radios() -> [String] {
    let folder = "/sys/class/net"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { access("\(folder)/\($0)/phy80211", F_OK) == 0 }.sorted()
  }

  /// By what `iw` lists; nil where there is no `iw`, or it says nothing of it.
  private static func canServe(_ interface: String) -> Bool? {
    guard let index = text("/sys/class/net/\(interface)/phy80211/name") else { return nil }
    guard let said = output(["iw", "phy", index, "info"]) else { return nil }
    return RadioModes(said).canServe
  }

  private static func unit(_ name: String) -> String? {
    guard access("/run/systemd/system", F_OK) == 0 else { return nil }
    return output(["systemctl", "is-active", name], anyCode: true)?.split(separator: "\n").first.map(String.init)
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").first.map(String.init)
  }

  /// Blocks for two seconds at most: the command has nothing else to do.
  private static func output(_ words: [String], anyCode: Bool = false) -> String? {
    let run = BoundedProgram.run(words[0], Array(words.dropFirst()), atMost: .seconds(2), limit: 1 << 20)
    switch run.ending {
    case .exited(0): break
    case .exited: guard anyCode else { return nil }
    case .killed, .tooLong, .tooMuch, .notStarted: return nil
    }
    return String(decoding: run.output, as: UTF8.self)
  }
}

/// What `iw phy NAME info` says of a radio.
struct RadioModes: Equatable {
  /// Whether it can be an access point; nil where the text does not list its modes.
  let canServe: Bool?

  init(_ text: String) {
    var modes: [String]?
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.hasPrefix("Supported interface modes:") {
        modes = []
      } else if modes != nil {
        guard words.hasPrefix("* ") else { break }
        modes?.append(String(words.dropFirst(2)))
      }
    }
    canServe = modes.map { $0.contains("AP") }
  }
}

/// The date of an HTTP answer (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  /// Seconds since 1970; nil for what is none.
  static func seconds(_ text: String) -> Double? {
    let words = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let iso = "\(words[3])-\(two(month + 1))-\(words[1])T\(words[4])Z"
    return (try? Date(iso, strategy: .iso8601))?.timeIntervalSince1970
  }
}
