/// What has refused a call, where that is something before the gallery or behind it rather than the gallery itself: as far as an
/// answer tells.
public enum GalleryRefuser: String, Sendable, Codable, CaseIterable {
  /// It wants the proof of a browser, which no booth can give.
  case challenge
  /// It refuses clients that do not look like a browser (Cloudflare's error 1010).
  case browserCheck
  /// A rule of a firewall: by address, by country, by what is asked.
  case firewall
  /// A proxy before the gallery that wants a name and a password.
  case signIn
  /// The proxy by which this network leads out wants a name and a password.
  case wayOut
  /// The bucket behind the gallery says that the clock by which an address was signed is wrong.
  case bucketClock
  /// The bucket does not know the keys by which an address was signed, or they are wrong.
  case bucketKeys
  /// The keys may not do this in the bucket.
  case bucketRights
  /// There is no such bucket.
  case bucketMissing
  /// The bucket has no room.
  case bucketFull

  /// What to do about it, for the operator. In all of these cases the uploads are tried again by themselves.
  public var advice: String {
    switch self {
    case .challenge:
      """
      Something before the gallery wants the proof of a browser, which no booth can give. Let what booths ask through \
      without it: at Cloudflare a rule that skips challenges (Bot Fight Mode, Under Attack) for the gallery's host name, or \
      for /api/, /presign, /upload, /complete, /asset and /health there; uploads go on by themselves
      """
    case .browserCheck:
      """
      Cloudflare refuses this program by its name (error 1010, Browser Integrity Check). Turn that check off for the gallery's \
      host name, with a configuration rule; uploads go on by themselves
      """
    case .firewall:
      """
      A rule of the firewall before the gallery refuses this machine, by its address, its country or what it asks. Look for it \
      in that firewall's log (at Cloudflare: Security, Events) and let the booth through; uploads go on by themselves
      """
    case .signIn:
      """
      A proxy before the gallery wants a name and a password, which booths do not have; the gallery itself asks for its token \
      alone. Let /api/, /presign, /upload, /complete, /asset and /health through without; uploads go on by themselves
      """
    case .wayOut:
      """
      The proxy by which this network leads out wants a name and a password. Give this machine a way past it, or another \
      network; uploads go on by themselves
      """
    case .bucketClock:
      """
      The bucket says that the clock of the gallery that signed this upload is wrong: set it, as with timedatectl set-ntp \
      true; uploads go on by themselves
      """
    case .bucketKeys:
      """
      The bucket does not take the keys by which the gallery signs uploads: give the gallery the access key and the secret key \
      of its bucket, and let no proxy change the address; uploads go on by themselves
      """
    case .bucketRights:
      """
      The gallery's keys may not write into its bucket: allow them to put objects there; uploads go on by themselves
      """
    case .bucketMissing:
      """
      There is no bucket of this name where the gallery's uploads go: make it, or correct its name in the gallery's settings; \
      uploads go on by themselves
      """
    case .bucketFull:
      """
      The gallery's bucket takes no more: raise its limit, or delete what is not wanted any longer; uploads go on by themselves
      """
    }
  }
}
