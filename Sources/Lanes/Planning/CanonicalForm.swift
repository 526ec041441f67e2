import MartletTextEditing

/// The canonical form that a plan is hashed in: named members one after the other, each preceded by its length, so that
/// different plans never have the same form.
struct CanonicalForm {
  private var hasher = ContentHasher()

  /// - Parameter title: The name and version of the form.
  init(of title: String) {
    append("\(title)\n")
  }

  private mutating func append(_ text: String) {
    Array(text.utf8).withUnsafeBytes { hasher.append($0) }
  }

  mutating func add(_ name: String, _ text: String) {
    append("\(name) \(text.utf8.count)\n\(text)\n")
  }

  /// Adds a list, preceded by its count.
  mutating func add(_ name: String, _ texts: [String]) {
    add(name, "\(texts.count)")
    for text in texts { add("-", text) }
  }

  /// Adds names with their values, in byte order.
  mutating func add(_ name: String, _ texts: [String: String]) {
    let pairs = texts.sorted { $0.key.precedesInBytes($1.key) }
    add(name, pairs.flatMap { [$0.key, $0.value] })
  }

  /// Adds nothing for nil, which differs from an empty text.
  mutating func add(_ name: String, ifGiven value: (some CustomStringConvertible)?) {
    if let value { add(name, value.description) }
  }

  var digest: ContentDigest { hasher.digest() }
}

extension Effect {
  /// Adds the parts of the effect that are the same in every clone to `form`: no ids, no absolute paths, no contents
  /// with secrets, and no facts from a command's environment.
  func describe(to form: inout CanonicalForm) {
    switch self {
    case .writeFile(let write):
      form.add("write", write.path.string)
      form.add("contents", write.isHidden ? "hidden" : write.digestAfter.hex)
      form.add("executable", ifGiven: write.isExecutable)
    case .createCommit(let commit): commit.describe(to: &form)
    case .createTag(let tag):
      form.add("tag", tag.name)
      form.add("message", tag.message)
      form.add("sign", ifGiven: tag.isSigned)
    case .pushRefs(let push): push.describe(to: &form)
    case .writeArchive(let write): write.describe(to: &form)
    case .runCommand(let run): run.describe(to: &form)
    case .showMessage(let text): form.add("say", text)
    case .release(let effect): effect.describe(to: &form)
    case .postMessage(let announcement):
      form.add("post", announcement.name)
      form.add("title", announcement.title)
      form.add("text", announcement.text)
    case .publishTree(let publication):
      form.add("publish", [publication.branch.address, publication.branch.name])
      form.add("message", publication.message)
    }
  }
}

extension CommitCreation {
  fileprivate func describe(to form: inout CanonicalForm) {
    form.add("commit", message)
    form.add("files", paths.map(\.string))
    form.add("branch", branch)
    form.add("hooks", "\(runsHooks)")
    form.add("sign", ifGiven: isSigned)
  }
}

extension RefPush {
  /// Leaves out whether the push is atomic and whether HEAD is detached, because both differ between clones.
  fileprivate func describe(to form: inout CanonicalForm) {
    form.add("push", remote)
    for ref in refs {
      form.add(
        ref.isCreation ? "new ref" : "ref", [ref.source == "HEAD" ? ref.destination : ref.source, ref.destination])
    }
    form.add("hooks", "\(runsHooks)")
  }
}

extension ArchiveWrite {
  /// Leaves out the files of a pack: in another clone, they may be gone.
  fileprivate func describe(to form: inout CanonicalForm) {
    form.add("export", format.rawValue)
    switch destination {
    case .file(let path): form.add("file", path.belowRoot)
    case .folder(let path): form.add("folder", path.belowRoot)
    case .into(let path): form.add("into", path.belowRoot)
    case .standardOutput: form.add("output", "standard")
    }
    form.add("prefix", terms.prefix)
    form.add("paths", terms.paths)
    form.add("excludes", terms.excludes)
    form.add("submodules", terms.submodules.rawValue)
    form.add("compressor", terms.compressor.rawValue)
    form.add("level", ifGiven: terms.level)
    form.add("checksum", "\(terms.hasChecksum)")
  }
}

extension CommandRun {
  /// Leaves out the facts: the plan contains them elsewhere, or they differ between clones.
  fileprivate func describe(to form: inout CanonicalForm) {
    switch words {
    case .vector(let words): form.add("run", words)
    case .shell(let script): form.add("shell", script)
    }
    form.add("directory", ifGiven: directory)
    form.add("environment", environment.filter { !FactName.variables.contains($0.key) })
    form.add("secrets", secrets)
    form.add("outputs", outputs.map(\.string))
    if let artifacts { form.add("artifacts", artifacts) }
    form.add("capture", "\(isCaptured)")
    form.add("timeout", ifGiven: timeout)
    form.add("statuses", allowedStatuses.map { "\($0)" })
    form.add("outward", "\(isOutward)")
  }
}

extension String {
  /// The relative path; only the last component of an absolute path.
  fileprivate var belowRoot: String {
    utf8.first == UInt8(ascii: "/") ? split(separator: "/").last.map { "/\($0)" } ?? "/" : self
  }
}
