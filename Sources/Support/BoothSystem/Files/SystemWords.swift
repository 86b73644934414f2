import Glibc

/// The system's errors in words: as it says them itself, with what helps where that is no fault of what was asked of it.
package enum SystemWords {
  /// - Parameter code: `errno`.
  package static func of(_ code: Int32) -> String {
    let said = String(cString: strerror(code))
    return switch code {
    case EMFILE: "\(said): this program may open no more; raise LimitNOFILE= of its service, or ulimit -n"
    case ENFILE: "\(said): this machine may open no more; end what else runs on it, or raise fs.file-max"
    default: said
    }
  }

  /// Whether the system refused as there are too many open files, whatever was asked of it.
  package static func isExhausted(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// Whether words with which something failed are those of too many open files.
  package static func areOfExhaustion(_ words: String) -> Bool {
    words.contains(of(EMFILE)) || words.contains(of(ENFILE))
  }

  /// What keeps any file from being opened at this moment, in words; nil where one can be. For libraries that do not hand the system's
  /// error on.
  package static func exhaustion() -> String? {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard file < 0 else {
      close(file)
      return nil
    }
    let code = errno
    return isExhausted(code) ? of(code) : nil
  }
}
