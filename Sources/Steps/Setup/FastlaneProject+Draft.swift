import Lanes
import MartletCore
import MartletManifests

extension FastlaneProject {
  /// - Parameter fastfile: The path of the Fastfile.
  init(of draft: Draft, fastfile: RelativePath) throws {
    let head = try ReleasefileHead(of: draft)
    let survey = try draft.resolution(for: .edits)
    let paths = try draft.filePaths()
    self.init()
    manifests = head.manifests.map(\.path)
    versionFiles = Array(Set(survey.productSites.flatMap(\.pieces).map(\.path))).sorted()
    buildFiles = Array(Set(survey.sites(of: .build).flatMap(\.pieces).map(\.path))).sorted()
    versionLength = (try? survey.version())?.components.count
    build = (try? survey.highestBuild())?.text
    hasIntegerBuild = build.map { Int($0) != nil }
    repository = try draft.forge().flatMap { $0.forge == .github ? $0.repository : nil }
    let folder = fastfile.parent
    // Bundler searches the folder of the project and those above it.
    var place = folder?.parent
    hasGemfile = paths.contains { $0.string == "Gemfile" }
    while let path = place, !hasGemfile {
      hasGemfile = paths.contains { $0.string == "\(path)/Gemfile" }
      place = path.parent
    }
    let appSource = try RelativePath("\(folder.map { "\($0)/" } ?? "")Appfile").flatMap { try draft.source(at: $0) }
    appfile = appSource.map { Appfile($0) }
    bundleID = appfile?.bundleID
    let projects = try manifests.filter { $0.pathExtension == "xcodeproj" }
      .compactMap { RelativePath("\($0)/project.pbxproj") }.compactMap { try draft.source(at: $0) }
    let others = try paths.filter(\.mayHaveProductIdentifiers).prefix(100).compactMap { try draft.source(at: $0) }
    productIDs = projects.flatMap(\.productIdentifiers)
    if productIDs.isEmpty { productIDs = others.flatMap(\.productIdentifiers).uniqueRoots }
    platforms = Set(projects.flatMap(\.applePlatforms))
    if platforms.isEmpty { platforms = Set(others.flatMap(\.applePlatforms)) }
    hasFilesForLanes = try ["Appfile", "Matchfile", "Gymfile", "Scanfile"].contains { name in
      let path = RelativePath(folder.map { "\($0)/\(name)" } ?? name)
      return try path.flatMap { try draft.source(at: $0) }?.hasValuesForLanes == true
    }
    let actions = folder.map { "\($0)/actions/" } ?? "actions/"
    customActions = Set(
      paths.filter { $0.string.hasPrefix(actions) && $0.pathExtension == "rb" }.map {
        String($0.lastComponent.dropLast(3))
      })
    // fastlane reads such files in its folder, or else in the one above (`dotenv_helper.rb`).
    let folders = [folder.map { "\($0)/" } ?? "", folder?.parent.map { "\($0)/" } ?? ""]
    for folder in folders where variablesFile == nil {
      for name in [".env", ".env.default"] {
        guard let path = RelativePath(folder + name), let source = try draft.source(at: path) else { continue }
        variablesFile = variablesFile ?? path
        variables += source.environmentNames
      }
    }
    // The Appfile, which is Ruby, may set them, too.
    if let appSource, !appSource.settingNames.isEmpty {
      variablesFile = variablesFile ?? appSource.path
      variables += appSource.settingNames
    }
    read = { path in try? draft.source(at: path) }
  }
}

extension SourceText {
  /// The bundle ids of the apps in a `project.pbxproj`, or in a file from which one is generated; those of configurations for
  /// releases first. The ids of extensions and tests begin with one of them. An id with a build setting in it is left out.
  fileprivate var productIdentifiers: [String] {
    var ids: [(id: String, configuration: String)] = []
    var id: String?
    for line in bytes.split(separator: .lineFeed) {
      let text = String(decoding: line, as: UTF8.self)
      if !path.string.hasSuffix(".pbxproj") {
        // XcodeGen, build settings and Tuist.
        let match =
          text.firstMatch(of: /^\s*PRODUCT_BUNDLE_IDENTIFIER\s*[:=]\s*"?([A-Za-z0-9.-]+)"?\s*(?:\/\/.*)?$/)
          ?? text.firstMatch(of: /\bbundleId: "([A-Za-z0-9.-]+)"/)
        if let match { ids.append((String(match.output.1), "")) }
      } else if let match = text.firstMatch(of: /^\s*PRODUCT_BUNDLE_IDENTIFIER = "?([A-Za-z0-9.-]+)"?;/) {
        id = String(match.output.1)
      } else if let match = text.firstMatch(of: /^\s*name = "?([^";]+)"?;/), let found = id {
        ids.append((found, String(match.output.1)))
        id = nil
      }
    }
    let isRelease = ids.filter { $0.configuration.lowercased().contains(/release|prod|store/) }
    let roots = Set(ids.map(\.id).uniqueRoots)
    return (isRelease + ids).map(\.id).filter(roots.contains).uniqueRoots
  }

  /// Whether it has values for one lane or platform (`configuration_file.rb`).
  fileprivate var hasValuesForLanes: Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("for_lane") || text.contains("for_platform")
  }

  /// The variables for options of actions that its Ruby code sets.
  fileprivate var settingNames: [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      line.prefixMatch(of: /\s*ENV\[["']((?:FL|PILOT|DELIVER|TESTFLIGHT)_\w+)["']\]\s*\|?\|?=/).map {
        String($0.output.1)
      }
    }
  }

  /// The names that a file in the format of dotenv sets.
  fileprivate var environmentNames: [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      var text = line.drop { $0 == " " }
      if text.hasPrefix("export ") { text = text.dropFirst(7) }
      guard let end = text.firstIndex(of: "=") else { return nil }
      let name = String(text[..<end])
      return name.isVariableName ? name : nil
    }
  }
}

extension [String] {
  /// The bundle ids without those that begin with another one, such as extensions and tests, each once.
  fileprivate var uniqueRoots: [String] {
    filter { id in id.contains(".") && !id.hasSuffix("Tests") && !contains { $0 != id && id.hasPrefix($0) } }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension RelativePath {
  /// Whether it is a project of the repository itself, or a file from which one is generated.
  fileprivate var mayHaveProductIdentifiers: Bool {
    guard components.count <= 4, !components.contains(where: { ["Pods", "Carthage", "node_modules"].contains($0) })
    else {
      return false
    }
    return ["project.pbxproj", "project.yml", "Project.swift"].contains(lastComponent) || pathExtension == "xcconfig"
  }
}
