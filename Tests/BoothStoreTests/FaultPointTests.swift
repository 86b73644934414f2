import BoothCore
import BoothSystem
import BoothTesting
import Glibc
import Testing

@testable import BoothStore

/// The fault points themselves; what they are for is tested on the whole program.
@Suite struct FaultPointTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `without variables there is no script`() { #expect(FaultScript.ofEnvironment() == nil) }

  @Test(arguments: [
    ("/data/sessions/90067355-4919-4204-98F7-993C527B5494/photo_0.jpg.part", "photo"),
    ("sessions/90067355-4919-4204-98F7-993C527B5494/photo_12.2.jpg", "photo"), ("strip_photo.jpg", "strip_photo"),
    ("sessions/90067355-4919-4204-98F7-993C527B5494", "session"),
    ("scratch/90067355-4919-4204-98F7-993C527B5494-1-7.mp4", "scratch"), ("gallery/events/101", "number"),
    ("manifest.json", "manifest"), ("", "number"),
  ]) func `a role is the name without what differs from session to session`(_ path: String, _ role: String) {
    #expect(FaultRole.of(path: path) == role)
  }

  @Test func `the list has one line per arrival and promise`() throws {
    let path = folder.path("list")
    let script = FaultScript(point: "", number: 1, list: open(path, O_WRONLY | O_CREAT, 0o600), skipped: [])
    script.arrive(.diskSync, "before", "photo")
    script.report("kept something")
    let text = String(decoding: try folder.read("list"), as: UTF8.self)
    #expect(text == "at disk.sync.before@photo\nkept something\n")
  }

  @Test func `a flush is left out by the beginning of its name, and the list says so`() throws {
    let path = folder.path("list")
    let script = FaultScript(
      point: "", number: 1, list: open(path, O_WRONLY | O_CREAT, 0o600), skipped: ["disk.sync@", "ledger"])
    #expect(script.skips(.diskSync, "photo"))
    #expect(!script.skips(.diskSyncFolder, "photo"))
    #expect(!script.skips(.objectSync, "photo"))
    #expect(script.skips(.ledgerSync, "database"))
    let text = String(decoding: try folder.read("list"), as: UTF8.self)
    #expect(text == "skipped disk.sync@photo\nskipped ledger.sync@database\n")
  }
}
