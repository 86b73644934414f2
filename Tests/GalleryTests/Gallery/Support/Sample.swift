import BoothCore

/// One session, as FotoX's contract has it.
enum Sample {
  static let session = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"

  static let files = [
    ("strip_photo.jpg", "image/jpeg"), ("video_0.mov", "video/quicktime"), ("photo_0.jpg", "image/jpeg"),
  ]

  static func folder(event: Int = 7, session: String = session) -> String { "events/\(event)/sessions/\(session)/" }

  static func completion(event: Int = 7, session: String = session) -> String {
    """
    {"event_id":\(event),"session_id":"\(session)","manifest_path":"\(folder(event: event, session: session))manifest.json"}
    """
  }

  static func manifest(
    event: Int = 7, session: String = session, createdAt: String = "2025-02-01T18:20:15Z"
  ) -> String {
    let folder = folder(event: event, session: session)
    return """
      {"version":1,"event_id":\(event),"session_id":"\(session)","created_at":"\(createdAt)",
      "public_gallery_url":"http://x/s/\(session)","future":{"kept":[1.50,true]},"assets":[
      {"id":"strip0_video","kind":"video","strip_index":0,"sequence_index":0,"content_type":"video/quicktime",
       "path":"\(folder)video_0.mov","size_bytes":20,"poster_path":"\(folder)photo_0.jpg"},
      {"id":"strip0_photo","kind":"photo","strip_index":0,"sequence_index":1,"content_type":"image/jpeg",
       "path":"\(folder)photo_0.jpg","size_bytes":20},
      {"id":"strip_photo","kind":"strip_photo","strip_index":-1,"sequence_index":1,"content_type":"image/jpeg",
       "path":"\(folder)strip_photo.jpg","size_bytes":24}]}
      """
  }

  static func event(
    _ id: Int = 7, _ name: String = "Anna & Jonas", access: Event.GalleryAccess = .open,
    languages: [String] = ["en"], theme: Theme = Theme()
  ) -> Event {
    Event(
      id: id, slug: "sample", name: name, date: "2025-06-14", theme: theme, languages: languages,
      names: ["he": "חגיגה"], gallery: access)
  }
}
