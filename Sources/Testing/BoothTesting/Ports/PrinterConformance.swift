public import BoothCore
public import Testing

/// What every ``PrinterDriver`` promises: run all `checks` on a printer that is well, takes 4×6 inches, and keeps its jobs.
public struct PrinterConformance: Sendable, CustomTestStringConvertible {
  /// A printer, switched on anew for each check.
  public struct Subject: Sendable {
    let driver: any PrinterDriver
    let folder: TemporaryFolder

    /// - Parameter driver: of a printer that prints each sheet at once.
    public init(driver: any PrinterDriver) throws {
      self.driver = driver
      folder = try TemporaryFolder()
      // The smallest that any reader calls a JPEG.
      try folder.put("sheet.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    }

    func sheet(_ name: String, file: String = "sheet.jpg") -> PrintSheet {
      PrintSheet(name: name, file: folder.path(file), paper: MillimetreSize(width: 101.6, height: 152.4))
    }

    /// Waits until a job is over; the test's time limit ends a wait for what never comes.
    func over(_ id: Int) async throws -> PrinterJob {
      while true {
        try Task.checkCancellation()
        let job = try #require(try await driver.job(id), "job \(id)")
        if job.state.isOver { return job }
        await Task.moment()
      }
    }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [PrinterConformance] = [
    PrinterConformance("one that is well has nothing in its way, and asking changes nothing") { subject in
      let first = try await subject.driver.status()
      let second = try await subject.driver.status()
      #expect(first.obstacle == nil && first.acceptsJobs && !first.model.isEmpty && first.uuid != nil)
      #expect(second.uuid == first.uuid && second.state == first.state && second.reasons == first.reasons)
      #expect(!first.reasons.contains("none"))
    },
    PrinterConformance("a sheet becomes a job that is found by its number and by our name for it") { subject in
      let sent = try await subject.driver.send(subject.sheet("booth-1.1"))
      #expect(sent.id > 0 && sent.name == "booth-1.1")
      let job = try await subject.over(sent.id)
      #expect(job.state == .completed && job.name == "booth-1.1" && !job.reasons.contains("none"))
      #expect(try await subject.driver.jobs(limit: 10).map(\.name) == ["booth-1.1"])
    },
    PrinterConformance("jobs come newest first, and no more than are asked for") { subject in
      for name in ["a", "b", "c"] { _ = try await subject.over(try await subject.driver.send(subject.sheet(name)).id) }
      #expect(try await subject.driver.jobs(limit: 10).map(\.name) == ["c", "b", "a"])
      #expect(try await subject.driver.jobs(limit: 2).map(\.name) == ["c", "b"])
      #expect(try await subject.driver.jobs(limit: 0).isEmpty)
    },
    PrinterConformance("a job that it does not know is none, and cannot be taken back") { subject in
      let job = try await subject.driver.job(4711)
      #expect(job == nil)
      let error = await #expect(throws: PrinterError.self) { try await subject.driver.cancel(4711) }
      #expect(error?.code == .notFound)
      #expect(error.map { !$0.subject.isEmpty && !$0.detail.isEmpty } == true)
    },
    PrinterConformance("a job that is over cannot be taken back") { subject in
      let job = try await subject.over(try await subject.driver.send(subject.sheet("a")).id)
      let error = await #expect(throws: PrinterError.self) { try await subject.driver.cancel(job.id) }
      #expect(error?.code == .refused)
      #expect(try await subject.driver.job(job.id)?.state == .completed)
    },
    PrinterConformance("a sheet whose file is not there, or is no JPEG, is not sent") { subject in
      try subject.folder.put("text.jpg", Array("Hello".utf8))
      for name in ["gone.jpg", "text.jpg"] {
        let sheet = subject.sheet("a", file: name)
        let error = await #expect(throws: PrinterError.self) { try await subject.driver.send(sheet) }
        #expect(error?.code == .localFile && error?.isRefusal == true)
      }
      #expect(try await subject.driver.jobs(limit: 10).isEmpty)
    },
  ]
}
