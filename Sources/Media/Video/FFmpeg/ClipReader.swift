import BoothCore
import BoothSystem
import CFFmpeg
import Glibc

/// Plays the pictures of an MP4 or QuickTime file in order. Stays on the thread that made it.
final class ClipReader {
  let path: String
  let turn: PictureTurn
  private let input: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// The picture that is shown, and the one after it.
  private var shown: UnsafeMutablePointer<AVFrame>
  private var ahead: UnsafeMutablePointer<AVFrame>
  private var hasShown = false
  /// When `ahead` is to be shown, in seconds from the first picture; nil after the last.
  private var aheadAt: Double?
  private var firstTicks: Int64?
  /// When the newest decoded picture ends.
  private var end = 0.0
  private var inputEnded = false

  /// Opens the file and decodes its first picture.
  /// - Throws: ``ClipError`` with the file as its subject.
  init(path: String) throws(ClipError) {
    func refuse(_ detail: String) -> ClipError { ClipError(.encoder, subject: path, detail: detail) }
    // A pipe would be waited for without end.
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ClipError(.file, subject: path, detail: SystemWords.of(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refuse("is no file; expected an MP4 or MOV film") }
    // Only this one format: playlists and the like would make the library open whatever they name.
    guard let format = av_find_input_format("mov") else { throw refuse("this FFmpeg reads no MP4") }
    var opened: UnsafeMutablePointer<AVFormatContext>?
    let answer = avformat_open_input(&opened, "file:\(path)", format, nil)
    guard answer >= 0, let input = opened else {
      let isErrno = answer > -4096
      throw ClipError(
        isErrno ? .file : .encoder, subject: path,
        detail: "is no MP4 or MOV film, or one without its index: \(FFmpegFault.words(answer))")
    }
    var parts = (
      input: opened, decoder: UnsafeMutablePointer<AVCodecContext>?.none, packet: av_packet_alloc(),
      shown: av_frame_alloc(), ahead: av_frame_alloc()
    )
    func abandon(_ error: ClipError) -> ClipError {
      avformat_close_input(&parts.input)
      avcodec_free_context(&parts.decoder)
      av_packet_free(&parts.packet)
      av_frame_free(&parts.shown)
      av_frame_free(&parts.ahead)
      return error
    }
    let index = av_find_best_stream(input, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, let stream = input.pointee.streams[Int(index)] else {
      throw abandon(refuse("has no moving picture in it"))
    }
    let parameters = stream.pointee.codecpar.pointee
    guard let codec = avcodec_find_decoder(parameters.codec_id) else {
      throw abandon(refuse("is in \(String(cString: avcodec_get_name(parameters.codec_id))), which nothing here reads"))
    }
    parts.decoder = avcodec_alloc_context3(codec)
    guard let decoder = parts.decoder, let packet = parts.packet, let shown = parts.shown, let ahead = parts.ahead
    else { throw abandon(refuse("not enough memory to read it")) }
    decoder.pointee.thread_count = 1
    decoder.pointee.pkt_timebase = stream.pointee.time_base
    var started = avcodec_parameters_to_context(decoder, stream.pointee.codecpar)
    if started >= 0 { started = avcodec_open2(decoder, codec, nil) }
    guard started >= 0 else { throw abandon(refuse("its decoder would not start: \(FFmpegFault.words(started))")) }
    for other in 0..<Int(input.pointee.nb_streams) where other != Int(index) {
      input.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
    }
    self.path = path
    self.turn = Self.turn(of: stream)
    self.input = input
    self.stream = stream
    self.decoder = decoder
    self.packet = packet
    self.shown = shown
    self.ahead = ahead
    try decodeAhead()
    guard aheadAt != nil else { throw refuse("not one of its pictures can be decoded") }
  }

  deinit {
    var (input, decoder, packet, shown, ahead) = (
      Optional(input), Optional(decoder), Optional(packet), Optional(shown), Optional(ahead)
    )
    avformat_close_input(&input)
    avcodec_free_context(&decoder)
    av_packet_free(&packet)
    av_frame_free(&shown)
    av_frame_free(&ahead)
  }

  /// Width by height of the picture as it is to be seen.
  var aspect: Double {
    let frame = hasShown ? shown.pointee : ahead.pointee
    let aspect = Double(frame.width) * pixelAspect / Double(max(1, frame.height))
    return turn.swapsSides ? 1 / aspect : aspect
  }

  /// How much wider than high a stored pixel is to be seen; 1 where the file says nothing or nonsense.
  var pixelAspect: Double {
    let frame = hasShown ? shown : ahead
    let ratio = av_guess_sample_aspect_ratio(input, stream, frame)
    guard ratio.num > 0, ratio.den > 0 else { return 1 }
    let aspect = Double(ratio.num) / Double(ratio.den)
    return (0.1...10).contains(aspect) ? aspect : 1
  }

  /// Of its pictures as they are stored, before they are turned.
  var storedSize: PixelSize {
    let frame = hasShown ? shown.pointee : ahead.pointee
    return PixelSize(width: Int(frame.width), height: Int(frame.height))
  }

  /// How long the film is by its own index; 0 where that does not say.
  var seconds: Double {
    let ticks = input.pointee.duration
    // In AV_TIME_BASE, a macro of a cast: microseconds.
    return ticks > 0 && ticks != CFFMPEG_AV_NOPTS_VALUE ? Double(ticks) / 1_000_000 : 0
  }

  /// The picture that is shown, good until the next call of ``advance(to:)``.
  var planes: PicturePlanes? { hasShown ? PicturePlanes(shown) : nil }

  /// Moves on to the last picture that is due at `seconds`, and says whether that is another than before.
  func advance(to seconds: Double) throws(ClipError) -> Bool {
    var moved = false
    while let at = aheadAt, at <= seconds || !hasShown {
      swap(&shown, &ahead)
      hasShown = true
      moved = true
      try decodeAhead()
    }
    return moved
  }

  /// Whether the last picture has had its time.
  func isOver(at seconds: Double) -> Bool { aheadAt == nil && seconds >= end }

  private func decodeAhead() throws(ClipError) {
    aheadAt = nil
    while true {
      let answer = avcodec_receive_frame(decoder, ahead)
      if answer >= 0 {
        aheadAt = place(ahead.pointee)
        return
      }
      if answer == CFFMPEG_AVERROR_EOF { return }
      if inputEnded && answer != CFFMPEG_AVERROR_EAGAIN { return }
      try feed()
    }
  }

  /// Gives the decoder one more packet, or the end. What cannot be decoded is skipped: the picture before stays.
  private func feed() throws(ClipError) {
    while !inputEnded {
      let answer = av_read_frame(input, packet)
      if answer == -EIO { throw ClipError(.file, subject: path, detail: FFmpegFault.words(answer)) }
      inputEnded = answer < 0
      defer { av_packet_unref(packet) }
      if inputEnded { break }
      let isCut = packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
      if packet.pointee.stream_index == stream.pointee.index, !isCut {
        avcodec_send_packet(decoder, packet)
        return
      }
    }
    avcodec_send_packet(decoder, nil)
  }

  /// When a picture is to be shown. Timestamps that are missing or do not grow are put one interval after the last.
  private func place(_ frame: AVFrame) -> Double {
    let unit = av_q2d(stream.pointee.time_base)
    let rate = av_q2d(stream.pointee.avg_frame_rate)
    let interval = rate >= 0.1 && rate <= 1000 ? 1 / rate : 1.0 / 30
    let ticks = frame.best_effort_timestamp
    var at = end
    if ticks != CFFMPEG_AV_NOPTS_VALUE {
      let first = firstTicks ?? ticks
      firstTicks = first
      at = Double(ticks &- first) * unit
    }
    // `end` is the last picture's time and interval; a picture may come sooner than that, but not before its
    // predecessor.
    let earliest = lastAt.map { $0 + 0.000_001 } ?? 0
    at = max(at, earliest)
    lastAt = at
    let length = Double(frame.pkt_duration) * unit
    end = at + (length > 0 && length <= 10 ? length : interval)
    return at
  }

  private var lastAt: Double?

  private static func turn(of stream: UnsafeMutablePointer<AVStream>) -> PictureTurn {
    var count = 0
    guard let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &count), count >= 36 else {
      return .none
    }
    return PictureTurn(
      matrix: (0..<9).map { UnsafeRawPointer(matrix).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) })
  }
}
