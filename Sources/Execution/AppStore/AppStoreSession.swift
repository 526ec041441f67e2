import HTTP
import Lanes
import MartletCore
import SystemAPI

/// Sends requests to App Store Connect, each with a token that is valid for another minute.
final class AppStoreSession {
  let address: String
  private let key: AppStoreKey
  private let environment: [String: String]
  private let transport: any HTTPTransport
  var observer: any StoreObserver
  /// The records of apps, by the name in the Releasefile.
  var records: [String: AppStoreClient.Record] = [:]
  private var token: (text: String, time: Int)?
  /// How much Apple's clock is ahead of this machine's, in seconds; nil before the first answer.
  private(set) var clockDifference: Int?

  init(
    at address: String, key: AppStoreKey, environment: [String: String], transport: any HTTPTransport,
    observer: any StoreObserver
  ) {
    self.address = address
    self.key = key
    self.environment = environment
    self.transport = transport
    self.observer = observer
  }

  private static var clock: Int { Int(Date().timeIntervalSince1970) }

  /// The time at Apple as of the last answer, in seconds since 1970.
  var now: Int { Self.clock + (clockDifference ?? 0) }

  /// Sends `request`. After 401 it is sent once more with a new token: short refusals of good tokens occur, and the first
  /// answer shows the difference of the clocks. A refused token changes nothing, so that is safe for every request.
  func send(_ request: AppStoreRequest) throws -> ForgeResult<StoreValue> {
    let first = try sendOnce(request)
    guard case .answered(let response) = first, response.status == 401 else { return result(of: first, request) }
    token = nil
    return result(of: try sendOnce(request), request)
  }

  /// Returns the resources of all pages, each once: pages can overlap.
  func list(_ request: AppStoreRequest) throws -> [StoreResource] {
    var all: [StoreResource] = []
    var known: Set<String> = []
    var next: AppStoreRequest? = request
    for _ in 0..<Self.pageLimit {
      guard let request = next else { return all }
      let page = try send(request).get()
      for resource in (page["data"]?.elements ?? []).compactMap(StoreResource.init)
      where known.insert("\(resource.type) \(resource.id)").inserted {
        all.append(resource)
      }
      next = try page["links"]?["next"]?.text.map { try follow($0) }
    }
    throw Failure.unreadableAppStoreAnswer("a list has more than \(Self.pageLimit) pages")
  }

  private static let pageLimit = 500

  /// Another server would get the token.
  private func follow(_ link: String) throws(Failure) -> AppStoreRequest {
    guard link.hasPrefix("\(address)/") else {
      throw .unreadableAppStoreAnswer("the next page of a list is on another server")
    }
    return AppStoreRequest(method: "GET", path: String(link.dropFirst(address.count)))
  }

  /// Sends a part of a file to the storage host: with the headers that Apple names, and without the token.
  func put(_ part: UploadPart, of file: String, named name: String, total: Int) -> HTTPSession.Outcome {
    let observer = PartObserver(base: observer, name: name, start: part.offset, total: total)
    guard let address = try? HTTPAddress(part.url), address.isLoopback == isOnLoopback else {
      return .failed(.invalidAddress("the storage host of App Store Connect"))
    }
    let body = HTTPBody([.file(path: file, size: part.length, offset: part.offset)])
    let request = HTTPRequest(part.method, part.url, headers: part.headers, body: body)
    var attempts = HTTPSession(transport).attempts(observer: observer)
    while true {
      let outcome = HTTPSession(transport).send(request, observer: observer, transient: [500, 502, 503, 504])
      // A part may be sent again until the commit: the same bytes at the same place.
      guard case .unknown(let error, let response) = outcome, !observer.isCancelled,
        attempts.wait(reason: error?.firstMessage ?? "status \(response?.status ?? 0)")
      else { return outcome }
    }
  }

  var isOnLoopback: Bool { (try? HTTPAddress(address))?.isLoopback == true }

  private func sendOnce(_ request: AppStoreRequest) throws -> HTTPSession.Outcome {
    let message = HTTPRequest(
      request.method, request.address(at: address), headers: request.body == nil ? [] : [.json],
      credentials: HTTPCredentials("Authorization", "Bearer \(try currentToken())"),
      body: request.body.map { .json($0) })
    let outcome = HTTPSession(transport).send(message, observer: observer)
    if let date = outcome.response?.date { clockDifference = date - Self.clock }
    return outcome
  }

  /// Apple advises to use a token again until it expires.
  private func currentToken() throws -> String {
    if let token, abs(now - token.time) < 1_000 { return token.text }
    // A difference below a minute is covered by the token's start.
    let time = abs(clockDifference ?? 0) > 60 ? now : Self.clock
    let text = try key.token(at: time, environment: environment)
    token = (text, now)
    return text
  }

  private func result(of outcome: HTTPSession.Outcome, _ request: AppStoreRequest) -> ForgeResult<StoreValue> {
    switch outcome {
    case .answered(let response): return result(of: response, request)
    case .limited(let seconds, let response):
      return .limited(seconds: seconds, .appStoreLimit(seconds, AppStoreErrors(response)))
    case .unknown(let error, let response):
      return .maybeDone(.lostAppStoreAnswer(request.title, error?.firstMessage ?? "status \(response?.status ?? 0)"))
    case .failed(let error): return .refused(error.failure)
    }
  }

  private func result(of response: HTTPResponse, _ request: AppStoreRequest) -> ForgeResult<StoreValue> {
    if response.isSuccess {
      if response.body.isEmpty { return .done(.null) }
      if let value = try? JSONDecoder().decode(StoreValue.self, from: Data(response.body)) { return .done(value) }
    }
    let errors = AppStoreErrors(response)
    guard !response.isSuccess, !errors.isForeign else {
      let failure = Failure.unreadableAppStoreAnswer("\(request.title): status \(response.status), and not JSON")
      return request.method == "GET" ? .refused(failure) : .maybeDone(failure)
    }
    switch response.status {
    case 401: return .refused(.appStoreKeyRefused(key.id, clockDifference ?? 0, errors))
    case 403: return .refused(.appStoreForbids(key.id, request.title, errors))
    case 404: return .notFound(.appStoreRefused(request.title, errors))
    case 409: return .taken(.appStoreRefused(request.title, errors))
    default: return .refused(.appStoreRefused(request.title, errors))
    }
  }
}

extension HTTPSession.Outcome {
  fileprivate var response: HTTPResponse? {
    switch self {
    case .answered(let response), .limited(_, let response): response
    case .unknown(_, let response): response
    case .failed: nil
    }
  }
}

/// Receives the progress of requests to App Store Connect.
protocol StoreObserver: HTTPObserver {
  /// Receives how many bytes of a file are at the storage host.
  func didUpload(_ count: Int, of total: Int, named name: String)
}

/// Adds the parts of a file that were sent before.
private struct PartObserver: HTTPObserver {
  let base: any StoreObserver
  let name: String
  let start: Int
  let total: Int

  func didSend(_ count: Int, of _: Int) { base.didUpload(start + count, of: total, named: name) }
  func willWait(seconds: Int, reason: String) { base.willWait(seconds: seconds, reason: reason) }
  var isCancelled: Bool { base.isCancelled }
}
