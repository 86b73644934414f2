import Foundation
import Glibc
import Synchronization

@testable import CommandSupport

/// A receiver of satellites that stands still and says so once a second, in sentences of NMEA 0183 over UDP.
final class SimulatedReceiver: Sendable {
  private let isStopped = Mutex(false)

  init(port: Int, latitude: Double, longitude: Double) {
    func degrees(_ value: Double, _ digits: Int) -> String {
      let (whole, minutes) = (Int(value), (value - Double(Int(value))) * 60)
      let text = String(format: "%0\(digits)d%07.4f", whole, minutes)
      return text
    }
    let place = "\(degrees(latitude, 2)),N,\(degrees(longitude, 3)),E"
    Thread.detachNewThread { [weak self] in
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      while let self, !self.isStopped.withLock({ $0 }) {
        var now = time(nil)
        var utc = tm()
        gmtime_r(&now, &utc)
        let clock = String(format: "%02d%02d%02d.00", utc.tm_hour, utc.tm_min, utc.tm_sec)
        let day = String(format: "%02d%02d%02d", utc.tm_mday, utc.tm_mon + 1, utc.tm_year % 100)
        for body in [
          "GPGGA,\(clock),\(place),1,08,1.0,760.0,M,18.0,M,,", "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
          "GPRMC,\(clock),A,\(place),0.0,0.0,\(day),,,A",
        ] {
          let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
          let sentence = Array("$\(body)*\(String(format: "%02X", sum))\r\n".utf8)
          _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              sendto(descriptor, sentence, sentence.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
        }
        // A second, on a descriptor that never has anything to say.
        var silent = pollfd(fd: descriptor, events: 0, revents: 0)
        poll(&silent, 1, 1000)
      }
    }
  }

  func stop() { isStopped.withLock { $0 = true } }
}
