import CCurl

/// One transfer: the source and target of libcurl's callbacks.
final class CurlTransfer {
  private let reader: HTTPBodyReader?
  private let total: Int
  private let observer: any HTTPObserver
  private let sink: HTTPSink?
  /// The maximum size of an answer in memory, in bytes.
  static let memoryLimit = 32 << 20

  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private(set) var sinkProblem: String?
  private(set) var isCancelled = false
  private(set) var isStalled = false
  private var watch: StallWatch
  private var sockets = TransferSockets()
  private var reported = -1

  /// - Parameter stallLimit: The seconds without progress after which the transfer ends.
  init(_ body: HTTPBody?, to sink: HTTPSink?, stallLimit: Int, observer: any HTTPObserver) {
    watch = StallWatch(limit: stallLimit, sending: body?.size ?? 0)
    reader = body.map(HTTPBodyReader.init)
    total = body?.size ?? 0
    self.sink = sink
    self.observer = observer
  }

  /// Why the body could not be read.
  var bodyProblem: String? { reader?.problem }

  /// Whether libcurl has read the whole body.
  var hasSentBody: Bool { reader?.isAtEnd ?? true }

  /// Makes `library` read from and write to this transfer, which has to live until the transfer ends.
  func attach(to library: CurlLibrary) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    if reader != nil {
      library.set(MARTLET_CURL_READDATA, pointer: context)
      library.set(MARTLET_CURL_READFUNCTION) { bytes, size, count, context in
        CurlTransfer.from(context).read(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
      }
      library.set(MARTLET_CURL_SEEKDATA, pointer: context)
      library.setSeek { context, offset, origin in
        origin == 0 && CurlTransfer.from(context).reader?.seek(to: Int(offset)) == true ? 0 : 1
      }
    }
    library.set(MARTLET_CURL_WRITEDATA, pointer: context)
    library.set(MARTLET_CURL_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.from(context).write(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    library.set(MARTLET_CURL_HEADERDATA, pointer: context)
    library.set(MARTLET_CURL_HEADERFUNCTION) { bytes, size, count, context in
      CurlTransfer.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    library.set(MARTLET_CURL_NOPROGRESS, 0)
    library.set(MARTLET_CURL_XFERINFODATA, pointer: context)
    library.setProgress { context, _, received, _, sent in
      CurlTransfer.from(context).proceed(received: Int(received), sent: Int(sent)) ? 0 : 1
    }
    library.set(MARTLET_CURL_SOCKOPTDATA, pointer: context)
    library.setSocket { context, socket, _ in
      CurlTransfer.from(context).sockets.add(socket)
      return 0
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let context else { preconditionFailure("a callback of libcurl without its context") }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    reader?.read(into: buffer) ?? Int(MARTLET_CURL_READFUNC_ABORT)
  }

  /// - Returns: another number than that of the bytes ends the transfer.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if let sink, (200..<300).contains(status) {
      sinkProblem = sink.receive(Array(bytes))
      return sinkProblem == nil ? bytes.count : 0
    }
    isTooLarge = body.count + bytes.count > Self.memoryLimit
    guard !isTooLarge else { return 0 }
    body += bytes
    return bytes.count
  }

  /// Each answer begins with a status line. The answer of a proxy, or `100 Continue`, comes before the real one.
  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(HTTPHeader(String(line[..<colon]), String(value.prefix { !$0.isNewline })))
    }
  }

  private func proceed(received: Int, sent: Int) -> Bool {
    if total > 0, sent != reported {
      reported = sent
      observer.didSend(sent, of: total)
    }
    isCancelled = observer.isCancelled
    isStalled = watch.hasStalled(received: received, sent: sent, unsent: sockets.unsent, at: .now)
    if isStalled { sockets.discard() }
    return !isCancelled && !isStalled
  }
}
