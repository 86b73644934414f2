import BoothCore
import BoothStore
import Glibc
import Measuring

/// As large as a photo of 12 megapixels; what is in it makes no difference.
private let photo = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

/// Commits of ours and of raw SQLite in turns, so that a busy machine slows both; then photos.
func measureCommits(in folder: String) async throws -> Bool {
  let night = try await Night(folder: folder)
  let raw = RawSQLite(copyOf: folder + "/booth.sqlite", at: folder + "/raw.sqlite")
  var (ours, theirs, photos): ([Double], [Double], [Double]) = ([], [], [])
  for number in 0..<2_000 {
    let job = night.job(number)
    ours.append(try await cpu { try await night.store.record(job) })
    theirs.append(await cpu { raw.record(job) })
  }
  for _ in 0..<50 { photos.append(try await cpu { try await night.keep(photo) }) }
  let ratio = median(ours) / median(theirs)
  show("one commit, ours, median", median(ours))
  show("one commit, raw SQLite, median", median(theirs))
  show("ours / raw SQLite (limit 1.5)", ratio, "")
  show("one photo of 2.5 MB kept, median", median(photos))
  return ratio <= 1.5
}

/// With half a millisecond for the threads that took part to go to rest, whose last steps count too.
private func cpu(of body: () async throws -> Void) async rethrows -> Double {
  let start = cpuMilliseconds()
  try await body()
  usleep(500)
  return cpuMilliseconds() - start
}

/// Does what is named `count` times, to count its system calls.
func makeCommits(_ what: String, _ count: Int, in folder: String) async throws {
  let night = try await Night(folder: folder)
  let raw = RawSQLite(copyOf: folder + "/booth.sqlite", at: folder + "/raw.sqlite")
  for number in 0..<count {
    switch what {
    case "commits": try await night.store.record(night.job(number))
    case "raw": raw.record(night.job(number))
    case "photos": try await night.keep(photo)
    default: fail("expected commits, raw or photos instead of \(what)")
    }
  }
}
