import MartletCore
import Processes

/// A push from the first check of the remote to the last, with the guarantees of every transport.
///
/// It reads the remote and compares it with the request, runs the hook `pre-push`, sends the references, and reads the
/// remote again, after any response.
struct PushOperation {
  let request: PushRequest
  let transport: any Transport
  let remote: Remote
  /// The local references that will have moved before the push: their pushed objects cannot be there already.
  let moving: Set<String>

  /// The maximum time of the final check after an interrupted push.
  private static let lastQueryTimeout = Duration.seconds(5)

  /// - Parameter remote: The remote; nil for the one that `request` names.
  /// - Throws: `TransportError.noRemote`, `.invalidReference`.
  init(
    of request: PushRequest, through transport: any Transport, to remote: Remote? = nil, moving: Set<String> = []
  ) throws(TransportError) {
    self.request = request
    self.moving = moving
    self.transport = transport
    for reference in request.references {
      let name = reference.destination
      guard name.hasPrefix("refs/"), RefName.isValid(name) else { throw .invalidReference(name) }
    }
    if let remote {
      self.remote = remote
    } else {
      self.remote = try Remote(named: request.remote, of: transport.repository)
    }
  }

  func run(willSend: () throws(TransportError) -> Void = {}) throws(TransportError) -> PushReport {
    let before = try states()
    let missing = missing(in: before)
    let names = Set(missing.map(\.destination))
    let alreadyThere = request.references.map(\.destination).filter { !names.contains($0) }
    guard !missing.isEmpty else { return PushReport(alreadyThere: alreadyThere, pushed: [], answerWasLost: false) }
    try check(missing, in: before)
    try runHook(missing, before)
    try willSend()
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

  /// git compares the references itself; the remote is read only to say why it refuses.
  func rehearse() throws(TransportError) {
    do throws(TransportError) {
      for batch in batches(of: request.references.map(rehearsed)) { try transport.rehearse(batch, to: remote) }
    } catch {
      guard error.isAnswer else { throw error }
      let states = try states()
      let missing = missing(in: states)
      try check(missing, in: states)
      // Another process may have pushed the same since.
      guard missing.isEmpty else { throw error }
    }
  }

  /// What will be created is not there yet, even if its object, which stands for a future one, is.
  private func rehearsed(_ reference: PushedReference) -> PushedReference {
    guard reference.expectation == .absent, moving.contains(reference.source) else { return reference }
    return PushedReference(reference.object, from: reference.source, to: reference.destination, expecting: .new)
  }

  /// Returns groups of references that are sent together.
  private func batches(of references: [PushedReference]) -> [[PushedReference]] {
    request.isAtomic ? [references] : references.map { [$0] }
  }

  /// Sends references and checks the result. If the response is lost and nothing has moved, it retries once. If another
  /// push is under way on the server, it waits for its end.
  ///
  /// - Returns: Whether the remote has responded.
  private func deliver(_ batch: [PushedReference], over before: [RemoteState]) throws(TransportError) -> Bool {
    let leased = batch.map { $0.leased(on: before) }
    var attempt = 1
    while true {
      let failure = failure(ofSending: leased)
      let after: [RemoteState]
      do throws(TransportError) {
        after = try states(within: failure?.signal == nil ? nil : Self.lastQueryTimeout)
      } catch {
        // A refusal is a response; a broken connection is not.
        if let failure, failure.isAnswer { throw failure }
        throw .outcomeUnknown(remote: remote.name, output: failure?.outputOrMessage ?? "")
      }
      guard let wrong = wrong(of: batch, in: after) else { return failure == nil }
      // A new reference with the pushed value came from this push, for any response.
      let hasArrived = zip(before, after).contains { was, by in batch.contains { !was.has($0) && by.has($0) } }
      guard let failure, !hasArrived else { throw wrong }
      if let signal = failure.signal { throw .stopped(remote: remote.name, signal: signal) }
      // A concurrent push is detected by the current state, because servers report it in many ways.
      try check(batch.filter { !has($0, everywhere: after) }, in: after)
      guard attempt < failure.attempts else { throw failure }
      attempt += 1
    }
  }

  private func has(_ reference: PushedReference, everywhere states: [RemoteState]) -> Bool {
    states.allSatisfy { $0.has(reference) }
  }

  private func failure(ofSending references: [PushedReference]) -> TransportError? {
    do throws(TransportError) {
      try transport.send(references, to: remote)
      return nil
    } catch {
      // The program was started and may have finished its work.
      guard case .program(.lost(let program, let reason)) = error else { return error }
      return .cutOff(remote: remote.name, output: "\(ProcessError.lost(program: program, reason: reason))")
    }
  }
}

extension TransportError {
  /// The messages of other programs; if there are none, the error itself.
  fileprivate var outputOrMessage: String { output.isEmpty ? firstMessage : output }

  /// How often a push that fails in this way is tried, if it has not arrived.
  package var attempts: Int {
    switch self {
    case .cutOff: 2
    case .badStatus(_, let status, _, _): status >= 500 ? 2 : 1
    // Messages of servers about a reference that another push has locked.
    case .declined(_, _, let reason, _) where reason.contains("failed to update ref") || reason.contains("lock ref"): 5
    case .program, .noRemote, .unencrypted, .invalidReference, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .noAtomicPush, .credentials, .untrusted, .unreachable, .silent, .noGitServer, .notThere,
      .outcomeUnknown, .interrupted, .stopped, .partial, .failed:
      1
    }
  }
}
