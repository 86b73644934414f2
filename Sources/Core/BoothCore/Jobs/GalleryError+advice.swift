extension GalleryError {
  /// The likely causes of what the gallery refused, and what to do, for the operator; nil where the failure says all.
  public var advice: String? {
    if let refuser { return refuser.advice }
    return switch code {
    case .forbidden:
      """
      A gallery refuses in JSON, and this was not: likely something before it refuses (a firewall, a network's login \
      page, a proxy), or the token is wrong and a proxy says so in its own words. Open the gallery's address in a \
      browser on this network and sign in where it asks, and check gallery.url and gallery.token; uploads go on by \
      themselves
      """
    case .notAGallery:
      """
      Uploads need you: open the gallery's address in a browser on this network and sign in where it asks, or set \
      gallery.url to where the gallery is. The address is asked again about every minute
      """
    case .urlRefused: advice(forURL: detail.lowercased())
    case .tooLarge:
      """
      Raise the limit at the gallery: gallery.max_upload_mb of `booth gallery`, and that of a proxy before it \
      (client_max_body_size at nginx); a FotoX Worker takes 100 MB. It is tried again by \
      itself every quarter of an hour; at once: booth queue retry
      """
    case .unreachable, .busy, .unauthorized, .gone, .unsupported, .garbage, .localFile, .lost, .unasked: nil
    }
  }

  /// By the words of the contract, where the answer has them.
  private func advice(forURL words: String) -> String {
    if words.contains("expired") {
      return """
        An upload URL holds for 15 minutes by the gallery's clock. Set the clocks of the gallery's machines, and this \
        one's (`booth doctor`); uploads go on by themselves
        """
    }
    if words.contains("signature") {
      return """
        The gallery that took the upload has another secret than the one that signed its URL: set one \
        gallery.upload_secret (UPLOAD_SECRET of a Worker) on all servers of this address, and let no proxy change the \
        URL; uploads go on by themselves
        """
    }
    return """
      Likely something before the gallery refuses (a firewall, a network's login page), or the upload URL has expired: \
      set the clocks of the gallery and of this machine, give all of the gallery's servers one gallery.upload_secret \
      (UPLOAD_SECRET of a Worker), and try from another network; uploads go on by themselves
      """
  }
}
