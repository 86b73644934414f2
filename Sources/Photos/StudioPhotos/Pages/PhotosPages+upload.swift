import HTTPTypes
import HummingbirdCore
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Photos that people send from their phones and desks.
extension PhotosPages {
  var uploadWords: WordTable<UploadText> { WordTable(words.language) }

  /// Of one photo, in bytes; a raw picture of 150 megapixels has 300 MB.
  static let largestUpload: Int64 = 512 << 20

  /// The menu's entry with what the script says; nil where nothing can be uploaded.
  func uploadEntry(_ principal: Principal) -> HTML? {
    guard principal.may(.markPhotos) else { return nil }
    // A list that cannot be read is said at the sources.
    let hasPlace: Bool
    do throws(PhotoLibraryError) { hasPlace = try library.uploadsSource() != nil } catch { return nil }
    guard hasPlace else { return nil }
    let labels: [(String, UploadText)] = [
      ("uploading", .uploading), ("uploaded", .uploaded), ("waiting", .waiting), ("not-uploaded", .notUploaded),
      ("again", .tryAgain), ("cancel", .cancel), ("full", .full), ("not-saved", .notSaved), ("signed-out", .signedOut),
    ]
    let said = HTML.joined(labels.map { name, text in " data-\(name)=\"\(uploadWords[text])\"" })
    return
      "<li><button type=\"button\" class=\"menu-item\" data-upload data-too-large=\"\(uploadWords.filled(.tooLarge, Int(Self.largestUpload >> 20)))\"\(said)>\(shell.icon(.upload))\(uploadWords[.upload])</button></li>\n"
  }

  /// `POST /photos/upload?name=NAME&modified=SECONDS`: the bytes alone. Answers `{"id": PATH, "isNew": BOOL}`; 422 with `{"words": WHY}` for what
  /// is no picture, 507 where the disk is full. May be repeated: the same bytes under the same name are stored once.
  func upload() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .markPhotos)
    try shell.checkToken(context)
    let query = context.call.query
    let length = context.call.request.headers[.contentLength].flatMap { Int64($0) }
    do {
      let stored = try await shell.pieces(of: context, upTo: Self.largestUpload) { pieces in
        try await library.upload(
          pieces, length: length, named: query["name"] ?? "",
          modified: query["modified"].flatMap { Int64($0) }.flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil })
      }
      return .json(.members(["id": .string(NameBytes.shown(stored.id.text)), "isNew": .bool(stored.isNew)]))
    } catch is TooLargeFault {
      return said(.contentTooLarge, uploadWords.filled(.tooLarge, Int(Self.largestUpload >> 20)))
    } catch let fault as PhotoUploadFault {
      switch fault {
      case .full: return said(HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), uploadWords[.full])
      case .notAPicture(let reason):
        return said(.unprocessableContent, reason.map { Self.trouble($0, words) } ?? uploadWords[.notAPicture])
      case .noPlace: return said(.unprocessableContent, uploadWords[.noPlace])
      case .away: return said(.unprocessableContent, uploadWords[.away])
      case .failed(let why):
        // Where things are on the machine is not for everybody.
        return said(
          .unprocessableContent, uploadWords[.notSaved] + (principal.may(.managePhotos) ? " (\(why))" : ""))
      }
    }
  }

  /// Closing: not all of what comes has been read.
  private func said(_ status: HTTPResponse.Status, _ text: String) -> WebAnswer {
    WebAnswer.json(.members(["words": .string(text)]), status).closing()
  }

  /// `POST /photos/sources/uploads`: `source`, the one that takes uploads from now on; empty: none.
  func setUploads() async throws -> WebAnswer {
    let form = try await managed()
    let id = form["source"].isEmpty ? nil : try Self.source(form)
    try await library.setUploadsSource(id)
    report(uploadWords[id == nil ? .uploadsStopped : .uploadsChosen], isGood: true, on: "/photos/sources")
    return StudioShell.redirect("/photos/sources")
  }
}
