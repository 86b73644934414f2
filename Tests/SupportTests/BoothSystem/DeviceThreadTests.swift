import BoothCore
import BoothSystem
import BoothTesting
import Glibc
import Synchronization
import Testing

@Suite("Device thread", .timeLimit(.minutes(15))) struct DeviceThreadTests {
  /// An actor on a thread of its own, with what its thread told it.
  private actor Device {
    nonisolated let thread: DeviceThread
    nonisolated let events: AsyncStream<DeviceThread.Event>
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init() {
      let thread = DeviceThread(name: "device-of-a-test")
      let (events, told) = AsyncStream.makeStream(of: DeviceThread.Event.self)
      thread.start { event in told.yield(event) }
      self.thread = thread
      self.events = events
    }

    isolated deinit { thread.end() }

    func identity() -> UInt { UInt(pthread_self()) }
    func wait(until deadline: Instant? = nil) -> DeviceThread.Event { thread.wait(until: deadline) }
    func watch(_ descriptor: Int32?) { thread.watched = descriptor }
    func isHere() -> Bool { thread.isIsolatingCurrentContext() == true }
  }

  @Test func `an actor's calls all run on its own thread`() async {
    let (one, other) = (Device(), Device())
    let threads = [await one.identity(), await one.identity(), await other.identity()]
    #expect(threads[0] == threads[1])
    #expect(threads[0] != threads[2])
    #expect(await one.isHere())
    #expect(one.thread.isIsolatingCurrentContext() == false)
  }

  @Test func `a thousand calls from everywhere are all made`() async {
    let device = Device()
    let here = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<1000 { group.addTask { await device.isHere() } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(here == 1000)
  }

  @Test func `the watched descriptor is told between calls`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let device = Device()
    await device.watch(ends[0])
    var byte: UInt8 = 1
    #expect(write(ends[1], &byte, 1) == 1)
    var events = device.events.makeAsyncIterator()
    #expect(await events.next() == .ready(Int16(POLLIN)))
    await device.watch(nil)
  }

  @Test func `a wake and a close reach the thread, the close once and last`() async {
    let device = Device()
    var events = device.events.makeAsyncIterator()
    device.thread.wake()
    #expect(await events.next() == .woken)
    device.thread.close()
    device.thread.close()
    #expect(await events.next() == .closed)
    device.thread.wake()
    // Calls are still made after a close; by then a second event would have been told.
    #expect(await device.isHere())
    device.thread.wake()
    #expect(await device.wait() == .closed)
  }

  @Test func `waiting inside a call ends with a wake, a close or its deadline`() async {
    let device = Device()
    #expect(await device.wait(until: DeviceClock.now()) == .timedOut)
    let start = DeviceClock.now()
    #expect(await device.wait(until: start + .milliseconds(5)) == .timedOut)
    #expect(DeviceClock.now() >= start + .milliseconds(5))
    let woken = Task { await device.wait() }
    device.thread.wake()
    // The wake may come before the wait: then the thread is told between calls, and only the close ends the wait.
    device.thread.close()
    let event = await woken.value
    #expect(event == .woken || event == .closed)
  }

  @Test func `threads and descriptors go with their actors`() async throws {
    func descriptors() throws -> Int {
      let folder = try #require(opendir("/proc/self/fd"))
      defer { closedir(folder) }
      var count = 0
      while readdir(folder) != nil { count += 1 }
      return count
    }
    _ = await Device().identity()
    let before = try descriptors()
    for _ in 0..<300 { _ = await Device().identity() }
    // Threads on their way out are waited for, up to the suite's limit of time; other tests have descriptors of their own.
    while try descriptors() >= before + 200 { await Task.moment() }
  }
}
