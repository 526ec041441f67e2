import HTTP
import MartletCore
import SystemAPI

/// Sends the requests to one forge, and converts each answer into a result.
struct ForgeSession: Sendable {
  let location: ForgeProject
  let token: ForgeToken?
  let http: HTTPSession
  let observer: any ForgeObserver

  /// The name of the forge in messages.
  var name: String { location.forge.name }

  /// Sends `request` and decodes its answer.
  ///
  /// - Parameters:
  ///   - asset: The name of the file that the request uploads, for its progress.
  ///   - decode: Returns the value, or throws if the answer does not fit the request.
  func perform<Request: ForgeRequest, Value>(
    _ request: Request, asset: String? = nil, decode: (HTTPResponse) throws(Failure) -> Value
  ) -> ForgeResult<Value> {
    let message = httpRequest(request)
    let outcome = http.send(message, observer: Observer(base: observer, asset: asset), transient: request.transient)
    return result(of: outcome, to: request) { response throws(Failure) in
      do throws(Failure) {
        return .done(try decode(response))
      } catch {
        var failure = error
        if failure.code == .unreadableAnswer {
          let address = message.isSafe ? message.address : location.api
          failure.diagnostics[0].hint = "a proxy may have answered: run `curl -i \(address.shellWord)`"
        }
        return message.isSafe ? .refused(failure) : .maybeDone(failure)
      }
    }
  }

  /// Downloads what `request` names.
  func download<Request: ForgeRequest>(_ request: Request, to path: String?) -> ForgeResult<ContentDigest> {
    let (outcome, digest) = http.download(
      httpRequest(request), to: path, observer: Observer(base: observer, asset: nil))
    return result(of: outcome, to: request) { _ in .done(digest) }
  }

  /// Downloads `address` without a token.
  func publicDigest(of address: String, to path: String?) -> ForgeResult<ContentDigest> {
    let (outcome, digest) = http.download(
      HTTPRequest("GET", address), to: path, observer: Observer(base: observer, asset: nil))
    switch outcome {
    case .answered(let response) where response.status == 200:
      guard !response.isPage || address.hasSuffix("html") || address.hasSuffix("htm") else {
        return .notFound(.signInPage(address))
      }
      return .done(digest)
    case .answered(let response) where [401, 403, 404].contains(response.status):
      return .notFound(.notDownloadable(address, status: response.status))
    case .answered(let response): return .refused(.notDownloadable(address, status: response.status))
    case .limited(let seconds, let response): return limited(seconds, response)
    case .unknown, .failed: return .refused(outcome.error?.failure ?? .notDownloadable(address, status: 0))
    }
  }

  /// The attempts of a change that a caller repeats.
  var attempts: RetryAttempts { http.attempts(observer: Observer(base: observer, asset: nil)) }

  private func httpRequest<Request: ForgeRequest>(_ request: Request) -> HTTPRequest {
    let address = request.target.address(in: location)
    return HTTPRequest(
      request.method, address, headers: request.headers,
      credentials: sendsToken(to: address) ? token.map(Request.credentials) : nil, body: request.body)
  }

  /// Whether `address` is on the server of the API, which the token is for, or on GitHub's server for uploads beside it.
  /// Answers of the forge may name any other server.
  func sendsToken(to address: String) -> Bool {
    guard let target = try? HTTPAddress(address), let api = try? HTTPAddress(location.api) else { return false }
    return [api.server, api.server.replacing("://api.", with: "://uploads.")].contains(target.server)
  }

  private func result<Request: ForgeRequest, Value>(
    of outcome: HTTPSession.Outcome, to request: Request,
    decode: (HTTPResponse) throws(Failure) -> ForgeResult<Value>
  ) -> ForgeResult<Value> {
    switch outcome {
    case .answered(let response):
      guard request.expected.contains(response.status) else { return refused(response, Request.self) }
      do { return try decode(response) } catch { return .refused(error) }
    case .limited(let seconds, let response): return limited(seconds, response)
    case .unknown(let error, let response):
      if let response { return .maybeDone(.failedAnswer(name, ForgeErrorAnswer(response))) }
      return .maybeDone(.answerLost(name, reason: error?.firstMessage ?? ""))
    case .failed(let error): return .refused(error.failure)
    }
  }

  private func limited<Value>(_ seconds: Int, _ response: HTTPResponse) -> ForgeResult<Value> {
    .limited(seconds: seconds, .rateLimited(name, seconds: seconds, answer: ForgeErrorAnswer(response)))
  }

  private func refused<Request: ForgeRequest, Value>(
    _ response: HTTPResponse, _ type: Request.Type
  ) -> ForgeResult<Value> {
    let answer = ForgeErrorAnswer(response)
    let notes = [response["X-GitHub-Request-Id"].map { "request id: \($0)" }].compactMap(\.self)
    if answer.isForeign { return .refused(.notAnAPI(name, address: location.api, status: answer.status)) }
    if (300..<400).contains(response.status) {
      return .refused(.moved(location.repository, to: response["Location"], name))
    }
    switch Request.refusal(of: answer) {
    case .credentials: return .refused(.forgeCredentials(location, name, answer, token, notes: notes))
    case .forbidden: return .refused(.forbidden(location, name, answer, token, notes: notes))
    case .notFound: return .notFound(.notOnForge(location, name, answer, hasToken: token != nil, notes: notes))
    case .taken: return .taken(.alreadyThere(name, answer, notes: notes))
    case .tagProtected: return .refused(.tagProtected(name, answer, notes: notes))
    case .pullRequestsForbidden: return .refused(.pullRequestsForbidden(location, name, notes: notes))
    case .archived: return .refused(.archived(location.repository, name, answer, notes: notes))
    case .moved: return .refused(.moved(location.repository, to: response["Location"], name))
    case .immutable: return .refused(.immutableRelease(name, answer, notes: notes))
    case .other: return .refused(.forgeRefused(name, answer, notes: notes))
    }
  }

  /// Forwards the events of a transfer.
  struct Observer: HTTPObserver {
    let base: any ForgeObserver
    let asset: String?

    func didSend(_ count: Int, of total: Int) {
      if let asset { base.receive(.uploading(name: asset, sent: count, total: total)) }
    }
    func willWait(seconds: Int, reason: String) { base.receive(.waiting(seconds: seconds, reason: reason)) }
    var isCancelled: Bool { base.isCancelled }
  }
}

extension HTTPResponse {
  /// Decodes the JSON of the answer.
  ///
  /// - Throws: a failure for another kind of body, such as a web page, and for JSON without the expected keys.
  func decoded<Value: Decodable>(as type: Value.Type, from name: String) throws(Failure) -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(type, from: Data(body))
    } catch {
      throw .unreadableAnswer(
        name, status: status, isJSON: body.first { !$0.isBlank }.map { "{[".utf8.contains($0) } ?? false)
    }
  }

  /// Whether the list has another page (RFC 8288).
  var hasNextPage: Bool { self["Link"]?.contains(#"rel="next""#) ?? false }
}

extension ForgeSession {
  /// Returns the elements of all pages of a list.
  func pages<Element>(_ page: (Int) -> ForgeResult<([Element], hasNext: Bool)>) -> ForgeResult<[Element]> {
    var all: [Element] = []
    for number in 1...Self.pageLimit {
      switch page(number) {
      case .done((let elements, let hasNext)):
        all += elements
        if !hasNext { return .done(all) }
      case let other: return other.map { $0.0 }
      }
    }
    return .refused(.contradictoryAnswer(name, "a list has more than \(Self.pageLimit) pages"))
  }

  /// GitHub lists 10000 releases at most.
  private static let pageLimit = 1000
}
