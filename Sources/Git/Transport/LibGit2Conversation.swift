import CLibGit2
import Processes
import Versioning

/// What libgit2 asks and tells while it talks to one place of a remote. It knows this object by its address, so the object
/// must live for as long as libgit2 talks.
final class LibGit2Conversation {
  private let operation: RemoteOperation
  private let place: RemotePlace
  private let interruption: Interruption?
  /// How long the server may send nothing.
  private let silence: Duration
  /// What is pushed, by the full names there.
  private let references: [String: PushedReference]
  /// What the server says besides its answer.
  private var words = OutputTail()
  private var hasTriedAgent = false
  private var isHostUnknown = false
  /// A reference, here or there, that is not where it was when the push was decided.
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

  /// What libgit2 calls back.
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
      LibGit2Conversation.behind(payload).words.append(UnsafeRawBufferPointer(start: text, count: Int(length)))
      return LibGit2Conversation.behind(payload).verdict
    }
    callbacks.pack_progress = { _, _, _, payload in LibGit2Conversation.behind(payload).verdict }
    callbacks.push_transfer_progress = { _, _, _, payload in LibGit2Conversation.behind(payload).verdict }
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
    guard let payload else { preconditionFailure("libgit2 gives back what it was given") }
    return Unmanaged.fromOpaque(payload).takeUnretainedValue()
  }

  /// Whether libgit2 goes on.
  private var verdict: Int32 { interruption?.signal == nil ? 0 : GIT_EUSER.rawValue }

  /// Only what the ssh agent offers, once; a name and password in the address libgit2 has tried itself before it asks.
  private func answer(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, user: String?, kinds: UInt32
  ) -> Int32 {
    if kinds & GIT_CREDENTIAL_USERNAME.rawValue != 0 { return git_credential_username_new(out, user ?? "git") }
    guard kinds & GIT_CREDENTIAL_SSH_KEY.rawValue != 0, !hasTriedAgent else { return GIT_EAUTH.rawValue }
    hasTriedAgent = true
    return git_credential_ssh_key_from_agent(out, user ?? "git")
  }

  /// Holds back what would push another object, or move a reference from elsewhere than expected; the server itself takes
  /// it only from where this connection has seen it.
  private func approve(_ updates: [git_push_update]) -> Int32 {
    moved = updates.lazy.compactMap { self.references[String(cString: $0.dst_refname)]?.differs(from: $0) }.first
    return moved == nil ? verdict : GIT_EUSER.rawValue
  }
}

// MARK: What came of it

extension LibGit2Conversation {
  /// The first reference that the server has refused.
  var refusal: TransportError? {
    rejections.first.map {
      .declined(remote: place.title, reference: $0.reference, reason: $0.reason, output: words.lines)
    }
  }

  /// - Throws: what the failure `code` of libgit2 means.
  func check(_ code: Int32) throws(TransportError) {
    guard code < 0 else { return }
    let (reason, kind) = LibGit2.lastFailure
    if code == GIT_EUSER.rawValue, let signal = interruption?.signal { throw .interrupted(signal: signal) }
    let output = [words.lines, GitWords(reason).redacted].filter { !$0.isEmpty }.joined(separator: "\n")
    if let moved { throw .failed(remote: place.title, output: "`\(moved)` has moved in this moment") }
    let isRefused = [": 401", ": 403", "authenticat"].contains { reason.contains($0) }
    if code == GIT_ECERTIFICATE.rawValue || isHostUnknown { throw .untrusted(remote: place.title, output: output) }
    if code == GIT_EAUTH.rawValue || isRefused { throw .credentials(remote: place.title, output: output) }
    // `GIT_TIMEOUT`, which came with the limit itself.
    if code == -37 {
      throw .silent(remote: place.title, host: place.url.host, operation, limit: silence)
    }
    if let status = GitWords(reason).httpStatus, status != 404 {
      throw .badStatus(remote: place.title, status: status, operation, output: output)
    }
    if reason.lowercased().contains("content-type") {
      throw .noGitServer(remote: place.title, address: place.url.redacted)
    }
    let isBefore = ["resolve", "to connect", "not connect", "connection refused", ": 404", "repository not found"]
      .contains { reason.lowercased().contains($0) }
    if isBefore { throw .unreachable(remote: place.title, output: output) }
    let ofNetwork = [GIT_ERROR_NET, GIT_ERROR_SSL, GIT_ERROR_SSH, GIT_ERROR_HTTP, GIT_ERROR_OS]
    // Only what was sent may have arrived.
    if ofNetwork.contains(kind) {
      throw operation == .push
        ? .cutOff(remote: place.title, output: output) : .unreachable(remote: place.title, output: output)
    }
    throw .failed(remote: place.title, output: output)
  }
}

extension PushedReference {
  /// The name, here or there, that is not where `update` should find it; nil when all is as it should be.
  fileprivate func differs(from update: git_push_update) -> String? {
    guard ObjectID(update.dst) == object else { return source }
    let found = ObjectID(update.src)
    switch expectation {
    case .absent: return found.hex.contains { $0 != "0" } ? destination : nil
    case .at(let expected): return found == expected ? nil : destination
    case .nothing: return nil
    }
  }
}

extension OutputTail {
  /// The lines that say something, one below the other; a progress line is written over by the next one.
  fileprivate var lines: String {
    text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }
}
