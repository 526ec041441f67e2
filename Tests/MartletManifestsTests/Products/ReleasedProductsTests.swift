import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("After a bump, every released product shows the version, or the plan stops")
struct ReleasedProductsTests {
  private static let project: RelativePath = "App.xcodeproj"

  /// What a bump from 1.4.2 to 1.5.0 makes of the files; nil if the plan stops.
  private func bumped(_ files: [SourceText], except names: Set<String> = []) throws -> [SourceText]? {
    let memory = MemoryFiles(files)
    let survey = try VersionSurvey(of: [XcodeprojManifest(path: Self.project)], in: memory)
    let (edits, _) = try survey.edits(raising: Version("1.4.2"), to: Version("1.5.0"), in: memory)
    let products = try ReleasedProducts(of: [Self.project], at: Version("1.4.2"), except: names, in: memory)
    do {
      let all = try products.completing(edits, of: .version, to: ["1.5.0"], in: memory)
      return try files.map { try $0.applying(all[$0.path] ?? []) }
    } catch is Failure {
      return nil
    }
  }

  /// Each target with what it shows in the released configuration.
  private func shown(in files: [SourceText]) throws -> [String: [ShownValue.Content]] {
    let products = try XcodeProducts(of: [Self.project], in: MemoryFiles(files))
    let targets = products.apps.flatMap(\.targets)
    return Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.archived.flatMap(\.version).map(\.content)) })
  }

  /// Bumps the layout. Returns whether the plan stopped.
  private func check(_ layout: ProductLayout) throws -> Bool {
    let before = try XcodeProducts(of: [Self.project], in: MemoryFiles(layout.files)).apps.flatMap(\.targets)
    let versions = before.flatMap(\.appearances).flatMap(\.version).map(\.content)
    guard let after = try bumped(layout.files) else { return true }
    let values = try shown(in: after)
    let isReleased = versions.contains(.text("1.4.2")) || values.values.joined().contains(.text("1.5.0"))
    for (name, contents) in values where isReleased {
      #expect(Set(contents) == [.text("1.5.0")], "\(name) in \(layout)")
    }
    return false
  }

  private static let parts = ProductLayout.Setting.allCases.flatMap { setting in
    ProductLayout.Plist.allCases.flatMap { plist in
      ProductLayout.State.allCases.map { ProductLayout.Part(setting: setting, plist: plist, release: $0) }
    }
  }

  @Test("for every layout of one target in two configurations", arguments: [0, 1, 2])
  func one(target: Int) throws {
    var stops = 0
    for part in Self.parts {
      for debug in ProductLayout.State.allCases {
        var layout = ProductLayout()
        layout.parts[target].part = part
        layout.parts[target].part.debug = debug
        if try check(layout) { stops += 1 }
      }
    }
    // What is absent, and other values under a condition.
    #expect((1..<Self.parts.count * 4).contains(stops))
  }

  @Test("for pairs of an app and an extension")
  func pairs() throws {
    for (index, app) in Self.parts.enumerated() {
      for (other, part) in Self.parts.enumerated() where (index + other).isMultiple(of: 7) {
        _ = try check(ProductLayout(app: app, extension: part))
      }
    }
  }

  @Test("for pairs of an extension and a widget")
  func inner() throws {
    for (index, first) in Self.parts.enumerated() {
      for (other, second) in Self.parts.enumerated() where (index + other).isMultiple(of: 11) {
        _ = try check(ProductLayout(extension: first, widget: second))
      }
    }
  }

  @Test("where the layout says what each target shows", arguments: ProductLayout.Setting.allCases)
  func evaluation(setting: ProductLayout.Setting) throws {
    for plist in ProductLayout.Plist.allCases {
      for state in ProductLayout.State.allCases where setting != .condition || plist == .literal {
        let part = ProductLayout.Part(setting: setting, plist: plist, release: state)
        let expected = state == .absent ? ShownValue.Content.none : .text(state.rawValue)
        #expect(try shown(in: ProductLayout(extension: part).files)["Push"] == [expected], "\(part)")
      }
    }
  }

  @Test("unless the Releasefile declares the target")
  func exceptions() throws {
    let layout = ProductLayout(extension: ProductLayout.Part(release: .ahead))
    #expect(try shown(in: try #require(try bumped(layout.files)))["Push"] == [.text("1.5.0")])
    #expect(try shown(in: try #require(try bumped(layout.files, except: ["Push"])))["Push"] == [.text("9.0")])
  }

  @Test("and names the target, the configuration, the place and the command where it stops")
  func stop() throws {
    let part = ProductLayout.Part(setting: .condition, debug: .absent, release: .behind)
    let files = MemoryFiles(ProductLayout(extension: part).files)
    let products = try ReleasedProducts(of: [Self.project], at: Version("1.4.2"), except: [], in: files)
    let failure = try #require(throws: Failure.self) {
      try products.completing([:], of: .version, to: ["1.4.2"], in: files)
    }
    #expect(
      failure.diagnostics.map(\.message) == [
        """
        version `1.3` of `Push` in `App.xcodeproj` in configuration `Release` differs from `1.4.2` of its app `App` \
        under `[sdk=macosx*]`
        """
      ])
    #expect(failure.diagnostics.first?.place?.path == "App.xcodeproj/project.pbxproj")
    #expect(
      failure.diagnostics.first?.hint == """
        set it with `martlet config set 'MARKETING_VERSION[sdk=macosx*]=1.4.2' App.xcodeproj --target Push`; if it has its \
        own version, add `products: [{target: Push, version: apart}]` to the Releasefile
        """)
  }
}
