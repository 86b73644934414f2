package import WebSupport

/// The scripts by which tenants keep in the browser what is written and chosen there, and send it: the same for all of them. What a thing
/// is, and where it goes, each tenant says in a script of its own.
package struct OutboxFiles: Sendable {
  /// `openStore`, `newKey` and `stamp`: drafts and their files in the browser.
  package let store: String
  /// `sendFile`, `sendValue`, `meaning`, `pause` and `rest`: how is spoken with the studio.
  package let wire: String
  /// `openChosen`: files from the moment they are chosen until they are ready. ``sending`` has it.
  package let chosen: String
  /// `openOutbox`, and the machine `next` that decides.
  package let sending: String

  /// Adds them to what a tenant's pages load. Tenants that add them add the same.
  package init(to files: inout StaticFiles) {
    let type = "text/javascript; charset=utf-8"
    store = files.add("studio-outbox-store", "js", type, outboxStore)
    wire = files.add("studio-outbox-wire", "js", type, outboxWire)
    chosen = files.add(
      "studio-outbox-chosen", "js", type,
      outboxChosen.replacing("./STORE", with: "./" + store).replacing("./WIRE", with: "./" + wire))
    sending = files.add(
      "studio-outbox-sending", "js", type,
      outboxSending.replacing("./CHOSEN", with: "./" + chosen).replacing("./WIRE", with: "./" + wire))
  }

  /// A script that imports them as `./STORE`, `./WIRE` and `./OUTBOX`.
  package func linked(_ script: String) -> String {
    script.replacing("./STORE", with: "./" + store).replacing("./WIRE", with: "./" + wire)
      .replacing("./OUTBOX", with: "./" + sending)
  }
}
