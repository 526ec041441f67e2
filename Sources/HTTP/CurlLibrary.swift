import CCurl
import MartletCore

/// libcurl, loaded with the first client, and one easy handle, which keeps its connections open.
final class CurlLibrary {
  private let functions = UnsafeMutablePointer<martlet_curl>.allocate(capacity: 1)
  private let handle: UnsafeMutableRawPointer

  /// - Throws: `HTTPError` if none of `names` is a usable libcurl.
  init(names: [String]) throws(HTTPError) {
    let functions = functions
    functions.initialize(to: martlet_curl())
    guard names.contains(where: { martlet_curl_load(functions, $0) != 0 }), let handle = functions.pointee.easy_init()
    else {
      functions.deallocate()
      throw .noLibrary(names: names)
    }
    self.handle = handle
  }

  deinit {
    functions.pointee.easy_cleanup(handle)
    functions.deallocate()
  }

  /// Removes all options of the last transfer. Open connections stay.
  func reset() { functions.pointee.easy_reset(handle) }

  func set(_ option: Int, _ value: Int) {
    _ = martlet_curl_set_long(functions, handle, Int32(option), value)
  }

  func set(_ option: Int, size: Int) {
    _ = martlet_curl_set_size(functions, handle, Int32(option), Int64(size))
  }

  /// libcurl copies the text.
  func set(_ option: Int, _ text: String) {
    _ = martlet_curl_set_text(functions, handle, Int32(option), text)
  }

  func set(_ option: Int, pointer: UnsafeMutableRawPointer) {
    _ = martlet_curl_set_pointer(functions, handle, Int32(option), pointer)
  }

  func set(_ option: Int, callback: @escaping martlet_curl_data) {
    _ = martlet_curl_set_data(functions, handle, Int32(option), callback)
  }

  func setSeek(_ callback: @escaping martlet_curl_seek) { _ = martlet_curl_set_seek(functions, handle, callback) }

  func setSocket(_ callback: @escaping martlet_curl_socket) { _ = martlet_curl_set_socket(functions, handle, callback) }

  func setProgress(_ callback: @escaping martlet_curl_progress) {
    _ = martlet_curl_set_progress(functions, handle, callback)
  }

  /// Performs the transfer with a list option, such as the headers, and the buffer for libcurl's message.
  ///
  /// - Returns: libcurl's code, and its message.
  func perform(lists: [(option: Int, texts: [String])]) -> (code: Int, message: String) {
    var heads: [UnsafeMutablePointer<martlet_curl_list>] = []
    defer { for head in heads { functions.pointee.slist_free_all(head) } }
    for (option, texts) in lists {
      var head: UnsafeMutablePointer<martlet_curl_list>?
      for text in texts { head = functions.pointee.slist_append(head, text) ?? head }
      guard let head else { continue }
      heads.append(head)
      set(option, pointer: UnsafeMutableRawPointer(head))
    }
    var buffer = [CChar](repeating: 0, count: Int(MARTLET_CURL_ERROR_SIZE))
    return buffer.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { set(MARTLET_CURL_ERRORBUFFER, pointer: start) }
      let code = functions.pointee.easy_perform(handle)
      let detail = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      let general = functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code)"
      return (Int(code), detail.isEmpty ? general : detail)
    }
  }

  /// The HTTP status of the last answer; 0 before the first one.
  var status: Int { martlet_curl_get_long(functions, handle, Int32(MARTLET_CURL_RESPONSE_CODE)) }

  /// The number of bytes of the request's head that were sent.
  var sentHead: Int { martlet_curl_get_long(functions, handle, Int32(MARTLET_CURL_REQUEST_SIZE)) }

  /// Parses an HTTP date, and returns it in seconds since 1970.
  func seconds(ofDate text: String) -> Int? {
    let seconds = functions.pointee.getdate(text, nil)
    return seconds < 0 ? nil : min(Int(seconds), Instant.lastSecond)
  }
}
