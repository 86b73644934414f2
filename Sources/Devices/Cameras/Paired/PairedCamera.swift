public import BoothCore

/// Two cameras as one: the live view of the first, the photos of the second.
///
/// Opened, lost and closed together, so that the booth's supervisor watches over one camera: whichever fails, the error
/// says which, and both are opened again. Each driver keeps its own thread; calls go straight to theirs.
package final class PairedCamera: CameraDriver {
  /// Which of the two, as errors name it.
  enum Role: String, Sendable {
    case live = "live view"
    case still = "photos"
  }

  package let reports: AsyncStream<CameraReport>
  private let report: AsyncStream<CameraReport>.Continuation
  private let live: any CameraDriver
  private let still: any CameraDriver
  /// What hands the two drivers' reports on; ends when they do.
  private let forwarding: Task<Void, Never>

  init(live: any CameraDriver, still: any CameraDriver) {
    self.live = live
    self.still = still
    // The newest four of each driver: a report may hold a whole photo, and a loss is always the last one.
    let (stream, continuation) = AsyncStream.makeStream(of: CameraReport.self, bufferingPolicy: .bufferingNewest(8))
    (reports, report) = (stream, continuation)
    forwarding = Task {
      await withTaskGroup(of: Void.self) { group in
        for (driver, role) in [(live, Role.live), (still, .still)] {
          group.addTask {
            for await said in driver.reports { continuation.yield(role.name(said)) }
          }
        }
      }
      continuation.finish()
    }
  }

  deinit { forwarding.cancel() }

  /// Opens both, or leaves none open. The description is the photos' camera's, as its model is written into them.
  package func open() async throws(CameraError) -> CameraDescription {
    let shown: CameraDescription
    do throws(CameraError) { shown = try await live.open() } catch { throw Role.live.name(error) }
    do throws(CameraError) {
      var description = try await still.open()
      description.id = "\(shown.id)+\(description.id)"
      description.driver = "\(shown.driver)+\(description.driver)"
      description.formats = shown.formats
      return description
    } catch {
      await live.close()
      throw Role.still.name(error)
    }
  }

  package func startLiveView(
    _ request: LiveViewRequest, into sink: any FrameSink
  ) async throws(CameraError) -> LiveViewFormat {
    do throws(CameraError) { return try await live.startLiveView(request, into: sink) } catch {
      throw Role.live.name(error)
    }
  }

  package func stopLiveView() async throws(CameraError) {
    do throws(CameraError) { try await live.stopLiveView() } catch { throw Role.live.name(error) }
  }

  package func focus() async throws(CameraError) {
    do throws(CameraError) { try await still.focus() } catch { throw Role.still.name(error) }
  }

  package func takePhoto() async throws(CameraError) -> Photo {
    do throws(CameraError) { return try await still.takePhoto() } catch { throw Role.still.name(error) }
  }

  /// Sets a parameter of the photos' camera; of the live view's if its name begins with `live.`.
  package func setParameter(_ name: String, to value: String) async throws(CameraError) {
    if name.hasPrefix("live.") {
      do throws(CameraError) { try await live.setParameter(String(name.dropFirst(5)), to: value) } catch {
        throw Role.live.name(error)
      }
    } else {
      do throws(CameraError) { try await still.setParameter(name, to: value) } catch { throw Role.still.name(error) }
    }
  }

  package func close() async {
    report.finish()
    await live.close()
    await still.close()
  }
}

extension PairedCamera.Role {
  func name(_ error: CameraError) -> CameraError {
    CameraError(error.code, subject: "for \(rawValue), \(error.subject)", detail: error.detail)
  }

  func name(_ report: CameraReport) -> CameraReport {
    switch report {
    case .lost(let error): .lost(name(error))
    case .unaskedPhoto, .rawKept, .condition: report
    }
  }
}

/// Makes pairs of drivers, generation after generation.
public struct PairedCameraSource: CameraSource {
  private let live: any CameraSource
  private let still: any CameraSource

  /// Makes one camera of two.
  /// - Parameters:
  ///   - live: gives the live frames.
  ///   - still: takes the photos; its model is what the photos' EXIF names.
  public init(live: any CameraSource, still: any CameraSource) {
    self.live = live
    self.still = still
  }

  /// Both names: `/dev/video0, photos by gphoto2`.
  public var name: String { "\(live.name), photos by \(still.name)" }

  /// Makes a driver of each camera, and one that holds both. Opens nothing.
  public func makeDriver() -> any CameraDriver {
    PairedCamera(live: live.makeDriver(), still: still.makeDriver())
  }
}
