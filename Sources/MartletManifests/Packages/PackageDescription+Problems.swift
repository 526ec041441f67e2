import MartletCore

extension PackageDescription {
  /// Returns the problems that break packages that depend on a release, in the order of the file.
  package func problems() -> [PackageProblem] {
    calls.compactMap(problem).sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  /// Returns the contradictions between this version-specific manifest and the main one.
  package func contradictions(to main: PackageDescription) -> [PackageProblem] {
    var problems: [PackageProblem] = []
    let start = source.startOffset..<source.startOffset
    if let named = Self.toolsVersion(inNameOf: source.path), let found = toolsVersion, named.precedes(found) {
      problems.append(PackageProblem(.laterTools(named: named, found: found), at: source.span(ofLine: 1) ?? start))
    }
    let package = calls.first { $0.name == "Package" }?.span
    let line = package.map { $0.lowerBound..<$0.lowerBound + "Package".utf8.count } ?? start
    if let name, let expected = main.name, name != expected {
      problems.append(PackageProblem(.otherName(name, expected: expected), at: line))
    }
    let (here, there) = (productNames, main.productNames)
    let (missing, added) = (there.filter { !here.contains($0) }, here.filter { !there.contains($0) })
    if !here.isEmpty, !there.isEmpty, !missing.isEmpty || !added.isEmpty {
      problems.append(PackageProblem(.otherProducts(missing: missing, added: added), at: line, isConditional: true))
    }
    return problems
  }

  private func problem(_ call: PackageCall) -> PackageProblem? {
    guard let kind = kind(of: call) else { return nil }
    return PackageProblem(kind, at: call.span, isConditional: call.isConditional)
  }

  private func kind(of call: PackageCall) -> PackageProblem.Kind? {
    switch call.name {
    case "package": dependency(call)
    case "unsafeFlags": unsafeFlags(call)
    case "binaryTarget": binary(call)
    default: nil
    }
  }

  /// Returns the last part of an address or path, without `.git`.
  private static func name(ofAddress address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// Checks `.package(url: …, branch: …)`, `.package(url: …, .branch(…))`, `.package(path: …)`.
  private func dependency(_ call: PackageCall) -> PackageProblem.Kind? {
    if let path = call.argument("path") {
      return .localDependency(path: text(path) ?? source.string(at: bytes(of: path)))
    }
    guard let url = call.argument("url") else { return nil }
    let name =
      call.argument("name").flatMap(text) ?? text(url).map(Self.name(ofAddress:))
      ?? source.string(at: bytes(of: url))
    for requirement in ["branch", "revision"] {
      if call.argument(requirement) != nil { return .unversioned(dependency: name, by: requirement) }
      let isOld = call.arguments.contains { $0.label == nil && isCall($0.value, named: requirement) }
      if isOld { return .unversioned(dependency: name, by: requirement) }
    }
    return nil
  }

  /// Whether the value is `.branch(…)` or `Package.Dependency.Requirement.branch(…)`.
  private func isCall(_ value: Range<Int>, named name: String) -> Bool {
    let head = value.prefix { !tokens[$0].isSign("(") }
    return head.count < value.count && head.last.map { tokens[$0].isWord(name) } == true
  }

  /// Checks unsafe flags. Test targets and empty lists are ignored, because dependents do not build tests. SwiftPM
  /// accepts the flags with a tools version of 6.2 or later (`Sources/PackageLoading/PackageBuilder.swift`).
  private func unsafeFlags(_ call: PackageCall) -> PackageProblem.Kind? {
    guard !call.enclosing.contains("testTarget"), let flags = call.arguments.first?.value, flags.count > 2 else {
      return nil
    }
    if let toolsVersion, !toolsVersion.components.lexicographicallyPrecedes([6, 2]) { return nil }
    return .unsafeFlags(toolsVersion: toolsVersion)
  }

  /// Checks `.binaryTarget(name: …, path: …)` and `.binaryTarget(name: …, url: …, checksum: …)` with literal values.
  private func binary(_ call: PackageCall) -> PackageProblem.Kind? {
    let name = call.argument("name").flatMap(text) ?? "…"
    if let path = call.argument("path").flatMap(text) { return .localBinary(name: name, path: path) }
    if let url = call.argument("url").flatMap(text), !url.lowercased().hasPrefix("https://") {
      return .insecureBinary(name: name, url: url)
    }
    guard let checksum = call.argument("checksum").flatMap(text), !Self.isPlausible(checksum: checksum) else {
      return nil
    }
    return .badChecksum(name: name, checksum: checksum)
  }

  /// Whether it can be the digest of an archive: 64 digits, not all equal, and not the digest of an empty file.
  private static func isPlausible(checksum: String) -> Bool {
    checksum.utf8.count == 64 && checksum.allSatisfy(\.isHexDigit) && Set(checksum.utf8).count > 1
      && checksum.lowercased() != ContentDigest(of: []).hex
  }

  private func bytes(of value: Range<Int>) -> Range<Int> {
    guard let last = value.last else { return 0..<0 }
    return tokens[value.lowerBound].span.lowerBound..<tokens[last].span.upperBound
  }
}
