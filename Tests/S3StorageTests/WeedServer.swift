import BoothTesting
import Foundation

/// SeaweedFS, an S3 server of others that checks signatures, on free ports of loopback: started where it is installed, ended by
/// its own process.
final class WeedServer {
  static let accessKey = "AKIATEST"
  static let secretKey = "secretsecret"

  private let process = Process()
  private let folder: TemporaryFolder
  let endpoint: String

  /// The program, by `BOOTH_WEED` or from the path; nil where there is none.
  static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["BOOTH_WEED"] {
      return FileManager.default.isExecutableFile(atPath: named) ? named : nil
    }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/weed" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  init(program: String) throws {
    folder = try TemporaryFolder()
    try folder.put(
      "weed.json",
      Array(
        """
        {"identities":[{"name":"t","credentials":[{"accessKey":"\(Self.accessKey)","secretKey":"\(Self.secretKey)"}],
        "actions":["Admin","Read","Write","List","Tagging"]}]}
        """.utf8))
    try folder.put("data/.keep", [])
    // Its own second ports are 10,000 above each.
    let first = 20_000 + Int.random(in: 0..<1000) * 8
    endpoint = "http://127.0.0.1:\(first + 3)"
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-dir=\(folder.path("data"))", "-master.port=\(first)",
      "-volume.port=\(first + 1)", "-filer", "-filer.port=\(first + 2)", "-s3", "-s3.port=\(first + 3)",
      "-s3.config=\(folder.path("weed.json"))", "-master.volumeSizeLimitMB=64", "-volume.max=20",
      "-master.telemetry=false",
    ]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  func stop() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
