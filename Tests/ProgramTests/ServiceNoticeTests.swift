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
    let manager = try NoticeSocket(isAbstract: isAbstract)
    let notice = try #require(ServiceNotice(environment: ["NOTIFY_SOCKET": manager.path]))
    notice.extendStart(by: .seconds(90))
    notice.notify("READY=1")
    #expect(manager.words == ["EXTEND_TIMEOUT_USEC=90000000", "READY=1"])
  }
}
