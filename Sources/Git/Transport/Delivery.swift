import Processes
import TextEditing
import Versioning

/// One push from its first look at the remote to its last: the promises that every transport keeps.
///
/// The remote is read; what is wanted is compared with what is there; the hook `pre-push` is asked; the references are
/// sent; the remote is read again and compared, whatever it has answered.
struct Delivery {
  let order: PushOrder
  let transport: any Transport
  let remote: Remote
  /// The references here that will have moved by then: what is ordered of them cannot be there already.
  let moving: Set<String>

  /// How long the last look may take, after a push that was interrupted.
  private static let lastLook = Duration.seconds(5)

  /// - Throws: `TransportError.noRemote`, `.invalidReference`.
  init(of order: PushOrder, through transport: any Transport, moving: Set<String> = []) throws(TransportError) {
    self.order = order
    self.moving = moving
    self.transport = transport
    for reference in order.references {
      let name = reference.destination
      guard name.hasPrefix("refs/"), RefName.isValid(name) else { throw .invalidReference(name) }
    }
    remote = try Remote(named: order.remote, of: transport.repository)
  }

  func run() throws(TransportError) -> PushReport {
    let before = try states()
    let missing = missing(in: before)
    let names = Set(missing.map(\.destination))
    let alreadyThere = order.references.map(\.destination).filter { !names.contains($0) }
    guard !missing.isEmpty else { return PushReport(alreadyThere: alreadyThere, pushed: [], answerWasLost: false) }
    try check(missing, in: before)
    try runHook(missing, before)
    var pushed: [String] = []
    var answerWasLost = false
    for batch in batches(of: missing) {
      do throws(TransportError) {
        if try !deliver(batch, over: before) { answerWasLost = true }
      } catch {
        throw pushed.isEmpty ? error : .partial(remote: remote.name, arrived: pushed, error)
      }
      pushed += batch.map(\.destination)
    }
    return PushReport(alreadyThere: alreadyThere, pushed: pushed, answerWasLost: answerWasLost)
  }

  func rehearse() throws(TransportError) {
    let states = try states()
    let missing = missing(in: states)
    guard !missing.isEmpty else { return }
    try check(missing, in: states)
    for batch in batches(of: missing) {
      try transport.rehearse(batch.map { $0.leased(on: states) }, to: remote)
    }
  }

  /// What is sent together.
  private func batches(of references: [PushedReference]) -> [[PushedReference]] {
    order.isAtomic ? [references] : references.map { [$0] }
  }

  /// Sends references and looks what came of it. When the answer is lost and nothing has moved, it is tried once more;
  /// when somebody else's push is under way on the server, until that has come to its end.
  ///
  /// - Returns: whether the remote has said what it did.
  private func deliver(_ batch: [PushedReference], over before: [RemoteState]) throws(TransportError) -> Bool {
    let leased = batch.map { $0.leased(on: before) }
    var attempt = 1
    while true {
      let failure = failure(ofSending: leased)
      let after: [RemoteState]
      do throws(TransportError) {
        after = try states(within: failure?.signal == nil ? nil : Self.lastLook)
      } catch {
        // A refusal is an answer; that the connection broke is none.
        if let failure, failure.isAnswer { throw failure }
        throw .outcomeUnknown(remote: remote.name, output: failure?.words ?? "")
      }
      guard let wrong = wrong(of: batch, in: after) else { return failure == nil }
      // What is new there and ours came from this push, whatever was said about it.
      let hasArrived = zip(before, after).contains { was, by in batch.contains { !was.has($0) && by.has($0) } }
      guard let failure, !hasArrived else { throw wrong }
      if let signal = failure.signal { throw .stopped(remote: remote.name, signal: signal) }
      // Somebody else's push in the same moment is seen by what is there now: servers word it in many ways.
      try check(batch, in: after)
      guard attempt < failure.attempts else { throw failure }
      attempt += 1
    }
  }

  private func failure(ofSending references: [PushedReference]) -> TransportError? {
    do throws(TransportError) {
      try transport.send(references, to: remote)
      return nil
    } catch {
      // The program was started, and may have done its work.
      guard case .program(.lost(let program, let reason)) = error else { return error }
      return .cutOff(remote: remote.name, output: "\(ProcessError.lost(program: program, reason: reason))")
    }
  }
}

extension TransportError {
  /// What others have said about it; where nobody has said anything, what it is.
  fileprivate var words: String { output.isEmpty ? firstMessage : output }

  /// How often it is worth a try.
  fileprivate var attempts: Int {
    switch self {
    case .cutOff: 2
    case .badStatus(_, let status, _, _): status >= 500 ? 2 : 1
    // What servers say of a reference that another push holds in this moment.
    case .declined(_, _, let reason, _) where reason.contains("failed to update ref") || reason.contains("lock ref"): 5
    case .program, .noRemote, .invalidReference, .localPath, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .noAtomicPush, .credentials, .untrusted, .unreachable, .silent, .noGitServer, .notThere,
      .outcomeUnknown, .interrupted,
      .stopped,
      .partial, .failed:
      1
    }
  }
}
