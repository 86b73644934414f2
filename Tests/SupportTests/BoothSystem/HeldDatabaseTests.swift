import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import BoothSystem

/// Files that stand for a database and its write-ahead log; what is looked at is their size and time alone.
@Suite struct HeldDatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("books.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("books.sqlite", Array(repeating: 1, count: 4096))
    try folder.put("books.sqlite-wal", Array(repeating: 2, count: 64))
    // Long ago: a file system's clock ticks every few milliseconds only.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
  }

  /// In the same file, as `cp` does it.
  private func overwrite(_ name: String, with count: Int) throws {
    let file = open(folder.path(name), O_WRONLY | O_TRUNC | O_CLOEXEC)
    defer { close(file) }
    let bytes = [UInt8](repeating: 3, count: count)
    guard file >= 0, write(file, bytes, count) == count else { throw CancellationError() }
  }

  @Test(arguments: [0, 1000, 4096, 9000])
  func `a copy over the file of a database that is open is noticed where one process alone writes it`(
    _ count: Int
  ) throws {
    let held = try HeldDatabase(path)
    held.keepLog()
    #expect(held.fault == nil)
    try overwrite("books.sqlite", with: count)
    #expect(held.fault == .overwritten(path))
    #expect(held.fault?.words.contains("was written over") == true)
  }

  @Test func `a shortened file is noticed whoever writes it, a longer one is a checkpoint of another process`() throws {
    let held = try HeldDatabase(path)
    try overwrite("books.sqlite", with: 9000)
    #expect(held.fault == nil)
    try overwrite("books.sqlite", with: 8999)
    #expect(held.fault == .overwritten(path))
  }

  @Test func `a log that was cut is noticed, and one that grows is not`() throws {
    let held = try HeldDatabase(path)
    held.keepLog()
    try overwrite("books.sqlite-wal", with: 128)
    #expect(held.fault == nil)
    try overwrite("books.sqlite-wal", with: 0)
    #expect(held.fault == .overwritten(path + "-wal"))
  }

  @Test func `what the program's own checkpoint changes is none of this`() throws {
    let held = try HeldDatabase(path)
    held.keepLog()
    try held.changing {
      try overwrite("books.sqlite", with: 8192)
      try overwrite("books.sqlite-wal", with: 0)
      #expect(held.fault == nil)
    }
    #expect(held.fault == nil)
    try overwrite("books.sqlite", with: 8200)
    #expect(held.fault == .overwritten(path))
  }
}
