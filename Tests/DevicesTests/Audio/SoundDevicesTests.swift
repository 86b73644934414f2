import Audio
import Glibc
import Testing

@Suite struct SoundDevicesTests {
  @Test func `capture devices are found in the kernel's list, by names that last`() throws {
    let root = "\(scratch())/asound"
    try write(
      """
       0 [PCH            ]: HDA-Intel - HDA Intel PCH
                            HDA Intel PCH at 0xf7d10000 irq 30
       2 [C920           ]: USB-Audio - HD Pro Webcam C920
                            HD Pro Webcam C920 at usb-0000:00:14.0-2, high speed

      """, to: root + "/cards")
    try write(
      """
      00-00: ALC662 rev3 Analog : ALC662 rev3 Analog : playback 1 : capture 1
      00-03: HDMI 0 : HDMI 0 : playback 1
      02-00: USB Audio : USB Audio : capture 1

      """, to: root + "/pcm")
    try write("PCH\n", to: root + "/card0/id")
    try write("C920\n", to: root + "/card2/id")
    try write("closed\n", to: root + "/card0/pcm0c/sub0/status")
    try write("state: RUNNING\nowner_pid   : 4711\n", to: root + "/card2/pcm0c/sub0/status")
    #expect(
      SoundDevices.list(root: root) == [
        SoundDevice(name: "plughw:CARD=PCH,DEV=0", model: "HDA Intel PCH", inUse: false),
        SoundDevice(name: "plughw:CARD=C920,DEV=0", model: "HD Pro Webcam C920", inUse: true),
      ])
  }

  @Test func `a machine without sound has none, and nonsense is passed over`() throws {
    let root = "\(scratch())/asound"
    #expect(SoundDevices.list(root: root) == [])
    try write("xx-00: a : b : capture 1\n00:\n\n01-00: a : b : capture 1\n", to: root + "/pcm")
    #expect(SoundDevices.list(root: root) == [])
  }

  private func scratch() -> String {
    var template = Array("/tmp/booth-sound-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  private func write(_ text: String, to path: String) throws {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }
}
