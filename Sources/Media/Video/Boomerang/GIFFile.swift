import BoothCore
import CFFmpeg

/// An animated GIF that repeats without end, by FFmpeg's own encoder and muxer: they write of each picture only what
/// differs from the one before. Stays on the thread that made it.
final class GIFFile {
  private let path: String
  private let hundredths: Int64
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>

  /// - Parameter hundredths: of a second that each picture is shown.
  init(path: String, size: PixelSize, hundredths: Int) throws {
    guard let codec = avcodec_find_encoder_by_name("gif") else {
      throw FFmpegFault("this FFmpeg has no GIF encoder (Debian's libavcodec59 has)", -38)
    }
    let url = "file:\(path)"
    var parts = (
      encoder: avcodec_alloc_context3(codec), frame: av_frame_alloc(), packet: av_packet_alloc(),
      context: UnsafeMutablePointer<AVFormatContext>?.none
    )
    let answer = avformat_alloc_output_context2(&parts.context, nil, "gif", url)
    guard let encoder = parts.encoder, let frame = parts.frame, let packet = parts.packet,
      let context = parts.context, let stream = avformat_new_stream(context, nil)
    else {
      avcodec_free_context(&parts.encoder)
      av_frame_free(&parts.frame)
      av_packet_free(&parts.packet)
      avformat_free_context(parts.context)
      throw answer < 0 ? FFmpegFault("avformat_alloc_output_context2 gif", answer) : .outOfMemory("GIF encoder")
    }
    self.path = path
    self.hundredths = Int64(hundredths)
    self.encoder = encoder
    self.frame = frame
    self.packet = packet
    self.context = context
    self.stream = stream
    encoder.pointee.width = Int32(size.width)
    encoder.pointee.height = Int32(size.height)
    encoder.pointee.pix_fmt = AV_PIX_FMT_PAL8
    encoder.pointee.time_base = AVRational(num: 1, den: 100)
    encoder.pointee.thread_count = 1
    try FFmpegFault.check(avcodec_open2(encoder, codec, nil), "avcodec_open2 gif \(size)")
    frame.pointee.format = AV_PIX_FMT_PAL8.rawValue
    frame.pointee.width = Int32(size.width)
    frame.pointee.height = Int32(size.height)
    try FFmpegFault.check(av_frame_get_buffer(frame, 0), "av_frame_get_buffer \(size)")
    stream.pointee.time_base = encoder.pointee.time_base
    try FFmpegFault.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "avcodec_parameters_from_context")
    try check(avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE))
    // 0 is without end.
    try FFmpegFault.check(av_opt_set(context.pointee.priv_data, "loop", "0", 0), "gif option loop=0")
    try check(avformat_write_header(context, nil))
  }

  deinit {
    var (encoder, frame, packet) = (Optional(encoder), Optional(frame), Optional(packet))
    avcodec_free_context(&encoder)
    av_frame_free(&frame)
    av_packet_free(&packet)
    // Errors were reported by `close()`; a file that was never closed is thrown away.
    avio_closep(&context.pointee.pb)
    avformat_free_context(context)
  }

  /// Writes the picture that is shown as the `number`th, from 0.
  /// - Parameter indices: a colour of the palette for each pixel, row after row.
  func write(_ indices: [UInt8], _ palette: GIFPalette, number: Int) throws {
    try FFmpegFault.check(av_frame_make_writable(frame), "av_frame_make_writable")
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard let target = frame.pointee.data.0, let colors = frame.pointee.data.1, indices.count == width * height else {
      throw FFmpegFault("\(indices.count) indices for a picture of \(width)x\(height)", -22)
    }
    indices.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      for row in 0..<height {
        (target + row * Int(frame.pointee.linesize.0)).update(from: source + row * width, count: width)
      }
    }
    // 0xAARRGGBB in the machine's byte order.
    colors.withMemoryRebound(to: UInt32.self, capacity: 256) { colors in
      for index in 0..<256 {
        colors[index] = 0xFF00_0000 | (index < palette.colors.count ? palette.colors[index] : 0)
      }
    }
    frame.pointee.pts = Int64(number) * hundredths
    try FFmpegFault.check(avcodec_send_frame(encoder, frame), "avcodec_send_frame gif")
    try drain()
  }

  func close() throws {
    try FFmpegFault.check(avcodec_send_frame(encoder, nil), "avcodec_send_frame gif")
    try drain()
    try check(av_write_trailer(context))
    if let output = context.pointee.pb { try check(output.pointee.error) }
    try check(avio_closep(&context.pointee.pb))
  }

  private func drain() throws {
    while true {
      let answer = avcodec_receive_packet(encoder, packet)
      if answer == CFFMPEG_AVERROR_EAGAIN || answer == CFFMPEG_AVERROR_EOF { return }
      try FFmpegFault.check(answer, "avcodec_receive_packet gif")
      packet.pointee.stream_index = stream.pointee.index
      packet.pointee.duration = hundredths
      av_packet_rescale_ts(packet, AVRational(num: 1, den: 100), stream.pointee.time_base)
      defer { av_packet_unref(packet) }
      try check(av_write_frame(context, packet))
      if let output = context.pointee.pb { try check(output.pointee.error) }
    }
  }

  private func check(_ answer: Int32) throws(ClipError) {
    if answer < 0 { throw ClipError(.file, subject: path, detail: FFmpegFault.words(answer)) }
  }
}
