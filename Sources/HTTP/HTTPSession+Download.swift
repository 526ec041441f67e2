import MartletCore
import SystemAPI

extension HTTPSession {
  /// Redirects that are followed, without credentials to another server.
  private static let redirectLimit = 5

  /// Downloads what `request` names, and computes its SHA-256. It follows redirects, which must lead to `https`, and sends the
  /// credentials only as long as they stay on the server of the first address.
  ///
  /// - Parameter path: The file to write; nil writes no file.
  package func download(
    _ request: HTTPRequest, to path: String?, observer: any HTTPObserver
  ) -> (outcome: Outcome, digest: ContentDigest) {
    var request = request
    var visited = 0
    while true {
      let target = DownloadTarget(path)
      let outcome = send(request, observer: observer) { () throws(HTTPError) in
        try target.begin()
        return HTTPSink { target.receive($0) }
      }
      if let problem = target.finish() { return (.failed(.file(reason: problem)), target.digest) }
      guard case .answered(let response) = outcome, [301, 302, 303, 307, 308].contains(response.status),
        let location = response["Location"], visited < Self.redirectLimit,
        let address = try? HTTPAddress(request.address).redirected(to: location)
      else { return (outcome, target.digest) }
      visited += 1
      let accepted = request.headers.filter { $0.name.lowercased() == "accept" }
      request = HTTPRequest(
        request.method, address.text, headers: accepted,
        credentials: address.server == (try? HTTPAddress(request.address))?.server ? request.credentials : nil)
    }
  }
}

/// The receiver of a download: a SHA-256 and, optionally, a file.
private final class DownloadTarget {
  private let path: String?
  private var descriptor: Int32 = -1
  private var hasher = ContentHasher()
  private var problem: String?

  init(_ path: String?) {
    self.path = path
  }

  var digest: ContentDigest { hasher.digest() }

  /// Discards the bytes of the previous attempt.
  func begin() throws(HTTPError) {
    hasher = ContentHasher()
    guard let path else { return }
    if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
    guard descriptor >= 0, ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .file(reason: "cannot write `\(path)`: \(SystemError.last.message)")
    }
  }

  func receive(_ bytes: [UInt8]) -> String? {
    hasher.append(bytes[...])
    guard let path else { return nil }
    do throws(SystemError) {
      try SystemFile.write(bytes, to: descriptor)
    } catch {
      return "cannot write `\(path)`: \(error.message)"
    }
    return nil
  }

  /// - Returns: why the file is not written.
  func finish() -> String? {
    guard descriptor >= 0, let path else { return nil }
    let isClosed = close(descriptor) == 0
    descriptor = -1
    return isClosed ? nil : "cannot write `\(path)`: \(SystemError.last.message)"
  }
}
