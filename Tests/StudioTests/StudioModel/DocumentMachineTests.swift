import BoothCore
import StudioTesting
import Testing

@testable import Documents
@testable import StudioModel

@Suite struct DocumentMachineTests {
  private func stored(_ id: String, _ number: Int64, at time: Int64) throws -> StoredDocument {
    let moment = DocumentTimestamp(microseconds: time)
    return StoredDocument(
      path: try DocumentPath("c/\(id)"), fields: ["n": .integer(number)], createTime: moment, updateTime: moment)
  }

  @Test func `a listener is told what is new since the last, and a failure once`() throws {
    var watch = DocumentWatch()
    let (a, b) = (try stored("a", 1, at: 1), try stored("b", 2, at: 1))
    let down = DocumentStoreError(.unavailable, subject: "x", detail: "y")
    #expect(watch.failed(down) == DocumentChange(documents: [], failure: down))
    #expect(watch.failed(down) == nil)
    #expect(watch.found([]) == DocumentChange(documents: []), "the first page is told, also an empty one")
    #expect(watch.found([]) == nil)
    #expect(watch.found([a, b])?.changed == [a, b])
    #expect(watch.found([a, b]) == nil)
    #expect(watch.failed(down)?.documents == [a, b])
    #expect(watch.found([a, b]) == DocumentChange(documents: [a, b]), "it is told that all is well again")
    let newer = try stored("a", 3, at: 2)
    let change = watch.found([newer])
    #expect(change?.changed == [newer] && change?.removed == [b.path])
  }

  @Test func `writes are split by their number and by their size`() throws {
    let small = try (0..<1201).map { DocumentWrite.delete(try DocumentPath("c/d\($0)")) }
    #expect(MemoryDocumentStore.batches(small).map(\.count) == [500, 500, 201])
    #expect(MemoryDocumentStore.batches([]).isEmpty)
    let text = DocumentValue.string(String(repeating: "x", count: 1_000_000))
    let large = try (0..<10).map { DocumentWrite.set(try DocumentPath("c/d\($0)"), ["t": text]) }
    #expect(MemoryDocumentStore.batches(large).map(\.count) == [4, 4, 2])
  }

  @Test func `the store's time goes on, whatever the clock says`() throws {
    var table = DocumentTable()
    let path = try DocumentPath("c/a")
    var times: [Int64] = []
    for (number, clock) in [100, 100, 50, 101, -7, 1000].enumerated() {
      let write = DocumentWrite.set(path, ["n": .integer(Int64(number))])
      times.append(try table.commit([write], at: DocumentTimestamp(microseconds: Int64(clock))).time.microseconds)
    }
    #expect(times == [100, 101, 102, 103, 104, 1000])
  }

  /// Worked by hand after Firestore's "Storage size calculations".
  @Test func `documents are counted as Firestore counts them`() throws {
    let path = try DocumentPath("users/jeff/tasks/my_task_id")
    let fields: DocumentFields = [
      "type": "Personal", "done": false, "priority": 1, "description": "Learn Cloud Firestore",
    ]
    #expect(DocumentLimits.size(path, fields) == 147)
  }

  @Test func `whether a write was made can be seen by looking`() throws {
    let path = try DocumentPath("c/a")
    let moment = DocumentValue.timestamp(DocumentTimestamp(microseconds: 5))
    func stored(_ fields: DocumentFields) throws -> StoredDocument {
      let time = DocumentTimestamp(microseconds: 1)
      return StoredDocument(path: path, fields: fields, createTime: time, updateTime: time)
    }
    let set = DocumentWrite.set(path, ["n": 1], serverTimes: ["at", "m.at"])
    #expect(set.isDone(try stored(["n": 1, "at": moment, "m": ["at": moment]])))
    for fields: DocumentFields in [
      ["n": 1], ["n": 1, "at": moment], ["n": 2, "at": moment, "m": ["at": moment]],
      ["n": 1, "x": 1, "at": moment, "m": ["at": moment]], ["n": 1, "at": moment, "m": ["at": moment, "x": 1]],
    ] { #expect(!set.isDone(try stored(fields)), "\(fields)") }
    #expect(!set.isDone(nil))
    let update = DocumentWrite.update(path, ["n": 1], removing: ["gone"])
    #expect(update.isDone(try stored(["n": 1, "other": 2])))
    #expect(!update.isDone(try stored(["n": 1, "gone": 2])))
    #expect(!update.isDone(nil))
    #expect(DocumentWrite.delete(path).isDone(nil))
    #expect(!DocumentWrite.delete(path).isDone(try stored([:])))
  }

  @Test func `an error says what, where, and what to do`() {
    var error = DocumentStoreError(.missingIndex(link: "https://console"), subject: "query of c", detail: "no index")
    error.committed = 500
    #expect(error.description.contains("query of c: no index"))
    #expect(error.description.contains("https://console") && error.description.contains("500 writes"))
    #expect(DocumentStoreError(.unavailable, subject: "", detail: "").mayPass)
    #expect(!DocumentStoreError(.inDoubt, subject: "", detail: "").mayPass)
  }
}
