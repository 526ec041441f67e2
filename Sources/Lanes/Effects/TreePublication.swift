import MartletCore

/// A branch of a repository that is not the released one, or another branch of that one.
package struct RemoteBranch: Hashable, Sendable, Codable {
  /// The address of the repository, without a password.
  package let address: String
  /// Without `refs/heads/`.
  package let name: String
  /// The remote of the project on the same server, whose user and password are used; nil for none.
  package let remote: String?
  /// The variable with the token for the repository; nil: the credentials that git finds.
  package let tokenVariable: String?

  package init(_ name: String, of address: String, remote: String? = nil, tokenVariable: String? = nil) {
    self.address = address
    self.name = name
    self.remote = remote
    self.tokenVariable = tokenVariable
  }
}

/// One commit on such a branch, which is pushed only if no other commit has changed the same files.
package struct TreePublication: Hashable, Sendable, Codable {
  package let branch: RemoteBranch
  package let message: String
  /// The newest commit of the branch when it was planned; nil if there was none.
  package let base: ObjectID?
  /// The changed files, in byte order of their paths; nil in a plan that is only shown, where earlier entries have yet to
  /// make the files.
  package let changes: [TreeChange]?
  /// Whether the branch could not be read without a credential. Only in a plan that is only shown.
  package var isUnread: Bool?

  package init(on branch: RemoteBranch, message: String, _ comparison: TreeComparison?) {
    self.branch = branch
    self.message = message
    base = comparison?.base
    changes = comparison?.changes
  }
}

extension TreePublication: EffectValue {
  package var summary: EffectSummary {
    var summary = EffectSummary(keyword: "publish-tree", "publish", name, detail)
    summary.lines = shownChanges
    return summary
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["repository": branch.address, "branch": branch.name, "message": message, "files": changes?.map(\.path)]
  }

  package func receipt(_ outcome: Outcome) -> String? { "published \(name)" }
  package var publicName: String? { name }
  package var isOutward: Bool { true }

  /// Such as `gh-pages of https://github.com/example/tool`.
  private var name: String { "\(branch.name) of \(branch.address)" }

  /// Such as `2 added, 1 changed`.
  private var detail: String {
    if isUnread == true { return "compared when it runs" }
    guard let changes else { return "when the files are built" }
    let counts = TreeChange.Kind.allCases.map { kind in (kind, changes.count { $0.kind == kind }) }
    let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return ((base == nil ? ["new branch"] : []) + parts).joined(separator: ", ")
  }

  private static let shownCount = 10

  /// The changed files, at most ten.
  private var shownChanges: [String] {
    let changes = changes ?? []
    let hidden = changes.count - Self.shownCount
    let width = TreeChange.Kind.allCases.map(\.rawValue.count).max() ?? 0
    let lines = changes.prefix(hidden == 1 ? changes.count : Self.shownCount).map { change in
      "\(change.kind.rawValue.padded(to: width))  \(change.path)"
    }
    return lines + (hidden > 1 ? ["and \(hidden) more"] : [])
  }
}

extension TreeChange {
  fileprivate enum Kind: String, CaseIterable {
    case added, changed, removed
  }

  fileprivate var kind: Kind { after == nil ? .removed : before == nil ? .added : .changed }
}

/// The change of one file of a branch.
package struct TreeChange: Hashable, Sendable, Codable {
  package let path: String
  /// The file at the base of the publication; nil if there is none.
  package let before: TreeFile?
  /// Nil if the file is removed.
  package let after: TreeFile?
  /// Where the new contents are; nil if the file is removed.
  package let source: TreeSource?

  package init(_ path: String, from before: TreeFile?, to after: TreeFile?, _ source: TreeSource?) {
    self.path = path
    self.before = before
    self.after = after
    self.source = source
  }
}

/// Where the contents of a file are.
package enum TreeSource: Hashable, Sendable, Codable {
  case text(String)
  /// The path of a file: absolute, or from the root of the repository.
  case file(String)
}

/// What a branch has to contain.
package struct TreeRequest: Sendable {
  /// The files by their paths on the branch.
  package var files: [String: TreeSource] = [:]
  /// The files of the branch that are removed unless they are in `files`.
  package var removed: [PathPattern] = []

  package init() {}
}

/// The differences between a branch and what it has to contain.
package struct TreeComparison: Hashable, Sendable {
  /// The newest commit of the branch; nil if there is none.
  package let base: ObjectID?
  package let changes: [TreeChange]

  package init(base: ObjectID?, changes: [TreeChange]) {
    self.base = base
    self.changes = changes
  }

  /// Compares the files of a branch with `request`.
  ///
  /// - Parameters:
  ///   - files: The files of the branch.
  ///   - stored: The new files, as git stores them; those of an existing file keep its mode.
  package init(base: ObjectID?, _ files: [String: TreeFile], _ request: TreeRequest, stored: [String: TreeFile]) {
    self.base = base
    let written = request.files.compactMap { path, source -> TreeChange? in
      guard let file = stored[path], file != files[path] else { return nil }
      return TreeChange(path, from: files[path], to: file, source)
    }
    let removed = files.compactMap { path, file -> TreeChange? in
      guard request.files[path] == nil, let name = RelativePath(path),
        request.removed.contains(where: { $0.matches(name) })
      else { return nil }
      return TreeChange(path, from: file, to: nil, nil)
    }
    changes = (written + removed).sorted { $0.path.precedesInBytes($1.path) }
  }
}
