import BoothTesting
import ControlSocket
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport
@testable import booth

/// Where a booth is asked whose data folder can hold no socket of its own.
@Suite(.timeLimit(.minutes(15))) struct ControlPathTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path("data") }
  private var place: [String: String] { ["XDG_RUNTIME_DIR": folder.path("run")] }

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkdir(folder.path("data"), 0o700) == 0 && mkdir(folder.path("run"), 0o700) == 0)
  }

  private func ask() async throws -> String {
    try await ControlClient(path: ControlPath.of(data: data)).send(
      ControlRequest(command: "hello"), timeout: .seconds(20)
    ).message
  }

  private func open() throws -> ControlServer {
    try ControlPath(data: data, environment: place).open {
      ControlResponse(ok: true, code: 0, message: $0.command)
    }
  }

  /// As a disk with exFAT is mounted: everybody may do everything.
  @Test func `a booth on a disk that keeps no rights is asked all the same`() async throws {
    try #require(chmod(data, 0o777) == 0)
    let server = try open()
    #expect(server.path.hasPrefix(folder.path("run/booth/")))
    #expect(try await ask() == "hello")
    await server.stop()
    // The rights are mended: the socket is where it always was, and the note is gone.
    try #require(chmod(data, 0o700) == 0)
    let next = try open()
    #expect(next.path == data + "/control.sock" && !folder.exists("data/" + ControlPath.noteName))
    #expect(try await ask() == "hello")
    await next.stop()
  }

  @Test func `two booths have two sockets`() async throws {
    try #require(chmod(data, 0o777) == 0 && mkdir(folder.path("other"), 0o700) == 0)
    try #require(chmod(folder.path("other"), 0o777) == 0)
    let first = try open()
    let second = try ControlPath(data: folder.path("other"), environment: place).open { _ in
      ControlResponse(ok: true, code: 0, message: "the other")
    }
    #expect(first.path != second.path)
    #expect(try await ask() == "hello")
    await first.stop()
    await second.stop()
  }

  @Test func `where there is no place at all, the data folder's reason is told`() throws {
    try #require(chmod(data, 0o777) == 0)
    guard access("/run", W_OK) != 0 else { return }  // root has /run/booth
    let error = #expect(throws: ControlError.self) {
      try ControlPath(data: data, environment: [:]).open { _ in ControlResponse(ok: true, code: 0, message: "") }
    }
    #expect(error?.description.contains(data) == true && error?.description.contains("umask=077") == true)
  }

  @Test func `a doctor tries what a start does, and leaves nothing behind`() async throws {
    let trial = FolderTrial(data)
    #expect(trial.obstacle == nil && trial.keepsRights)
    #expect(FolderTrial(folder.path("gone")).obstacle?.contains("no file can be made") == true)
    let settings = try await Settings(flags: [.data: data], environment: [:], file: nil)
    let finding = await Examination(settings: settings).data()
    #expect(finding.verdict == .fine, "\(finding)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: data).isEmpty)
  }
}
