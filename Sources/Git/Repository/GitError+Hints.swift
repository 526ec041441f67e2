extension GitError {
  /// What to do about it; nil where there is nothing to recommend.
  var hint: String? {
    switch self {
    case .foreignOwner(let path):
      "trust it with `git config --global --add safe.directory '\(path.replacingSingleQuotes)'`"
    case .lockHeld(let path, _):
      "wait for the other command; if none is running, take the lock away with `rm '\(path.replacingSingleQuotes)'`"
    case .notWritable(let folder):
      "take it over with `sudo chown -R \"$(id -u)\" '\(folder.replacingSingleQuotes)'`"
    case .unusable(let path, _):
      "see what git says with `git -C '\(path.replacingSingleQuotes)' status`"
    case .unsupportedExtension(_, "objectformat"):
      "copy it into one that `git init` has made, with `git fast-export --all | git -C NEW fast-import`"
    case .unsupportedExtension(_, "refstorage"):
      "make them files with `git refs migrate --ref-format=files`"
    case .misleadingVariable(let name, _):
      "take it away with `unset \(name)`, and name the folder with `-C DIR`"
    case .damaged, .noSuchObject:
      "see what is broken with `git fsck`; `git fetch --refetch` gets again what the remote has"
    case .unreadableIndex(let reason) where reason.hasSuffix("'sdir'"):
      "write it in full with `git sparse-checkout reapply --no-sparse-index`"
    case .unreadableIndex(let reason) where reason.hasSuffix("'link'"):
      "write it in one piece with `git update-index --no-split-index`"
    case .unreadableIndex:
      "make it anew with `rm \"$(git rev-parse --git-path index)\" && git reset`"
    case .replacedObject(let id):
      "take the replacement away with `git replace -d \(id)`"
    case .branchNotText:
      "give it another one with `git branch -m NAME`"
    case .inOtherRepository(_, let folder):
      "run the command there, with `-C '\(folder.string.replacingSingleQuotes)'`"
    case .hiddenFromGit(let path, let hidden):
      "take the mark away with `git update-index \(hidden.removal) '\(path.string.replacingSingleQuotes)'`"
    case .unmergedPaths:
      "merge them, then add them with `git add`"
    case .missingIdentity:
      "say who you are with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`"
    case .missingSigningKey:
      "name one with `git config user.signingkey KEY`"
    case .unusableGivenKey(let variable):
      "give `\(variable)` all of the key, from its line `-----BEGIN` to its line `-----END`, or unset it"
    case .notARepository: "make it one with `git init`, or name the folder of one with `-C DIR`"
    case .missingObject(_, _, isPartialClone: true):
      "get what was left out when cloning with `git fetch --refetch --no-filter`"
    case .submoduleInTree:
      "leave it empty with `--submodules skip`, or export what is in it with `--submodules include`"
    case .invalidSetting(let key, _, _): "see where it is set with `git config --show-origin --get-all \(key)`"
    case .missingSubmodule(let path, _): "get it with `git submodule update --init '\(path.replacingSingleQuotes)'`"
    default: nil
    }
  }

  var notes: [String] {
    switch self {
    case .hookFailed(_, _, let output), .filterFailed(_, let output), .signingFailed(_, let output),
      .smudgeFailed(_, _, let output), .unexpandable(_, _, let output):
      output.nonEmptyLines
    default: []
    }
  }
}

extension String {
  /// The lines that say something, set in as somebody else's words, for the notes of a diagnostic: the last ones, where
  /// programs and servers say why, when there are many.
  var nonEmptyLines: [String] {
    let lines = split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    let shown = lines.suffix(40).map { "  \(String($0.prefix(1000)).trimmingTrailingBlanks())" }
    return lines.count > 40 ? ["  … \(lines.count - 40) lines before"] + shown : shown
  }

  fileprivate var replacingSingleQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
