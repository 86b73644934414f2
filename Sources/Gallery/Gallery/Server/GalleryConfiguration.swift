public import BoothCore

/// What a gallery is told before it starts.
public struct GalleryConfiguration: Sendable {
  /// Where an event's list of sessions is.
  public enum EventLists: Sendable {
    /// In the event's `index.json`, which is written anew with each session: what a FotoX Worker over the same store does, too.
    case index
    /// In the keys of objects, one a session: any number of servers, any number of sessions. `index.json` is made of them, for
    /// FotoX's readers.
    case keys
  }

  /// The server's own secret: signs upload URLs and makes the events' keys. Without it nothing can be uploaded.
  public var uploadSecret: String?
  /// What booths show as `X-FotoX-Key`. Without it nothing can be uploaded.
  public var presignToken: String?
  /// The secret of the data folder that this gallery is of, by which it proves that (``GalleryProof``); nil proves nothing.
  public var proofSecret: String?
  /// Where guests reach this gallery, without a slash at the end; nil takes what each request says.
  public var publicBaseURL: String?
  /// Where guests reach the objects themselves, for pages to link there instead of here.
  public var assetBaseURL: String?
  /// The largest upload that is taken; FotoX takes 100 MiB.
  public var maxUploadBytes: Int64
  /// The events it knows by name and look. Others are served plainly.
  public var events: [EventID: Event]
  /// Whether who may see an event is what its definition here says, whatever a booth says: its operator has put it here.
  public var definitionsDecide: Bool
  /// Who may see an event of which neither a definition here nor any booth says it. Open, as FotoX's app, which shows no
  /// key, needs it.
  public var unknownEvents: Event.GalleryAccess

  /// The event that the booth plays which this gallery is built into: pages of which nothing else tells the event wear its
  /// colours. Nil for a gallery of its own.
  public var playedEvent: EventID?
  /// Where the events' lists are.
  public var lists = EventLists.index
  /// Whether a token or a link is answered so often a minute at most.
  public var hasLimits = true
  /// How often an event's `index.json` is made anew at most, where lists are in keys.
  public var indexPause = Duration.seconds(3)
  /// Where the store's own addresses lead (`https://s3.example.org`), for pages to show pictures of; nil where it gives none.
  public var storeOrigin: String?

  /// Of the booth that this gallery is built into: prints that guests order on their session's page. Nil offers none.
  public var prints: (any GuestPrints)?

  /// Where `/metrics` is answered, and nothing else: an address and a port, of which 0 takes any that is free; nil counts nothing.
  public var metrics: (address: String, port: Int)?

  /// Empty texts count as nil, and base addresses lose their final slashes. By default uploads of 100 MiB at most.
  public init(
    uploadSecret: String? = nil, presignToken: String? = nil, proofSecret: String? = nil, publicBaseURL: String? = nil,
    assetBaseURL: String? = nil, maxUploadBytes: Int64 = 100 << 20, events: [EventID: Event] = [:],
    definitionsDecide: Bool = true, unknownEvents: Event.GalleryAccess = .open, playedEvent: EventID? = nil
  ) {
    func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    func base(_ text: String?) -> String? {
      given(text).map { text in
        var text = text[...]
        while text.last == "/" { text.removeLast() }
        return String(text)
      }
    }
    self.uploadSecret = given(uploadSecret)
    self.presignToken = given(presignToken)
    self.proofSecret = given(proofSecret)
    self.publicBaseURL = base(publicBaseURL)
    self.assetBaseURL = base(assetBaseURL)
    self.maxUploadBytes = maxUploadBytes
    self.events = events
    self.definitionsDecide = definitionsDecide
    self.unknownEvents = unknownEvents
    self.playedEvent = playedEvent
  }

  /// Who may see an event.
  /// - Parameter said: what a booth has said of it, as the event's index keeps it.
  func access(_ event: EventID, said: Event.GalleryAccess?) -> Event.GalleryAccess {
    let defined = events[event]?.gallery
    return (definitionsDecide ? defined ?? said : said ?? defined) ?? unknownEvents
  }

  /// The key that opens an event's page where the event's gallery is for those who have its link; nil without a
  /// secret to make it of.
  public func eventKey(_ event: EventID) -> String? { uploadSecret.map { EventKey.of(event, secret: $0) } }

  /// The link to an event's page, with its key if it needs one, for the operator to hand on; nil where no base is
  /// known or a key is needed and cannot be made.
  public func eventLink(_ event: EventID) -> String? {
    guard let publicBaseURL else { return nil }
    let link = "\(publicBaseURL)/e/\(event)"
    guard events[event]?.gallery == .link else { return link }
    return eventKey(event).map { link + "?key=" + $0 }
  }
}
