import BoothTesting
import Glibc
import Testing

/// The proxy that most people put before a server, with its default settings.
final class Nginx: Sendable {
  private static let program = "/usr/sbin/nginx"
  static let isInstalled = access(program, X_OK) == 0
  static let skipped: Comment = "skipped: /usr/sbin/nginx (Debian package nginx-light) is not installed"

  private let folder: TemporaryFolder
  private let process: pid_t

  /// Where it listens, as the tests' client calls it.
  var base: String { "http+unix://" + folder.path("n").replacing("/", with: "%2F") }

  /// - Parameters:
  ///   - port: of the server behind it, on the loopback.
  ///   - settings: of the place that leads there, beside that.
  init(before port: Int, _ settings: String) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path($0));" }
    let configuration = """
      daemon off; master_process off; pid \(folder.path("pid")); error_log /dev/null crit;
      events {}
      http {
        access_log off; \(places.joined(separator: " "))
        server { listen unix:\(folder.path("n")); location / { proxy_pass http://127.0.0.1:\(port); \(settings) } }
      }
      """
    try folder.put("nginx.conf", Array(configuration.utf8))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments = [Self.program, "-p", folder.path as String, "-c", folder.path("nginx.conf")]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let answer = posix_spawn(&child, Self.program, &actions, nil, &words, environ)
    try #require(answer == 0, "nginx does not start: \(String(cString: strerror(answer)))")
    process = child
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}
