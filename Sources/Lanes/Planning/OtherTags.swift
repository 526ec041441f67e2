import MartletCore

/// Tags that the project's format does not read: those of packages, or in a format that the Releasefile does not declare.
package struct OtherTags {
  /// The packages whose tags have their names.
  package let packages: TaggedPackages
  /// Remarks for the user, one line each.
  package let remarks: [String]

  /// - Parameter declared: The format that a new Releasefile declares; nil: that of the Releasefile, if any.
  package init(in draft: Draft, declaring declared: TagFormat? = nil) throws {
    let declared = declared ?? draft.releasefile.tagFormat
    guard draft.releasefile.packages.isEmpty else {
      (packages, remarks) = (TaggedPackages(), [])
      return
    }
    guard let declared else {
      packages = try TaggedPackages(in: draft)
      remarks = packages.isOnlyAnswer ? [packages.remark] : []
      return
    }
    packages = TaggedPackages()
    let isUsed = try draft.tags().keys.contains { name in
      declared.version(of: name).map(declared.isRelease) ?? false
    }
    guard !isUsed, let newest = try draft.newestForm() else {
      remarks = []
      return
    }
    let count = newest.count == 1 ? "1 tag has" : "\(newest.count) tags have"
    remarks = [
      "\(count) the format `\(newest.format)`, and none has `\(declared)`: to use the first, write "
        + "`version: {tag: \"\(newest.format)\"}` in the Releasefile"
    ]
  }
}

/// The packages of a repository whose tags have their names, such as `core/1.4.2` and `app-2.0.0`.
package struct TaggedPackages {
  package struct Package: Equatable {
    package let name: String
    package let format: TagFormat
    /// The tag with its highest version, and the day of that.
    package let newest: String
    package let day: String
    /// The folder with its manifest; nil if there is none.
    package let folder: RelativePath?
  }

  /// In the order of their names; none if only one package has tags.
  package let packages: [Package]
  /// Whether the tags without a name ended a year before, or there are none: no version is that of the repository.
  package let isOnlyAnswer: Bool

  /// No packages.
  init() {
    packages = []
    isOnlyAnswer = false
  }

  init(in draft: Draft) throws {
    let forms = try draft.tagForms()
    let own = ([forms.bare].compactMap(\.self) + forms.releases)
    let ownDay = try own.map { try draft.day(of: $0) }.max()
    let named = try forms.named.map { (name: $0.key, form: $0.value, day: try draft.day(of: $0.value)) }
    let newestDay = named.map(\.day).max() ?? ""
    let alive = named.filter { max(ownDay ?? "", newestDay).yearBefore <= $0.day }
    guard alive.count > 1 else {
      (packages, isOnlyAnswer) = ([], false)
      return
    }
    let folders = try PackageFolders(in: draft)
    packages = alive.sorted { $0.name < $1.name }.map { name, form, day in
      let newest = form.newest.first ?? ""
      let folder = folders.folder(of: name, at: form.format.version(of: newest), in: draft)
      return Package(name: name, format: form.format, newest: newest, day: day, folder: folder)
    }
    isOnlyAnswer = ownDay.map { $0 < newestDay.yearBefore } ?? true
  }

  /// A table of the packages with their newest tags and folders.
  var table: [String] {
    let width = packages.map(\.newest.count).max() ?? 0
    let rows = packages.map { package in
      let tag = package.newest.padding(to: width)
      return "  \(tag)  \(package.day)  \(package.folder.map { "\($0)" } ?? "no single folder with this name")"
    }
    return rows.count > 12 ? rows.prefix(11) + ["  and \(rows.count - 11) more packages"] : rows
  }

  /// A line with the command that declares them.
  package var remark: String {
    let names = packages.prefix(2).map { "`\($0.newest)`" }.joined(separator: " and ")
    return "tags such as \(names) are of packages with separate versions: `martlet init` declares them"
  }
}

extension Draft {
  /// Refuses to answer with one version if the tags are of several packages that the Releasefile does not declare.
  ///
  /// - Parameter isConfirmed: Whether the main files have the version of tags without a name.
  package func refuseSeveralVersions(unless isConfirmed: Bool = false) throws {
    guard releasefile.packages.isEmpty, releasefile.tagFormat == nil, releasefile.manifests == nil,
      changedVersion == nil
    else { return }
    let packages = try TaggedPackages(in: self)
    guard packages.packages.count > 1, packages.isOnlyAnswer || !isConfirmed else { return }
    throw Failure.severalVersions(packages)
  }
}

extension Failure {
  static func severalVersions(_ packages: TaggedPackages) -> Failure {
    let format = packages.packages.first?.format.description ?? ""
    return Failure(
      "the tags are of \(packages.packages.count) packages, so the repository has no single version",
      hint: "declare the packages with `martlet init`; to release one of them alone, write "
        + "`version: {tag: \"\(format)\"}` in a Releasefile",
      notes: packages.table)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
