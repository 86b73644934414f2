import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// What comes of an address without any header: as a browser asks.
struct FetchedAddress {
  let address: String

  init(_ address: String) throws { self.address = address }

  var status: Int {
    get async throws {
      Int(try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(30)).status.code)
    }
  }
}
