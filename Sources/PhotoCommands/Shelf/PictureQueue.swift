import PhotoBrowser

/// The order of work on pictures: few at a time, the most urgent first, of the same urgency the one that was asked for last. Who
/// asks for what is being made gets the same one.
actor PictureQueue {
  private struct Waiting {
    var number: Int
    var urgency: PhotoUrgency
    var turn: CheckedContinuation<Bool, Never>
  }

  private let limit: Int
  private var running = 0
  private var number = 0
  private var waiting: [Waiting] = []
  private var making: [String: Task<[UInt8], any Error>] = [:]

  init(limit: Int) { self.limit = limit }

  /// Makes a picture, or waits for the one that is being made.
  func picture(
    _ name: String, _ urgency: PhotoUrgency, _ make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    if let task = making[name] { return try await task.value }
    guard await turn(urgency) else { throw CancellationError() }
    defer { next() }
    if let task = making[name] { return try await task.value }
    let task = Task { try await make() }
    making[name] = task
    defer { making[name] = nil }
    return try await task.value
  }

  /// False where nobody wants it any longer.
  private func turn(_ urgency: PhotoUrgency) async -> Bool {
    if running < limit {
      running += 1
      return true
    }
    number += 1
    let own = number
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: false) }
        waiting.append(Waiting(number: own, urgency: urgency, turn: continuation))
      }
    } onCancel: {
      Task { await self.withdraw(own) }
    }
  }

  private func withdraw(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).turn.resume(returning: false)
  }

  private func next() {
    let best = waiting.indices.min { left, right in
      (waiting[left].urgency, -waiting[left].number) < (waiting[right].urgency, -waiting[right].number)
    }
    guard let best else {
      running -= 1
      return
    }
    waiting.remove(at: best).turn.resume(returning: true)
  }
}
