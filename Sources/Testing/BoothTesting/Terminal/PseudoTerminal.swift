public import CLinux
import Glibc
import Synchronization

/// Both ends of a real terminal of the kernel.
public final class PseudoTerminal: Sendable {
  /// The end a person would sit at.
  public let master: Int32
  /// The end a program has.
  public let slave: Int32
  public let path: String

  public init(columns: Int = 80, rows: Int = 24) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw PosixError(call: "openpty", code: errno) }
    self.master = master
    self.slave = slave
    // Processes of the tests' own must not keep a terminal alive.
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var name = [CChar](repeating: 0, count: 128)
    let code = ttyname_r(slave, &name, name.count)
    guard code == 0 else { throw PosixError(call: "ttyname_r", code: code) }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    resize(columns: columns, rows: rows)
  }

  deinit {
    if !isHungUp.withLock({ $0 }) { close(master) }
    close(slave)
  }

  /// The person goes, and takes the terminal along.
  public func hangUp() {
    let wasHungUp = isHungUp.withLock { isHungUp in
      defer { isHungUp = true }
      return isHungUp
    }
    if !wasHungUp { close(master) }
  }

  private let isHungUp = Mutex(false)

  public func resize(columns: Int, rows: Int) { _ = clinux_terminal_set_size(slave, Int32(columns), Int32(rows)) }

  public var settings: termios {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings
  }

  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Reads what the program writes until `isEnough` says so of all of it, or nothing came for five seconds.
  public func read(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var all: [UInt8] = []
    while !isEnough(all) {
      guard let bytes = readSome(milliseconds: 5000) else { break }
      all += bytes
    }
    return all
  }

  /// What comes within a time; nil if nothing does.
  public func readSome(milliseconds: Int32) -> [UInt8]? {
    var waiting = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
    guard poll(&waiting, 1, milliseconds) > 0, waiting[0].revents & Int16(POLLIN) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}

public struct PosixError: Error {
  public var call: String
  public var code: Int32
}

extension [UInt8] {
  public func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (0...count - wanted.count).contains { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  public func hasEnd(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
