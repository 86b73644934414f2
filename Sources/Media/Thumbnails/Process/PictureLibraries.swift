import BoothCore
import Glibc
import Synchronization

/// Which program and which of the machine's libraries read pictures: what one of them refuses, another may show.
public enum PictureLibraries {
  private struct Known {
    /// When the folders were changed last: a package that is installed or renewed changes that.
    var changed: [Int]
    var mark: String
    /// The folders are not asked again before.
    var until: ContinuousClock.Instant
  }

  private static let known = Mutex<Known?>(nil)

  /// A word for the program's version and the libraries' names, which have their versions in them; the same for as long as both stay.
  public static func mark() -> String {
    known.withLock { before in
      if let before, before.until > .now { return before.mark }
      let changed = folders.map(changedAt)
      var found = Known(changed: changed, mark: "", until: .now + .seconds(5))
      if let before, before.changed == changed {
        found.mark = before.mark
      } else {
        found.mark = mark(program: ProgramVersion.text, names: folders.flatMap(names))
      }
      before = found
      return found.mark
    }
  }

  static func mark(program: String, names: [String]) -> String {
    // FNV-1a: nothing hostile comes in.
    let sum = ([program] + Set(names.filter(isReader)).sorted()).joined(separator: "\n").utf8
      .reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 36)
  }

  private static let prefixes = [
    "libvips.so", "libheif.so", "libheif-", "vips-", "libde265.so", "libaom.so", "libdav1d.so", "libjxl.so",
    "libopenjp2.so",
    "libtiff.so", "libwebp.so", "libnsgif.so", "libpng16.so", "libjpeg.so",
  ]

  static func isReader(_ name: String) -> Bool { prefixes.contains { name.hasPrefix($0) } }

  /// Where Debian and what is built by hand have libraries, and libheif and libvips their parts.
  private static let folders: [String] = {
    let libraries = [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib/arm-linux-gnueabihf", "/usr/lib64",
      "/usr/lib",
      "/usr/local/lib", "/usr/local/lib/x86_64-linux-gnu", "/usr/local/lib/aarch64-linux-gnu",
    ]
    let modules = (13...24).map { "vips-modules-8.\($0)" }
    return libraries.flatMap { folder in
      [folder, "\(folder)/libheif", "\(folder)/libheif/plugins"] + modules.map { "\(folder)/\($0)" }
    }
  }()

  private static func changedAt(_ folder: String) -> Int {
    var facts = stat()
    guard stat(folder, &facts) == 0 else { return 0 }
    return facts.st_mtim.tv_sec &* 1_000_000_000 &+ facts.st_mtim.tv_nsec
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
