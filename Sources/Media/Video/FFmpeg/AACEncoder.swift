import BoothCore
import CFFmpeg

/// FFmpeg's own AAC encoder for one channel, on the calling thread only.
final class AACEncoder {
  /// Samples of one packet of AAC-LC (ISO/IEC 14496-3).
  static let frameLength = 1024
  /// Bits a second: voices in one channel sound the same with more.
  private static let bitRate: Int64 = 96_000

  let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>

  init() throws(FFmpegFault) {
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw FFmpegFault("this FFmpeg has no AAC encoder (Debian's libavcodec59 has)", -38)
    }
    var madeContext = avcodec_alloc_context3(codec)
    var madePacket = av_packet_alloc()
    var madeFrame = av_frame_alloc()
    guard let context = madeContext, let packet = madePacket, let frame = madeFrame else {
      avcodec_free_context(&madeContext)
      av_packet_free(&madePacket)
      av_frame_free(&madeFrame)
      throw .outOfMemory("avcodec_alloc_context3")
    }
    self.context = context
    self.packet = packet
    self.frame = frame
    let rate = Int32(SoundBlock.samplesPerSecond)
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.sample_rate = rate
    context.pointee.bit_rate = Self.bitRate
    context.pointee.time_base = AVRational(num: 1, den: rate)
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, 1)
    try FFmpegFault.check(avcodec_open2(context, codec, nil), "avcodec_open2 aac")
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.sample_rate = rate
    frame.pointee.nb_samples = Int32(Self.frameLength)
    try FFmpegFault.check(av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout), "ch_layout")
    try FFmpegFault.check(av_frame_get_buffer(frame, 0), "av_frame_get_buffer")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  /// Encodes one packet's samples, the first of which stands at `position`; only the last may be of fewer.
  func encode(_ samples: [Int16], at position: Int, to file: MP4File) throws {
    try FFmpegFault.check(av_frame_make_writable(frame), "av_frame_make_writable")
    guard samples.count <= Self.frameLength, let plane = frame.pointee.data.0 else {
      throw FFmpegFault("\(samples.count) samples for one packet", -22)
    }
    plane.withMemoryRebound(to: Float.self, capacity: samples.count) { plane in
      for (index, sample) in samples.enumerated() { plane[index] = Float(sample) / 32768 }
    }
    frame.pointee.nb_samples = Int32(samples.count)
    frame.pointee.pts = Int64(position)
    try FFmpegFault.check(avcodec_send_frame(context, frame), "avcodec_send_frame aac")
    try drain(to: file)
  }

  /// Writes what the encoder still holds; nothing can be encoded afterwards.
  func finish(to file: MP4File) throws {
    try FFmpegFault.check(avcodec_send_frame(context, nil), "avcodec_send_frame aac")
    try drain(to: file)
  }

  private func drain(to file: MP4File) throws {
    while true {
      let answer = avcodec_receive_packet(context, packet)
      if answer == CFFMPEG_AVERROR_EAGAIN || answer == CFFMPEG_AVERROR_EOF { return }
      try FFmpegFault.check(answer, "avcodec_receive_packet aac")
      defer { av_packet_unref(packet) }
      try file.writeSound(packet)
    }
  }
}
