import Glibc

/// How many files and connections the process may have open.
enum FileDescriptors {
  /// Enough for every connection that the gallery lets in, and the booth's own files beside them.
  private static let wanted: rlim_t = 4096

  /// Raises the soft limit, usually 1,024 (getrlimit(2)), as far as the hard one allows; never lowers it.
  static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// A booth with a session, some guests at its gallery and commands beside it has some hundred open.
  private static let least: rlim_t = 256

  /// That there are too few of them, in words; nil where there are enough. What fails for it looks like a fault of the disk or of the
  /// network.
  static func trouble() -> String? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < least else {
      return nil
    }
    return
      "the booth may have only \(limit.rlim_cur) files open at once, and needs \(least): what fails for \"Too many open files\" is "
      + "no fault of the disk; raise it (LimitNOFILE= of the service, ulimit -n)"
  }
}
