import BoothCore
import CFFmpeg

/// libx264 behind FFmpeg's interface, on the calling thread only. No B-frames, so every picture comes out at once and
/// in order.
final class H264Encoder {
  /// Ticks a second of all timestamps: MPEG's 90 kHz, fine enough for any camera's clock.
  static let ticksPerSecond: Int64 = 90_000

  let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var keyframeAt: Int64?

  static var isThere: Bool { avcodec_find_encoder_by_name("libx264") != nil }

  init(size: PixelSize, framesPerSecond: Double, encoding: ClipEncoding) throws(FFmpegFault) {
    guard let codec = avcodec_find_encoder_by_name("libx264") else {
      throw FFmpegFault("this FFmpeg has no libx264 encoder (Debian's libavcodec59 has)", -38)
    }
    var madeContext = avcodec_alloc_context3(codec)
    var madePacket = av_packet_alloc()
    guard let context = madeContext, let packet = madePacket else {
      avcodec_free_context(&madeContext)
      av_packet_free(&madePacket)
      throw .outOfMemory("avcodec_alloc_context3")
    }
    self.context = context
    self.packet = packet
    context.pointee.width = Int32(size.width)
    context.pointee.height = Int32(size.height)
    context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = AVRational(num: 1, den: Int32(Self.ticksPerSecond))
    context.pointee.framerate = av_d2q(framesPerSecond, 100_000)
    // A keyframe a second is forced by time, whatever the camera's real rate; this is only the outer bound.
    context.pointee.gop_size = 600
    context.pointee.max_b_frames = 0
    context.pointee.thread_count = 1
    // Whole samples: half ones take 3.3 MB of planes at 720p, and with a moving picture are worth 0.4 % of the file (509,708
    // instead of 511,495 bytes, SSIM 0.9925 for 0.9923, x264 0.164 superfast, factor 24).
    context.pointee.me_subpel_quality = 0
    if let most = encoding.mostBitsPerSecond {
      context.pointee.rc_max_rate = Int64(most)
      context.pointee.rc_buffer_size = Int32(clamping: most)
    }
    context.pointee.color_range = PictureColours.range
    context.pointee.colorspace = PictureColours.matrix
    context.pointee.color_primaries = PictureColours.primaries
    context.pointee.color_trc = PictureColours.transfer
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    // MP4 keeps the parameter sets in its index.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    let options = [
      ("preset", encoding.preset.rawValue), ("crf", String(encoding.rateFactor)), ("forced-idr", "1"),
      // Keyframes come by time, and a camera changes no scenes: what looks for them takes 1.2 MB and 5 % of the work.
      ("sc_threshold", "0"),
    ]
    for (name, value) in options {
      try FFmpegFault.check(av_opt_set(context.pointee.priv_data, name, value, 0), "libx264 option \(name)=\(value)")
    }
    try FFmpegFault.check(avcodec_open2(context, codec, nil), "avcodec_open2 libx264 \(size)")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    avcodec_free_context(&context)
    av_packet_free(&packet)
  }

  /// Encodes one picture, shown from `ticks` on; greater than that of the picture before.
  func encode(_ picture: Picture, at ticks: Int64, to file: MP4File) throws {
    picture.frame.pointee.pts = ticks
    let due = keyframeAt.map { ticks - $0 >= Self.ticksPerSecond } ?? true
    if due { keyframeAt = ticks }
    picture.frame.pointee.pict_type = due ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    try FFmpegFault.check(avcodec_send_frame(context, picture.frame), "avcodec_send_frame")
    try drain(to: file)
  }

  /// Writes what the encoder still holds; nothing can be encoded afterwards.
  func finish(to file: MP4File) throws {
    try FFmpegFault.check(avcodec_send_frame(context, nil), "avcodec_send_frame")
    try drain(to: file)
  }

  private func drain(to file: MP4File) throws {
    while true {
      let answer = avcodec_receive_packet(context, packet)
      if answer == CFFMPEG_AVERROR_EAGAIN || answer == CFFMPEG_AVERROR_EOF { return }
      try FFmpegFault.check(answer, "avcodec_receive_packet")
      defer { av_packet_unref(packet) }
      try file.write(packet)
    }
  }
}
