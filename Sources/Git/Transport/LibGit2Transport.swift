import CLibGit2
import MartletVersioning
import Processes

/// A transport through libgit2, for machines without the `git` program.
///
/// It does not support atomic pushes. It reads credentials from the address and the ssh agent, does not prompt, and
/// checks hosts with `~/.ssh/known_hosts` and the system's certificates. It never pushes to a path, where it would
/// write without running the hooks of that repository. Waiting for the network cannot be interrupted, and has a limit
/// only from libgit2 1.7 on.
package struct LibGit2Transport: Transport {
  package let repository: Repository
  package let isInteractive: Bool
  package var pushesAtomically: Bool { false }
  /// The maximum time without data from the server.
  private let silence: Duration

  /// Creates a transport for `repository`, with its configuration.
  package init(of repository: Repository, isInteractive: Bool = false, silence: Duration = .seconds(60)) {
    self.repository = repository
    self.isInteractive = isInteractive
    self.silence = silence
  }

  package func references(
    _ names: [String], at place: RemotePlace, within limit: Duration?
  ) throws(TransportError) -> [String: ObjectID] {
    let conversation = LibGit2Conversation(
      .read, at: place, interruption: limit == nil ? repository.interruption : nil, silence: silence)
    let remote = try open(place)
    setTimeout(limit)
    var callbacks = conversation.callbacks
    var proxy = Self.proxyOptions
    // The references for pushing are read: a server may list others for fetching.
    let code = git_remote_connect(remote.pointer, GIT_DIRECTION_PUSH, &callbacks, &proxy, nil)
    defer { git_remote_disconnect(remote.pointer) }
    try conversation.check(code)
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try conversation.check(git_remote_ls(&heads, &count, remote.pointer))
    var found: [String: ObjectID] = [:]
    for index in 0..<count {
      guard let head = heads?[index]?.pointee, let name = head.name.map({ String(cString: $0) }), names.contains(name)
      else { continue }
      found[name] = ObjectID(head.oid)
    }
    return found
  }

  package func send(_ references: [PushedReference], to remote: Remote) throws(TransportError) {
    for place in remote.places {
      let conversation = LibGit2Conversation(
        .push, at: place, interruption: repository.interruption, silence: silence, references)
      let handle = try open(place)
      setTimeout()
      var options = git_push_options()
      git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION))
      options.callbacks = conversation.callbacks
      options.proxy_opts = Self.proxyOptions
      // Before 1.7, libgit2 pushes only references; `approve` checks that they name the right objects.
      let refspecs = references.map { "\($0.source):\($0.destination)" }
      let code = withStringArray(refspecs) { git_remote_push(handle.pointer, &$0, &options) }
      if let refusal = conversation.refusal { throw refusal }
      try conversation.check(code)
    }
  }

  /// The read before was already authorised as a push; more cannot be tried.
  package func rehearse(_ references: [PushedReference], to remote: Remote) {}

  package func download(_ reference: String, from place: RemotePlace) throws(TransportError) {
    let conversation = LibGit2Conversation(
      .fetch, at: place, interruption: repository.interruption, silence: silence)
    let handle = try open(place)
    setTimeout()
    var options = git_fetch_options()
    git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
    options.callbacks = conversation.callbacks
    options.proxy_opts = Self.proxyOptions
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    try conversation.check(withStringArray([reference]) { git_remote_download(handle.pointer, &$0, &options) })
    git_remote_disconnect(handle.pointer)
  }

  /// Limits every wait for a server, if libgit2 supports it.
  private func setTimeout(_ limit: Duration? = nil) {
    _ = martlet_git_server_timeout(Int32(clamping: Int((limit ?? silence) / .milliseconds(1))))
  }

  private func open(_ place: RemotePlace) throws(TransportError) -> Handle {
    guard !place.url.isLocal else {
      guard repository.gitProgram.isThere else { throw .program(.programNotFound("git")) }
      throw .localPath(remote: place.title, path: place.url.string)
    }
    do {
      let opened = repository.libgit2
      return try Handle(git_remote_free, "open the remote") { remote in
        place.isNamed
          ? git_remote_lookup(&remote, opened, place.address)
          : git_remote_create_anonymous(&remote, opened, place.url.string)
      }
    } catch {
      throw .failed(remote: place.title, output: error.diagnostics.map(\.message).joined(separator: "\n"))
    }
  }

  /// The proxy options: from the configuration or the environment.
  private static var proxyOptions: git_proxy_options {
    var options = git_proxy_options()
    git_proxy_options_init(&options, UInt32(GIT_PROXY_OPTIONS_VERSION))
    options.type = GIT_PROXY_AUTO
    return options
  }

  private func withStringArray(_ strings: [String], _ body: (inout git_strarray) -> Int32) -> Int32 {
    var text = strings.flatMap(\.utf8CString)
    return text.withUnsafeMutableBufferPointer { text in
      var start = 0
      var pointers = strings.map { string -> UnsafeMutablePointer<CChar>? in
        defer { start += string.utf8CString.count }
        return text.baseAddress.map { $0 + start }
      }
      return pointers.withUnsafeMutableBufferPointer { pointers in
        var array = git_strarray(strings: pointers.baseAddress, count: pointers.count)
        return body(&array)
      }
    }
  }
}
