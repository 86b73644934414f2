import BoothSystem
import CommandSupport
import Glibc

/// The booth ended to be started anew, and nothing but the booth itself would start it: on a terminal it goes on as the same process, from
/// the beginning, with the same arguments.
struct StartInPlaceFault: Error {
  /// In words, for the person at the terminal.
  let why: String

  /// Does not return. Where the program cannot be started it ends as it does for a service, and a person starts it.
  func perform() -> Never {
    complain("booth: \(why); the booth starts anew")
    fflush(nil)
    Self.keepOnlyInheritedFiles()
    Self.takeSignalsAsAtFirst()
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    // By its own name, by which processes are listed, as long as it lies there.
    if let program = realpath("/proc/self/exe", nil) { execv(program, &arguments) }
    execv("/proc/self/exe", &arguments)
    complain("booth: it could not be started anew (\(String(cString: strerror(errno)))); start it again")
    Glibc.exit(CommandError.startAgain)
  }

  /// The descriptors that were open when the program began; the process that started it may rely on them. Noted once, before anything is opened.
  static let inherited = openDescriptors()

  /// What a library left open ends with this program, and is not the next one's.
  private static func keepOnlyInheritedFiles() {
    for descriptor in openDescriptors().subtracting(inherited) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  private static func openDescriptors() -> Set<Int32> {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var open: Set<Int32> = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name), descriptor != dirfd(folder) { open.insert(descriptor) }
    }
    return open
  }

  /// What a thread holds back, and what the program takes otherwise, would stay so.
  private static func takeSignalsAsAtFirst() {
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}
