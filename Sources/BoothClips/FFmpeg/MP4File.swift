import BoothCore
import CFFmpeg

/// An MP4 file with one H.264 track and its index at the front, so that a browser plays it while it downloads.
/// Stays on the thread that made it. A file that was not closed is useless, and remains for the caller to remove.
final class MP4File {
  private let path: String
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let lastDuration: Int64

  /// - Parameter frameInterval: how long the last frame is shown, in the encoder's ticks.
  init(path: String, encoder: H264Encoder, frameInterval: Int64) throws {
    var made: UnsafeMutablePointer<AVFormatContext>?
    // With its protocol named, so that a colon in the path does not name another.
    let url = "file:\(path)"
    try FFmpegFault.check(
      avformat_alloc_output_context2(&made, nil, "mp4", url), "avformat_alloc_output_context2 mp4")
    guard let context = made, let stream = avformat_new_stream(context, nil) else {
      avformat_free_context(made)
      throw FFmpegFault.outOfMemory("avformat_new_stream")
    }
    self.path = path
    self.context = context
    self.stream = stream
    self.lastDuration = frameInterval
    stream.pointee.time_base = encoder.context.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
    try FFmpegFault.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "avcodec_parameters_from_context")
    try check(avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE))
    try FFmpegFault.check(
      av_opt_set(context.pointee.priv_data, "movflags", "+faststart", 0), "mp4 option movflags=+faststart")
    try check(avformat_write_header(context, nil))
  }

  deinit {
    // Errors were reported by `close()`; a file that was never closed is thrown away.
    avio_closep(&context.pointee.pb)
    avformat_free_context(context)
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(ClipError) {
    packet.pointee.stream_index = stream.pointee.index
    packet.pointee.duration = lastDuration
    av_packet_rescale_ts(
      packet, AVRational(num: 1, den: Int32(H264Encoder.ticksPerSecond)), stream.pointee.time_base)
    try check(av_write_frame(context, packet))
    try checkOutput()
  }

  /// Writes the index, moves it to the front and closes the file.
  func close() throws(ClipError) {
    try check(av_write_trailer(context))
    try checkOutput()
    try check(avio_closep(&context.pointee.pb))
  }

  /// What is written goes through a buffer; that it failed is remembered there.
  private func checkOutput() throws(ClipError) {
    if let output = context.pointee.pb { try check(output.pointee.error) }
  }

  private func check(_ answer: Int32) throws(ClipError) {
    if answer < 0 { throw ClipError(.file, subject: path, detail: FFmpegFault.words(answer)) }
  }
}
