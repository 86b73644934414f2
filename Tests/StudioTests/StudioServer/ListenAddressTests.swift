import Testing

@testable import WebSupport

@Suite struct ListenAddressTests {
  @Test func `addresses are read as people write them, and nonsense is none`() throws {
    for (text, host, port) in [
      ("127.0.0.1:8090", "127.0.0.1", 8090), ("[::1]:80", "::1", 80), (":8090", "127.0.0.1", 8090),
      ("8090", "127.0.0.1", 8090),
      ("0.0.0.0:0", "0.0.0.0", 0), ("booth.local:1", "booth.local", 1),
    ] {
      let address = try #require(ListenAddress(text), "\(text)")
      #expect(address.host == host && address.port == port, "\(text)")
    }
    for text in ["", ":", "a", "127.0.0.1", "127.0.0.1:", "1:65536", "1:-1", "::1:80", "http://x:80"] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
    #expect(ListenAddress("8090")?.isLoopback == true && ListenAddress("0.0.0.0:1")?.isLoopback == false)
  }
}
