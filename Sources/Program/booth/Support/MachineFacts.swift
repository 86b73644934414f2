import BoothCore
import BoothRuntime
import BoothSystem
import FoundationEssentials
import Glibc

/// What a machine is, as far as it helps to find a fault: nothing of its network's names, of its cards or of its users.
struct MachineFacts: Encodable {
  struct Disk: Encodable {
    /// What of the program lies there.
    var holds: String
    var fileSystem: String?
    /// Of the options of its mount those that decide on writing: `ro`, `rw`, `sync`, `noatime`, `errors=remount-ro`.
    var options: [String]
    var totalBytes: Int64
    var freeBytes: Int64
    var freeFiles: Int64
  }

  struct Interface: Encodable {
    var name: String
    /// As the kernel says it: `up`, `down`, `dormant`, `unknown`.
    var state: String
    var isWireless: Bool
    var hasCarrier: Bool?
  }

  struct Clock: Encodable {
    var time: String
    var secondsFromUTC: Int
    var isSynchronized: Bool
  }

  var version = ProgramVersion.text
  var build: String
  var distribution: String?
  var kernel: String
  var machine: String
  var processors: Int
  var model: String?
  var upSeconds: Double?
  var load: String?
  /// Of /proc/meminfo, in KB.
  var memoryKB: [String: Int]
  var openFilesLimit: UInt64?
  var disks: [Disk]
  var interfaces: [Interface]
  var clock: Clock

  /// - Parameters:
  ///   - data: the data folder.
  ///   - root: stands for `/` in tests.
  init(data: String, root: String = "") {
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    distribution = Self.text("\(root)/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      .map { $0.dropFirst(12).filter { $0 != "\"" } }
    var names = utsname()
    uname(&names)
    kernel =
      withUnsafeBytes(of: names.release) { Self.word($0) } + " " + withUnsafeBytes(of: names.version) { Self.word($0) }
    machine = withUnsafeBytes(of: names.machine) { Self.word($0) }
    processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let tree = Self.text("\(root)/proc/device-tree/model").prefix { $0 != "\0" }
    let processor = Self.text("\(root)/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":", maxSplits: 1).last }
    model = tree.isEmpty ? processor.map { $0.drop { $0 == " " }.description } : String(tree)
    upSeconds = Self.text("\(root)/proc/uptime").split(separator: " ").first.flatMap { Double($0) }
    load = Self.text("\(root)/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
    memoryKB = Self.memory("\(root)/proc/meminfo")
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 { openFilesLimit = UInt64(limit.rlim_cur) }
    disks = [("data", data), ("program", "/proc/self/exe"), ("system", "/"), ("temporary files", "/tmp")].compactMap {
      Self.disk($0, at: $1, mounts: Self.text("\(root)/proc/self/mountinfo"))
    }
    interfaces = Self.interfaces("\(root)/sys/class/net")
    let now = SystemClock().wallTime
    clock = Clock(
      time: now.date.formatted(.iso8601), secondsFromUTC: now.secondsFromUTC, isSynchronized: now.trusted)
  }

  private static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
    while bytes.count < 1 << 20 {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func memory(_ path: String) -> [String: Int] {
    let known = ["MemTotal", "MemFree", "MemAvailable", "SwapTotal", "SwapFree", "Cached", "Dirty", "Shmem", "CmaFree"]
    var found: [String: Int] = [:]
    for line in text(path).split(separator: "\n") {
      let parts = line.split { $0 == ":" || $0 == " " }
      if parts.count >= 2, known.contains(String(parts[0])) { found[String(parts[0])] = Int(parts[1]) }
    }
    return found
  }

  /// Nil where nothing is there.
  private static func disk(_ holds: String, at path: String, mounts: String) -> Disk? {
    var room = statvfs()
    var facts = stat()
    guard statvfs(path, &room) == 0, stat(path, &facts) == 0 else { return nil }
    // The columns of proc_pid_mountinfo(5); a device's number is its file system's.
    let number = "\(Self.major(facts.st_dev)):\(Self.minor(facts.st_dev))"
    let row = mounts.split(separator: "\n").map { $0.split(separator: " ") }.last { $0.count > 8 && $0[2] == number }
    let kept = ["ro", "rw", "sync", "noatime", "relatime", "errors=remount-ro", "errors=continue"]
    let type = row.flatMap { row in
      row.firstIndex(of: "-").flatMap { $0 + 1 < row.count ? String(row[$0 + 1]) : nil }
    }
    let options = (row.map { "\($0[5]),\($0.last ?? "")" } ?? "").split(separator: ",").map(String.init)
    return Disk(
      holds: holds, fileSystem: type, options: kept.filter { options.contains($0) },
      totalBytes: Int64(room.f_blocks) * Int64(room.f_frsize), freeBytes: Int64(room.f_bavail) * Int64(room.f_frsize),
      freeFiles: Int64(room.f_favail))
  }

  /// As glibc takes them apart (bits/sysmacros.h).
  private static func major(_ device: dev_t) -> UInt64 {
    (UInt64(device) >> 8) & 0xFFF | (UInt64(device) >> 32) & ~0xFFF
  }
  private static func minor(_ device: dev_t) -> UInt64 { UInt64(device) & 0xFF | (UInt64(device) >> 12) & ~0xFF }

  private static func interfaces(_ path: String) -> [Interface] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch { return [] }
    return names.prefix(32).map { name in
      let place = "\(path)/\(name)"
      func line(_ file: String) -> String { String(text("\(place)/\(file)").prefix { $0 != "\n" }) }
      // systemd names cards in a USB port after their address: enx0123456789ab.
      let isAddress = name.hasPrefix("enx") || name.hasPrefix("wlx")
      return Interface(
        name: isAddress ? String(name.prefix(3)) : name, state: line("operstate"),
        isWireless: FileManager.default.fileExists(atPath: "\(place)/wireless")
          || FileManager.default.fileExists(atPath: "\(place)/phy80211"),
        hasCarrier: line("carrier") == "" ? nil : line("carrier") == "1")
    }
  }
}
