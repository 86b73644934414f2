import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// Which folder is meant by default.
@Suite struct DataFolderTests {
  private static let home = "/home/ann/.local/share/booth"

  private func folder(
    for use: DataFolder.Use, existing: Set<String> = [], kept: Set<String> = [], running: Set<String> = [],
    home: String = "/home/ann"
  ) -> DataFolder {
    DataFolder.standard(
      ["HOME": home], for: use,
      DataFolder.Facts(
        exists: { existing.contains($0) }, hasData: { kept.contains($0) }, runs: { running.contains($0) }))
  }

  @Test func `a command beside the service finds its data, and says whose they are`() {
    let service: Set = [DataFolder.ofService]
    let found = folder(for: .beside, existing: service)
    #expect(found.path == DataFolder.ofService && found.source.contains("service"))
    #expect(folder(for: .beside, existing: service, kept: [Self.home], running: service).path == DataFolder.ofService)
    #expect(folder(for: .start, existing: service, home: DataFolder.ofService).path == DataFolder.ofService)
  }

  @Test func `whoever has a booth of one's own means that one`() {
    let service: Set = [DataFolder.ofService]
    #expect(folder(for: .beside).path == Self.home)
    #expect(folder(for: .beside, existing: service, kept: [Self.home]).path == Self.home)
    #expect(
      folder(for: .beside, existing: service, kept: [Self.home], running: [Self.home, DataFolder.ofService]).path
        == Self.home)
    #expect(folder(for: .start, existing: service, running: service).path == Self.home)
  }

  @Test func `the service keeps its data where commands look for them`() throws {
    let unit = try String(contentsOf: Program.root.appending(path: "Deploy/booth.service"), encoding: .utf8)
    let lines = unit.split(separator: "\n")
    #expect(lines.contains("ExecStart=/usr/local/bin/booth run --data \(DataFolder.ofService) --screen auto"))
    #expect(lines.contains { $0 == "StateDirectory=\(DataFolder.ofService.split(separator: "/").last ?? "")" })
  }
}
