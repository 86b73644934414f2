import Glibc

/// A program of the Debian package `ffmpeg`, which the tests check the files with; the booth itself runs none.
enum Tool {
  static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  static let skipped = "skipped: /usr/bin/ffprobe and /usr/bin/ffmpeg (Debian package ffmpeg) are not installed"

  /// What the program printed; throws what it complained about.
  static func run(_ name: String, _ arguments: [String]) throws -> [UInt8] {
    var (output, complaints): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe2(&output) == 0, pipe2(&complaints) == 0 else { throw UnavailableError(what: "pipe: \(words(errno))") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_adddup2(&actions, complaints[1], 2)
    let words = ["/usr/bin/\(name)"] + arguments
    var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in vector { free(word) } }
    var child = pid_t()
    let answer = posix_spawn(&child, words[0], &actions, nil, &vector, environ)
    close(output[1])
    close(complaints[1])
    defer {
      close(output[0])
      close(complaints[0])
    }
    guard answer == 0 else { throw UnavailableError(what: "\(words[0]): \(MediaTests.words(answer))") }
    // The programs are told to complain little (-v error), so that this pipe never fills up while the other is read.
    let printed = readToEnd(output[0])
    let complained = readToEnd(complaints[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw UnavailableError(
        what: "\(words.joined(separator: " ")) failed (\(status)): \(String(decoding: complained, as: UTF8.self))")
    }
    return printed
  }

  private static func pipe2(_ ends: inout [Int32]) -> Int32 {
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return 0
  }
}
