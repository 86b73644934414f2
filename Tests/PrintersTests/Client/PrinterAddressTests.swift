import Testing

@testable import Printers

@Suite struct `A printer's address` {
  @Test(arguments: [
    ("ipp://192.0.2.7", "http://192.0.2.7:631/ipp/print", "ipp://192.0.2.7:631/ipp/print"),
    (" ipp://selphy.local/ ", "http://selphy.local:631/ipp/print", "ipp://selphy.local:631/ipp/print"),
    ("IPP://host:8631/printers/DS620", "http://host:8631/printers/DS620", "ipp://host:8631/printers/DS620"),
    ("http://host/a?b=c#d", "http://host:631/a?b=c", "ipp://host:631/a?b=c"),
    ("ipps://[2001:db8::7]:443/ipp", "https://[2001:db8::7]:443/ipp", "ipps://[2001:db8::7]:443/ipp"),
    ("ipps://[2001:db8::7]", "https://[2001:db8::7]:631/ipp/print", "ipps://[2001:db8::7]:631/ipp/print"),
    ("https://cloud.example", "https://cloud.example:443/ipp/print", "ipps://cloud.example:443/ipp/print"),
  ]) func `has the usual port and path where it names none`(_ text: String, _ url: String, _ uri: String) throws {
    let address = try PrinterAddress(text)
    #expect(address.url(encrypted: address.isEncrypted) == url)
    #expect(address.printerURI(encrypted: address.isEncrypted) == uri)
  }

  @Test func `is the same encrypted where a printer wants that`() throws {
    let address = try PrinterAddress("ipp://host/ipp/print")
    #expect(address.url(encrypted: true) == "https://host:631/ipp/print")
    #expect(address.printerURI(encrypted: true) == "ipps://host:631/ipp/print")
    #expect(address.host == "host")
    #expect(try PrinterAddress("ipp://[fe80::1]:99").host == "fe80::1")
  }

  @Test(arguments: [
    ("", "does not begin with ipp://"), ("DS620", "does not begin"), ("usb://DNP/DS620", "does not begin"),
    ("socket://192.0.2.7:9100", "does not begin"), ("ipp://", "no host"), ("ipp://host:0", "port"),
    ("ipp://me:secret@host/", "user"), ("ipp://host/a b", "blank"),
  ]) func `is refused with the end of a sentence`(_ text: String, _ words: String) {
    let fault = #expect(throws: PrinterAddress.Fault.self) { try PrinterAddress(text) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    #expect(fault?.description.contains("secret") == false)
  }
}
