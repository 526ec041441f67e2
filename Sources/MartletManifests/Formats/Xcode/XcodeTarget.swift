/// A target of an Xcode project.
struct XcodeTarget {
  enum Kind {
    /// An app that users install.
    case application
    /// A target that needs the app's version in the App Store: an extension, a watch app, an App Clip.
    case embedded
    /// A framework, a library, a tool, a bundle, a service.
    case library
    case test
    /// A target without a product: an aggregate, or a target of an external tool.
    case none
  }

  let name: String
  let kind: Kind
  let configurations: XcodeConfigurations
  /// The index of its node.
  let id: Int
  /// The targets that it depends on or copies into its product, by their nodes' indices.
  let dependencies: Set<Int>
  /// Its product, by its node's index.
  let product: Int?
  /// The products that it copies into its own product, by their nodes' indices.
  let copiedProducts: Set<Int>
}

extension XcodeTarget {
  init?(_ value: OpenStepValue, _ objects: XcodeObjects, _ groups: XcodeGroups) {
    guard let name = value["name"]?.string else { return nil }
    let copied = objects.values(of: value["buildPhases"])
      .filter { $0["isa"]?.string == "PBXCopyFilesBuildPhase" }
      .flatMap { objects.values(of: $0["files"]) }
      .compactMap { objects[$0["fileRef"]]?.index }
    self.init(
      name: name, kind: Kind(productType: value["productType"]?.string ?? ""),
      configurations: XcodeConfigurations(of: value, objects, groups), id: value.index,
      dependencies: Set(objects.values(of: value["dependencies"]).compactMap { objects[$0["target"]]?.index }),
      product: objects[value["productReference"]]?.index, copiedProducts: Set(copied))
  }
}

extension XcodeTarget.Kind {
  /// Extensions of the system, which compares their versions with those that are installed.
  private static let ownVersions: Set<Substring> = ["system-extension", "driver-extension"]

  /// - Parameter productType: For example `com.apple.product-type.app-extension`.
  init(productType: String) {
    let prefix = "com.apple.product-type."
    guard productType.hasPrefix(prefix) else {
      self = .none
      return
    }
    let type = productType.dropFirst(prefix.count)
    if type.contains("test") {
      self = .test
    } else if ["application", "application.messages", "application.watchapp2-container"].contains(type) {
      self = .application
    } else if !Self.ownVersions.contains(type), type.contains("extension") || type.hasPrefix("application.") {
      self = .embedded
    } else {
      self = .library
    }
  }
}

extension XcodeTarget {
  /// Whether its name means a sample: a word of it is `Test`, `Sample`, `Demo` or `Example`.
  var isSample: Bool { ProductNames.words(of: name).contains { Self.sampleWords.contains($0.filter(\.isLetter)) } }

  private static let sampleWords: Set = ["test", "tests", "sample", "samples", "demo", "demos", "example", "examples"]
}

extension XcodeProject {
  /// Returns the apps and extensions inside `app`: those that it copies, and extensions that it depends on.
  func targets(embeddedIn app: XcodeTarget) -> [XcodeTarget] {
    targets.filter { target in
      guard target.id != app.id, target.kind == .embedded || target.kind == .application else { return false }
      return target.product.map(app.copiedProducts.contains) == true
        || target.kind == .embedded && app.dependencies.contains(target.id)
    }
  }

  /// The roles of the versions of targets that are not the product, by their ids.
  var roles: [Int: VersionSite.Role] {
    let apps = targets.filter { $0.kind == .application && !$0.isSample }
    let extensions = Set(apps.flatMap { targets(embeddedIn: $0) }.map(\.id))
    let roles = targets.map { target -> (Int, VersionSite.Role) in
      if target.kind == .test { return (target.id, .test) }
      if extensions.contains(target.id) { return (target.id, .appExtension) }
      return (target.id, target.isSample ? .example : .otherValue)
    }
    return Dictionary(roles) { first, _ in first }
  }

  /// The targets that the project releases: the apps that are not inside another one; without apps, the other targets
  /// with a product that are not tests. Samples only if there is nothing else.
  var mainTargets: [XcodeTarget] {
    let apps = targets.filter { $0.kind == .application }
    let embedded = Set(apps.flatMap { targets(embeddedIn: $0) }.map(\.id))
    let main = apps.filter { !embedded.contains($0.id) }
    let others = targets.filter { $0.kind == .library || $0.kind == .embedded }
    let candidates = [main.filter { !$0.isSample }, others.filter { !$0.isSample }, main, others]
    return candidates.first { !$0.isEmpty } ?? []
  }
}
