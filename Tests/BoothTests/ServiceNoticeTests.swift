import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import booth

/// What the service manager hears.
@Suite struct ServiceNoticeTests {
  @Test func `nobody is told who does not ask`() {
    #expect(ServiceNotice(environment: [:]) == nil)
    #expect(ServiceNotice(environment: ["NOTIFY_SOCKET": "nowhere"]) == nil)
    #expect(ServiceNotice(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "a", count: 200)]) == nil)
  }

  @Test func `the watchdog's time is this process's own`() {
    func watchdog(_ more: [String: String]) -> Duration? {
      ServiceNotice(environment: more.merging(["NOTIFY_SOCKET": "/run/x"]) { $1 })?.watchdog
    }
    #expect(watchdog([:]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "30000000"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
  }

  @Test(arguments: [false, true]) func `a word arrives, at a path and at an abstract name`(_ isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@booth-test-\(getpid())-\(UInt32.random(in: 0 ... .max))" : folder.path + "/notify"
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(receiver) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: bytes)
      if isAbstract { place[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(receiver, $0, length) }
    }
    try #require(code == 0)
    let notice = try #require(ServiceNotice(environment: ["NOTIFY_SOCKET": path]))
    notice.tell("READY=1")
    var words = [UInt8](repeating: 0, count: 64)
    let count = recv(receiver, &words, words.count, Int32(MSG_DONTWAIT))
    #expect(count > 0 && String(decoding: words.prefix(max(count, 0)), as: UTF8.self) == "READY=1")
  }
}
