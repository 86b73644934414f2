import Testing

@testable import MQTT

@Suite struct BrokerAddressTests {
  @Test(arguments: [
    ("mqtt://broker", "mqtt://broker:1883"), ("mqtts://broker.example/", "mqtts://broker.example:8883"),
    ("mqtt://192.0.2.7:1884", "mqtt://192.0.2.7:1884"), ("mqtts://[2001:db8::1]:99", "mqtts://[2001:db8::1]:99"),
    ("mqtt://[::1]", "mqtt://[::1]:1883"),
  ]) func `knows where a broker is`(text: String, whole: String) throws {
    #expect(try BrokerAddress(text).description == whole)
  }

  @Test(arguments: [
    ("broker", "expected mqtt://HOST"), ("http://broker", "expected mqtt://HOST"), ("mqtt://", "the broker's name"),
    ("mqtt://:1883", "the broker's name"), ("mqtt://a/b", "without a path"), ("mqtt://a b", "the broker's name"),
    ("mqtt://a:0", "a port from 1"), ("mqtt://a:65536", "a port from 1"), ("mqtt://a:x", "a port from 1"),
    ("mqtt://a:+1", "a port from 1"), ("mqtt://me:secret@a", "have no place"), ("mqtt://[::1]x", "the broker's name"),
  ]) func `says what is wrong with an address, and no password`(text: String, words: String) {
    do {
      let address = try BrokerAddress(text)
      Issue.record("\(text) is \(address)")
    } catch {
      #expect(error.description.contains(words))
      #expect(!error.description.contains("secret"))
    }
  }
}
