import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Imaging

/// Setting a printer up: `booth doctor`, `booth print test` and `booth print proof`, against a real printer of IPP Everywhere.
@Suite(.timeLimit(.minutes(15))) struct PrintTestTests {
  private func booth(_ arguments: [String], _ folder: TemporaryFolder) async throws -> Program.Outcome {
    try await Program.run(arguments + ["--data", folder.path("data")])
  }

  @Test(.enabled(if: EverywherePrinter.missing.isEmpty, "cups-ipp-utils and dbus are missing"))
  func `the doctor and a test sheet tell a new host whether prints will come`() async throws {
    let folder = try TemporaryFolder()
    let printer = try EverywherePrinter()
    #expect(await printer.untilReady())
    printer.load(photo: 20)
    let named = ["--printer", printer.address]
    let checked = try await booth(["doctor", "--mock-camera"] + named, folder)
    #expect(checked.output.contains("ok   printer: "), "\(checked.output)")
    let printed = try await booth(["print", "test"] + named, folder)
    #expect(printed.code == 0 && printed.output.contains("a test sheet of 101.6×152.4 mm"), "\(printed)")
    #expect(printed.output.contains("Printed:") || printed.output.contains("look whether it came out"), "\(printed)")
    let sheets = try printer.printed
    #expect(sheets.count == 1)

    printer.load(photo: 0)
    let empty = try await booth(["print", "test"] + named, folder)
    #expect(empty.code == 69 && empty.errors.contains("has no paper. Refill it"), "\(empty)")
    #expect(empty.errors.contains("Nothing was sent"), "\(empty)")
    #expect(try printer.printed.count == 1)
    let warned = try await booth(["doctor", "--mock-camera"] + named, folder)
    #expect(warned.code == 1 && warned.output.contains("BAD  printer: "), "\(warned.output)")
    printer.kill()
    let away = try await booth(["doctor", "--mock-camera"] + named, folder)
    #expect(away.output.contains("switch it on and check its cable"), "\(away.output)")
  }

  @Test func `a proof is drawn without a printer, in the printer's own size`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("proof.jpg")
    let drawn = try await booth(["print", "proof", path, "--cut"], folder)
    #expect(drawn.code == 0, "\(drawn)")
    let jpeg = try folder.read("proof.jpg")
    #expect(try JPEGCodec().validate(jpeg) == PixelSize(width: 1240, height: 1844))
  }

  @Test func `a colour profile that cannot be used is told, by the doctor, too`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }
    try write("no profile at all", "paper.icc")
    for (profile, words) in [("paper.icc", "paper.icc: is no ICC profile"), ("gone.icc", "gone.icc: is not there")] {
      let icc = folder.path(profile)
      try write(
        #"{"printer": {"name": "ipp://127.0.0.1:1/ipp/print", "icc": "\#(icc)"}}"#, "data/booth.json")
      let drawn = try await booth(["print", "proof", folder.path("proof.jpg")], folder)
      #expect(drawn.code == 64 && drawn.errors.contains(words), "\(drawn)")
      let tried = try await booth(["print", "test"], folder)
      #expect(tried.code == 64 && tried.errors.contains(words), "\(tried)")
      let checked = try await booth(["doctor", "--mock-camera"], folder)
      #expect(checked.output.contains(words), "\(checked.output)")
    }
  }

  @Test func `without a printer there is nothing to test, and the doctor says so`() async throws {
    let folder = try TemporaryFolder()
    let tried = try await booth(["print", "test"], folder)
    #expect(tried.code == 64 && tried.errors.contains("no printer is set"), "\(tried)")
    let odd = try await booth(["doctor", "--mock-camera", "--printer", "lpt1"], folder)
    #expect(odd.errors.contains("lpt1") || odd.output.contains("lpt1"), "\(odd)")
  }
}
