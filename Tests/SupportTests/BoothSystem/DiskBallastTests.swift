import BoothSystem
import BoothTesting
import FoundationEssentials
import Testing

@Suite struct DiskBallastTests {
  @Test func `what is set aside takes its room, once, and gives it back`() throws {
    let folder = try TemporaryFolder()
    let ballast = DiskBallast(in: folder.path)
    #expect(!ballast.release(), "there is none yet")
    for _ in 0..<2 { ballast.keep() }
    let size = try FileManager.default.attributesOfItem(atPath: folder.path(DiskBallast.name))[.size] as? Int
    #expect(size.map(Int64.init) == DiskBallast.bytes)
    #expect(ballast.release() && !FileManager.default.fileExists(atPath: folder.path(DiskBallast.name)))
  }

  @Test func `a disk's room is that of the nearest folder that is there`() throws {
    let folder = try TemporaryFolder()
    let room = try #require(DiskRoom.of(folder.path))
    let below = try #require(DiskRoom.of(folder.path("not/there/yet")))
    #expect(room.device == below.device && room.total == below.total && !room.isReadOnly && room.free > 0)
    #expect(DiskRoom.of("/proc/self/fd/none")?.device != room.device)
  }
}
