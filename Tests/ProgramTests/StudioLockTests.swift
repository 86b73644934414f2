import BoothSystem
import BoothTesting
import CommandSupport
import FoundationEssentials
import Reports
import Testing

@testable import booth

@Suite struct StudioLockTests {
  @Test func `a second studio on one folder is kept away, also where the lock's file is removed`() throws {
    let folder = try TemporaryFolder()
    let studio = try StudioFolder(data: folder.path)
    try studio.lock()
    #expect(throws: CommandError.self) { try studio.lock() }
    try FileManager.default.removeItem(atPath: studio.path + "/studio.lock")
    do {
      try studio.lock()
      Issue.record("a second studio would run")
    } catch {
      #expect("\(error)".contains("a studio runs on"), "\(error)")
    }
  }
}
