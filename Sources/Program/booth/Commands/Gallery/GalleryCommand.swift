import ArgumentParser

struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Serve the guests' pages and take uploads, without a booth.",
    discussion: """
      Booths need its token: BOOTH_GALLERY_TOKEN, or `presign_token` in gallery-secrets.json of the data folder.
      Any number of galleries serve one bucket (--bucket s3://NAME?endpoint=https://HOST): its keys are AWS_ACCESS_KEY_ID and \
      AWS_SECRET_ACCESS_KEY, or in a file that credentials=FILE behind the name tells; the token and the upload secret are \
      the same for all of them. `booth gallery check` tells whether a bucket is fit for that.
      One address may have 128 connections open, all addresses together 512; this machine's own are counted apart, so \
      a proxy in front of it sets limits of its own. A connection that asks nothing for 10 seconds is closed.
      """,
    subcommands: [
      GalleryServeCommand.self, GalleryCheckCommand.self, GalleryEventsCommand.self, GalleryTokensCommand.self,
      GalleryMoveCommand.self,
    ],
    defaultSubcommand: GalleryServeCommand.self)
}
