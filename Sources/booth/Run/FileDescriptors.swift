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
}
