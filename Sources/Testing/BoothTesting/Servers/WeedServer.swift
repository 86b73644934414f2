import FoundationEssentials
import Glibc

/// SeaweedFS, an S3 server of others that checks signatures, on free ports of loopback: started where it is installed, ended by
/// its own process.
public final class WeedServer {
  public static let accessKey = "AKIATEST"
  public static let secretKey = "secretsecret"

  private var process: pid_t?
  private let folder: TemporaryFolder
  public let endpoint: String

  /// The program, by `BOOTH_WEED` or from the path; nil where there is none.
  public static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }
    if let named = environment["BOOTH_WEED"] { return isProgram(named) ? named : nil }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/weed" }.first(where: isProgram)
  }()

  /// It is not started.
  struct StartError: Error { var number: Int32 }

  public init(program: String) throws {
    folder = try TemporaryFolder()
    try folder.put(
      "weed.json",
      Array(
        """
        {"identities":[{"name":"t","credentials":[{"accessKey":"\(Self.accessKey)","secretKey":"\(Self.secretKey)"}],
        "actions":["Admin","Read","Write","List","Tagging"]}]}
        """.utf8))
    try folder.put("data/.keep", [])
    // Its own second ports are 10,000 above each; two more have fixed numbers, and are switched off.
    let first = 20_000 + Int.random(in: 0..<1000) * 8
    endpoint = "http://127.0.0.1:\(first + 3)"
    process = try Self.start(
      [
        program, "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-dir=\(folder.path("data"))",
        "-master.port=\(first)", "-volume.port=\(first + 1)", "-filer", "-filer.port=\(first + 2)", "-s3",
        "-s3.port=\(first + 3)", "-s3.config=\(folder.path("weed.json"))", "-master.volumeSizeLimitMB=64",
        "-volume.max=20", "-master.telemetry=false", "-s3.port.iceberg=0", "-s3.port.lance=0",
      ], in: folder.path)
  }

  private static func start(_ arguments: [String], in folder: String) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDWR, 0)
    for number in [1, 2] as [Int32] { posix_spawn_file_actions_adddup2(&files, 0, number) }
    // What it leaves where it runs goes with the folder.
    let arguments = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
    let words = arguments.map { strdup($0) }
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, arguments[0], &files, nil, words + [nil], variables + [nil])
    guard code == 0 else { throw StartError(number: code) }
    return process
  }

  public var isRunning: Bool {
    guard let process else { return false }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return true }
    self.process = nil
    return false
  }

  /// Waits for its end.
  public func stop() {
    guard isRunning, let process else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.process = nil
  }

  deinit { stop() }
}
