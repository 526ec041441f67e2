import Lanes
import MartletCore

/// Uploads a build of the app to App Store Connect.
package struct UploadBuildStep: Step {
  package enum Wait: String, ParameterChoice {
    case processed, committed
  }

  package static let keyword = "upload_build"
  package static let foreignNames = ["pilot", "upload_to_testflight", "altool"]
  package static let summary =
    "Uploads an `.ipa` or `.pkg` to App Store Connect: checks the file, reserves the build number, sends the file, and hands it over to Apple."
  package static let parameters = [
    Parameter<Self>.main(
      "file", \.file, "The `.ipa` or `.pkg`: a path, or the `id` of the step that makes it.", .required),
    Parameter<Self>("app", \.app, "The app; left out, that of `app_store`."),
    Parameter<Self>("version", \.version, "The version in the file, without a pre-release."),
    Parameter<Self>("build", \.build, "The build number in the file."),
    Parameter<Self>(
      "wait", \.wait, "How long the step lasts: until Apple has accepted the build, or until it has the file."),
    Parameter<Self>("timeout", \.timeout, "The longest wait for Apple, in seconds."),
  ]
  package static let outputs = [StepOutput("build", "The build number.")]
  package static let predecessors = ["commit", "tag"]

  package var file: Template = ""
  package var app: Template?
  package var version: Template = "${version}"
  package var build: Template = "${build}"
  package var wait = Wait.committed
  package var timeout = Seconds(5400)

  package init() {}

  package var filesRead: [Template] { [file] }

  package var reachesServices: Bool { true }

  package var credentialVariables: [Template] { [] }

  package func mistakes(in releasefile: Releasefile) -> [StepProblem] {
    releasefile.appStore == nil && app == nil ? [StepProblem(.noAppStore)] : []
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let app = try draft.storeApp(app)
    let build = try StoreBuild(app, version: version, number: self.build, in: draft)
    let artifact = try artifact(in: draft, for: app.platform)
    var decision = Decision()
    var bundleID: String?
    if artifact.contents != nil, let number = build.number {
      let package = try draft.workspace.appPackage(at: artifact.path)
      bundleID = package.app.id
      let expected = app.hasRecordID ? bundleID ?? "" : app.name
      let problems = package.problems(
        in: artifact.path, bundleID: expected, version: build.version, number: number,
        apart: try draft.releasedProducts(at: nil).exceptedNames, platform: app.platform,
        now: Instant("\(draft.workspace.today)")?.seconds ?? 0)
      guard problems.isEmpty else { throw Failure.wrongPackage(problems) }
      decision.remarks = package.warnings(in: artifact.path)
    } else {
      let errors = try draft.productProblems().filter { $0.severity == .error }
      guard errors.isEmpty else { throw Failure(errors) }
    }
    if !draft.keeps(artifact) { decision.effects.append(.keepArtifact(artifact)) }
    decision.effects += [BuildUpload.Part.reservation, .transfer, .commit].map {
      .uploadBuild(BuildUpload($0, of: build, file: artifact, bundleID: bundleID))
    }
    if wait == .processed {
      decision.effects.append(.uploadBuild(BuildUpload(.processing(limit: timeout.number), of: build, file: nil)))
    }
    decision.awaitsStage = artifact.contents == nil
    decision.outputs = build.number.map { ["build": $0] } ?? [:]
    return decision
  }

  private func artifact(in draft: Draft, for platform: ApplePlatform) throws -> Artifact {
    let found = try AssetList([file], in: draft).artifacts
    guard let artifact = found.first, found.count == 1 else {
      throw Failure.severalPackages(try draft.text(of: file), found.map(\.path))
    }
    guard artifact.name.hasSuffix(platform.packageSuffix) else {
      throw Failure.notAPackage(artifact.path, platform)
    }
    return artifact
  }
}

extension StoreBuild {
  /// The build of a step's `version` and `build`, which an earlier step may raise when the run has begun.
  init(_ app: AppStoreApp, version: Template, number: Template, in draft: Draft) throws {
    let text = try draft.text(of: version)
    let marketing: String
    do {
      marketing = try (try? Version(text)).map(AppleVersionRule.marketingVersion) ?? text
    } catch {
      throw Failure("\(error)")
    }
    guard draft.isKnown(number) else {
      self.init(app, version: marketing, number: nil)
      return
    }
    do {
      let number = try BuildNumber(draft.text(of: number))
      self.init(app, version: marketing, number: try AppleVersionRule.buildVersion(of: number))
    } catch let error as AppleVersionError {
      throw Failure("\(error)")
    } catch let error as VersionError {
      throw Failure.badBuildNumber(error)
    }
  }
}

extension Failure {
  fileprivate static func wrongPackage(_ problems: [String]) -> Failure {
    var diagnostics = problems.map { Diagnostic($0) }
    let last = diagnostics.count - 1
    diagnostics[last].hint = "build the app again from this commit, or correct its project"
    return Failure(diagnostics)
  }

  fileprivate static func severalPackages(_ text: String, _ paths: [String]) -> Failure {
    Failure("`\(text)` names \(paths.count) files, expected one app: \(paths.quotedList)")
  }

  fileprivate static func notAPackage(_ path: String, _ platform: ApplePlatform) -> Failure {
    Failure("`\(path)` is not an app for \(platform.name), expected a file `*\(platform.packageSuffix)`")
  }
}
