import BoothSystem
import Testing

@Suite struct AlarmTests {
  @Test func `a ring before the wait is not lost, and one take takes all rings`() {
    let alarm = Alarm()
    #expect(alarm.isThere && !alarm.take())
    alarm.ring()
    alarm.ring()
    #expect(alarm.wait(atMost: .zero) && alarm.wait(atMost: .zero), "waiting takes nothing")
    #expect(alarm.take() && !alarm.take() && !alarm.wait(atMost: .zero))
  }

  @Test func `who sleeps is woken from another thread`() {
    let (alarm, woken) = (Alarm(), Monitor(false))
    let code = OwnThread.start("sleeper") {
      alarm.wait()
      woken.update { $0 = true }
    }
    #expect(code == 0)
    alarm.ring()
    woken.wait { $0 ? () : nil }
  }
}
