import MartletCore
import Processes
import TestSupport
import Testing

@testable import Git

/// What a push concludes from the remote before and after it, and from the answer: decisions as values, with states that a
/// server is hard to bring into.
@Suite("The conclusion of a push")
struct PushDecisionTests {
  private typealias State = [String: ObjectID]

  /// Returns recorded states of the remote, and records what is sent.
  private final class RecordedTransport: Transport {
    let repository: Repository
    var isInteractive: Bool { false }
    /// The state at each reading; the last one stays.
    private var states: [Result<State, TransportError>]
    /// The result of each sending; the last one stays.
    private var failures: [TransportError?]
    private(set) var sendCount = 0

    init(_ repository: Repository, _ states: [Result<State, TransportError>], sending failures: [TransportError?]) {
      (self.repository, self.states, self.failures) = (repository, states, failures)
    }

    func references(
      _ names: [String], at place: RemoteEndpoint, within limit: Duration?
    ) throws(TransportError) -> [String: ObjectID] {
      let state = states[0]
      if states.count > 1 { states.removeFirst() }
      return try state.get()
    }

    func send(_ references: [PushedReference], to remote: Remote) throws(TransportError) {
      sendCount += 1
      let failure = failures[0]
      if failures.count > 1 { failures.removeFirst() }
      if let failure { throw failure }
    }

    func rehearse(_ references: [PushedReference], to remote: Remote) throws(TransportError) {
      try send(references, to: remote)
    }
    func download(_ reference: String, from place: RemoteEndpoint) {}
    func replace(_ reference: String, naming object: ObjectID?, with new: ObjectID?, of remote: Remote, isLast: Bool) {}
  }

  private let fixture: PushFixture
  private static let unreachable = TransportError.unreachable(remote: "origin", output: "no route to host")
  private static let cutOff = TransportError.cutOff(remote: "origin", output: "broken pipe")

  init() throws { fixture = try PushFixture() }

  private var before: State { ["refs/heads/main": fixture.first] }
  private var after: State { ["refs/heads/main": fixture.commit, "refs/tags/v1": fixture.tag] }

  private func transport(
    _ states: [Result<State, TransportError>], sending failures: TransportError?...
  ) throws -> RecordedTransport {
    RecordedTransport(try fixture.sandbox.repository(), states, sending: failures)
  }

  /// The error of the push, and how often it was sent.
  private func failure(_ transport: RecordedTransport) throws -> (error: TransportError?, sendCount: Int) {
    var order = fixture.order
    order.runsHooks = false
    let error = #expect(throws: TransportError.self) { try transport.push(order) }
    return (error, transport.sendCount)
  }

  @Test("is its arrival if the remote has it, whatever the answer was")
  func arrived() throws {
    for failure in [nil, Self.cutOff, .declined(remote: "origin", reference: "x", reason: "no", output: "")] {
      let transport = try transport([.success(before), .success(after)], sending: failure)
      var order = fixture.order
      order.runsHooks = false
      #expect(try transport.push(order).answerWasLost == (failure != nil))
      #expect(transport.sendCount == 1)
    }
  }

  @Test("is the refusal, even if the remote cannot be read after it")
  func refusal() throws {
    for answer in [
      TransportError.declined(remote: "origin", reference: "refs/heads/main", reason: "protected", output: ""),
      .badStatus(remote: "origin", status: 403, .push, output: ""),
    ] {
      let transport = try transport([.success(before), .failure(Self.unreachable)], sending: answer)
      #expect(try failure(transport) == (answer, 1))
    }
  }

  @Test("is unknown if the answer was lost and the remote cannot be read")
  func unknown() throws {
    for answer in [Self.cutOff, .badStatus(remote: "origin", status: 502, .push, output: "broken pipe"), nil] {
      let transport = try transport([.success(before), .failure(Self.unreachable)], sending: answer)
      let output = answer == nil ? "" : "broken pipe"
      #expect(try failure(transport) == (.outcomeUnknown(remote: "origin", output: output), 1))
    }
  }

  @Test("is that it may still arrive if the program was lost, after a second attempt")
  func lostProgram() throws {
    let lost = ProcessError.lost(program: "git", reason: "no child processes")
    let transport = try transport([.success(before)], sending: .program(lost))
    let (error, sendCount) = try failure(transport)
    #expect(error == .cutOff(remote: "origin", output: "\(lost)") && sendCount == 2)
    #expect(error?.mayHaveArrived == true)
  }

  @Test("is that it may still arrive after a signal, and it is not sent again")
  func interrupted() throws {
    let transport = try transport([.success(before)], sending: .interrupted(signal: 2))
    #expect(try failure(transport) == (.stopped(remote: "origin", signal: 2), 1))
  }

