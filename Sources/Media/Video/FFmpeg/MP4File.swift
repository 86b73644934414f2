import BoothCore
import CFFmpeg

/// An MP4 file with one H.264 track, perhaps one of AAC, and its index at the front, so that a browser plays it while it
/// downloads. A track of sound into which nothing was written is not in the file.
/// Stays on the thread that made it. A file that was not closed is useless, and remains for the caller to remove.
final class MP4File {
  private let path: String
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let sound: UnsafeMutablePointer<AVStream>?
  private let lastDuration: Int64

  /// - Parameters:
  ///   - frameInterval: how long the last frame is shown, in the encoder's ticks.
  ///   - sound: the encoder of the sound there may be; nil for a film without.
  init(path: String, encoder: H264Encoder, frameInterval: Int64, sound soundEncoder: AACEncoder? = nil) throws {
    var made: UnsafeMutablePointer<AVFormatContext>?
    // With its protocol named, so that a colon in the path does not name another.
    let url = "file:\(path)"
    try FFmpegFault.check(
      avformat_alloc_output_context2(&made, nil, "mp4", url), "avformat_alloc_output_context2 mp4")
    guard let context = made, let stream = avformat_new_stream(context, nil) else {
      avformat_free_context(made)
      throw FFmpegFault.outOfMemory("avformat_new_stream")
    }
    let sound = soundEncoder == nil ? nil : avformat_new_stream(context, nil)
    self.path = path
    self.context = context
    self.stream = stream
    self.sound = sound
    self.lastDuration = frameInterval
    stream.pointee.time_base = encoder.context.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
    try FFmpegFault.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "avcodec_parameters_from_context")
    if let sound, let soundEncoder {
      sound.pointee.time_base = soundEncoder.context.pointee.time_base
      try FFmpegFault.check(
        avcodec_parameters_from_context(sound.pointee.codecpar, soundEncoder.context), "avcodec_parameters_from_context"
      )
    }
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

  func writeSound(_ packet: UnsafeMutablePointer<AVPacket>) throws(ClipError) {
    guard let sound else { return }
    packet.pointee.stream_index = sound.pointee.index
    av_packet_rescale_ts(
      packet, AVRational(num: 1, den: Int32(SoundBlock.samplesPerSecond)), sound.pointee.time_base)
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
