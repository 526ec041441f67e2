import CLibGit2
import MartletVersioning
import Processes

/// The callbacks of libgit2 for one connection. libgit2 keeps the address of this object, so it must live as long as
/// the connection.
final class LibGit2Conversation {
  private let operation: RemoteOperation
  private let place: RemotePlace
  private let interruption: Interruption?
  /// The maximum time without data from the server.
  private let silence: Duration
  /// The pushed references, by their full names on the remote.
  private let references: [String: PushedReference]
  /// The messages of the server.
  private var messages = TailBuffer()
  private var hasTriedAgent = false
  private var isHostUnknown = false
  /// A reference, here or there, that has moved since the push was planned.
  private var moved: String?
  private var rejections: [(reference: String, reason: String)] = []

  init(
    _ operation: RemoteOperation, at place: RemotePlace, interruption: Interruption?, silence: Duration,
    _ references: [PushedReference] = []
  ) {
    self.operation = operation
    self.place = place
    self.interruption = interruption
    self.silence = silence
    self.references = Dictionary(references.map { ($0.destination, $0) }) { $1 }
  }

  /// The callbacks for libgit2.
  var callbacks: git_remote_callbacks {
    var callbacks = git_remote_callbacks()
    git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION))
    callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    callbacks.credentials = { out, _, user, kinds, payload in
      LibGit2Conversation.behind(payload).answer(out, user: user.map { String(cString: $0) }, kinds: kinds)
    }
    callbacks.certificate_check = { _, isValid, _, payload in
      if isValid != 1 { LibGit2Conversation.behind(payload).isHostUnknown = true }
      return isValid == 1 ? 0 : GIT_ECERTIFICATE.rawValue
    }
    callbacks.sideband_progress = { text, length, payload in
      LibGit2Conversation.behind(payload).messages.append(UnsafeRawBufferPointer(start: text, count: Int(length)))
      return LibGit2Conversation.behind(payload).callbackResult
    }
    callbacks.pack_progress = { _, _, _, payload in LibGit2Conversation.behind(payload).callbackResult }
    callbacks.push_transfer_progress = { _, _, _, payload in LibGit2Conversation.behind(payload).callbackResult }
    callbacks.push_negotiation = { updates, count, payload in
      LibGit2Conversation.behind(payload).approve(
        UnsafeBufferPointer(start: updates, count: count).compactMap { $0?.pointee })
    }
    callbacks.push_update_reference = { name, status, payload in
      guard let name, let status else { return 0 }
      LibGit2Conversation.behind(payload).rejections.append((String(cString: name), String(cString: status)))
      return 0
    }
    return callbacks
  }

  private static func behind(_ payload: UnsafeMutableRawPointer?) -> LibGit2Conversation {
    guard let payload else { preconditionFailure("libgit2 passes the payload that it received") }
    return Unmanaged.fromOpaque(payload).takeUnretainedValue()
  }

  /// Whether libgit2 continues.
  private var callbackResult: Int32 { interruption?.signal == nil ? 0 : GIT_EUSER.rawValue }

  /// Offers only keys of the ssh agent, once. libgit2 has already tried a name and password in the address.
  private func answer(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, user: String?, kinds: UInt32
  ) -> Int32 {
    if kinds & GIT_CREDENTIAL_USERNAME.rawValue != 0 { return git_credential_username_new(out, user ?? "git") }
    guard kinds & GIT_CREDENTIAL_SSH_KEY.rawValue != 0, !hasTriedAgent else { return GIT_EAUTH.rawValue }
    hasTriedAgent = true
    return git_credential_ssh_key_from_agent(out, user ?? "git")
  }

  /// Stops a push that would send another object, or move a reference from an unexpected place. The server itself
  /// accepts only moves from the state that this connection has seen.
  private func approve(_ updates: [git_push_update]) -> Int32 {
    moved = updates.lazy.compactMap { self.references[String(cString: $0.dst_refname)]?.differs(from: $0) }.first
    return moved == nil ? callbackResult : GIT_EUSER.rawValue
  }
}

// MARK: Results

extension LibGit2Conversation {
  /// The first reference that the server refused.
  var refusal: TransportError? {
    rejections.first.map {
      .declined(remote: place.title, reference: $0.reference, reason: $0.reason, output: messages.lines)
    }
  }

  /// - Throws: The error for libgit2's `code`.
  func check(_ code: Int32) throws(TransportError) {
    guard code < 0 else { return }
    let (reason, kind) = LibGit2.lastFailure
    if code == GIT_EUSER.rawValue, let signal = interruption?.signal { throw .interrupted(signal: signal) }
    let output = [messages.lines, GitErrorOutput(reason).redacted].filter { !$0.isEmpty }.joined(separator: "\n")
    if let moved { throw .failed(remote: place.title, output: "`\(moved)` moved during the push") }
    let isRefused = [": 401", ": 403", "authenticat"].contains { reason.contains($0) }
    if code == GIT_ECERTIFICATE.rawValue || isHostUnknown { throw .untrusted(remote: place.title, output: output) }
    if code == GIT_EAUTH.rawValue || isRefused { throw .credentials(remote: place.title, output: output) }
    // `GIT_TIMEOUT`, which libgit2 added together with the limit.
    if code == -37 {
      throw .silent(remote: place.title, host: place.url.host, operation, limit: silence)
    }
    if let status = GitErrorOutput(reason).httpStatus, status != 404 {
      throw .badStatus(remote: place.title, status: status, operation, output: output)
    }
    if reason.lowercased().contains("content-type") {
      throw .noGitServer(remote: place.title, address: place.url.redacted)
    }
    let isBefore = ["resolve", "to connect", "not connect", "connection refused", ": 404", "repository not found"]
      .contains { reason.lowercased().contains($0) }
    if isBefore { throw .unreachable(remote: place.title, output: output) }
    let ofNetwork = [GIT_ERROR_NET, GIT_ERROR_SSL, GIT_ERROR_SSH, GIT_ERROR_HTTP, GIT_ERROR_OS]
    // Only data that was sent may have arrived.
    if ofNetwork.contains(kind) {
      throw operation == .push
        ? .cutOff(remote: place.title, output: output) : .unreachable(remote: place.title, output: output)
    }
    throw .failed(remote: place.title, output: output)
  }
}

extension PushedReference {
  /// Returns the name, here or there, that does not match `update`; nil when all match.
  fileprivate func differs(from update: git_push_update) -> String? {
    guard ObjectID(update.dst) == object else { return source }
    let found = ObjectID(update.src)
    switch expectation {
    case .absent: return found.hex.contains { $0 != "0" } ? destination : nil
    case .at(let expected), .replacing(let expected): return found == expected ? nil : destination
    case .nothing: return nil
    }
  }
}

extension TailBuffer {
  /// The lines that are not blank; later progress lines replace earlier ones.
  fileprivate var lines: String {
    text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }
}