  @Test("is that another push came first if the remote has moved: it is not sent again over that")
  func concurrent() throws {
    let other = try fixture.sandbox.id("HEAD^{tree}")
    let transport = try transport([.success(before), .success(["refs/heads/main": other])], sending: Self.cutOff)
    let moved = TransportError.moved(
      remote: "origin", reference: "refs/heads/main", expected: fixture.first, found: other)
    #expect(try failure(transport) == (moved, 1))
  }

  @Test("of a rehearsal is that another push came first, or made it needless, if git calls its lease stale")
  func rehearsal() throws {
    let stale = TransportError.declined(
      remote: "origin", reference: "refs/heads/main", reason: "stale info", output: "")
    let other = try fixture.sandbox.id("HEAD^{tree}")
    func error(_ found: State) throws -> TransportError? {
      let transport = try transport([.success(found)], sending: stale)
      do throws(TransportError) {
        try transport.rehearse(fixture.order)
        return nil
      } catch { return error }
    }
    #expect(
      try error(["refs/heads/main": other])
        == .moved(remote: "origin", reference: "refs/heads/main", expected: fixture.first, found: other))
    #expect(try error(after) == nil)
    #expect(try error(before) == stale)
  }

  @Test("is a lost answer after two attempts, and a locked reference after five")
  func attempts() throws {
    #expect(try failure(transport([.success(before)], sending: Self.cutOff)) == (Self.cutOff, 2))
    for reason in ["failed to update ref", "cannot lock ref 'refs/heads/main'"] {
      let locked = TransportError.declined(
        remote: "origin", reference: "refs/heads/main", reason: reason, output: "")
      #expect(try failure(transport([.success(before)], sending: locked)) == (locked, 5))
    }
  }

  @Test("is that a part has arrived, which is not sent again")
  func partial() throws {
    let transport = try transport(
      [.success(before), .success(["refs/heads/main": fixture.commit])], sending: Self.cutOff)
    let missing = TransportError.notThere(
      remote: "origin", reference: "refs/tags/v1", expected: fixture.tag, found: nil)
    #expect(try failure(transport) == (missing, 1))
  }

  // MARK: Several addresses

  @Test("about a remote with two addresses is what both have")
  func twoAddresses() throws {
    try fixture.sandbox.git("remote", "set-url", "--add", "origin", "/second.git")
    let names = ["refs/heads/main", "refs/tags/v1"]
    for states in [[after, before], [before, after]] {
      let transport = try transport(states.map { .success($0) }, sending: nil)
      #expect(try transport.references(names, of: "origin") == [:])
    }
    let other = ["refs/heads/main": fixture.commit]
    for states in [[after, other], [other, after]] {
      #expect(try transport(states.map { .success($0) }, sending: nil).references(names, of: "origin") == other)
    }
  }

  @Test("has a lease on the head of all addresses, or none if their heads differ")
  func lease() throws {
    let place = RemoteEndpoint(address: "x", title: "x", url: RemoteURL("x"))
    func state(_ object: ObjectID?, moving: Set<String> = []) -> RemoteState {
      RemoteState(place: place, objects: object.map { ["refs/heads/main": $0] } ?? [:], moving: moving)
    }
    let reference = PushedReference(
      fixture.commit, from: "refs/heads/main", to: "refs/heads/main", expecting: .nothing)
    #expect(reference.leased(on: [state(fixture.first)]).expectation == .at(fixture.first))
    #expect(reference.leased(on: [state(nil)]).expectation == .absent)
    #expect(reference.leased(on: [state(fixture.first), state(nil)]).expectation == .nothing)
    // An address that has it already needs no lease.
    #expect(reference.leased(on: [state(fixture.first), state(fixture.commit)]).expectation == .at(fixture.first))
    // A reference that the run will move is not there yet.
    #expect(state(fixture.commit).has(reference))
    #expect(!state(fixture.commit, moving: ["refs/heads/main"]).has(reference))
  }

  // MARK: Candidates

  @Test("about the first ancestor looks at every candidate of a long list")
  func sixthCandidate() throws {
    let sandbox = fixture.sandbox
    let others = try (1...5).map { number in
      try #require(ObjectID(sandbox.git("commit-tree", "-m", "\(number)", "HEAD^{tree}")))
    }
    let repository = try sandbox.repository()
    #expect(
      try Ancestry(repository) { [] }.firstAncestor(of: fixture.commit, among: others + [fixture.first])
        == fixture.first)
    #expect(
      try Ancestry(repository) { [] }.firstAncestor(of: fixture.commit, among: others + [others[0], fixture.first])
        == fixture.first)
  }
}
