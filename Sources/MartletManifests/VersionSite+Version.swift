import MartletCore

extension VersionSite {
  /// The version of the site; nil for other values, for example a branch's name.
  ///
  /// Other pre-releases without a hyphen, such as `1.5dev`, are read with one.
  package var version: Version? {
    if let version = try? Version(value) { return version }
    let numbers = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let rest = value.dropFirst(numbers.count)
    guard let first = rest.first, first.isASCII, first.isLetter else { return nil }
    return try? Version("\(numbers.last == "." ? numbers.dropLast() : numbers)-\(rest)")
  }

  /// The reason why the value is not a version; nil when it is.
  var problem: VersionError? {
    do throws(VersionError) {
      _ = try Version(value)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the site has `version`, in the form for its audience.
  package func holds(_ version: Version) -> Bool {
    guard let own = self.version else { return false }
    return switch audience {
    case .apple: own.hasSamePrecedence(as: version.core) || own.hasSamePrecedence(as: version)
    case .everyone: own.hasSamePrecedence(as: version) || holds(version.description)
    case .dependents:
      own.hasSamePrecedence(as: version)
        || (version.isPrerelease ? own.precedes(version) : holds(version.description))
    }
  }
}

extension VersionSite {
  /// Whether a new version replaces `current` here.
  ///
  /// Sites without the product role need exactly the same value, and not a common default.
  package func follows(_ current: Version) -> Bool {
    switch role {
    // `1.0` beside a `1.0.0` is Xcode's value for a new target.
    case .product, .appExtension: holds(current) && (spells(current) || audience != .apple || !isDefault)
    // A requirement of fewer numbers also allows the new patch, so it does not follow it.
    case .copy where audience == .dependents:
      current.isPrerelease ? holds(current) : version?.hasSamePrecedence(as: current) == true
    case .copy, .otherValue: holds(current) && (spells(current) || !isDefault)
    // Only what requires this package: an example is raised by hand, or by a line of the Releasefile.
    case .test, .example: audience == .dependents && spells(current)
    case .independent, .format, .dependency: false
    }
  }

  /// Whether the value may be that of a new project. A pre-release such as `1.0b2` is chosen.
  private var isDefault: Bool { version.map { $0.isInitial && !$0.isPrerelease } ?? false }

  /// Whether the value is exactly the text of `version` for its audience.
  private func spells(_ version: Version) -> Bool {
    (try? audience.text(for: version)) == value || value == version.description
  }
}

extension VersionSite.Audience {
  /// Returns the text for `version`; nil when the site is not changed.
  func text(for version: Version) throws(AppleVersionError) -> String? {
    switch self {
    case .apple: try AppleVersionRule.marketingVersion(of: version)
    case .everyone: version.description
    case .dependents: version.isPrerelease ? nil : version.description
    }
  }
}
