import MartletCore
import Steps
import TestSupport
import Testing

@Suite("An upload without the path of the app")
struct BuiltAppTests {
  @Test(
    "takes the app that the lane builds",
    arguments: [
      ("build_app", "\"\\x2A.ipa\""), ("gym(output_directory: './build/')", "\"build/\\x2A.ipa\""),
      ("gym(output_name: 'App.ipa', output_directory: 'out')", "out/App.ipa"),
      ("name = \"App-#{git_branch}\"\ngym(output_name: name)\nname = 'other'", "App-${branch}.ipa"),
      ("build", "out/B.ipa"), ("make", "m/\\x2A.ipa"), ("", "\"\\x2A.ipa\""),
    ])
  func paths(build: String, path: String) {
    let others =
      "def make\n  gym(output_directory: 'm')\nend\nlane :build do\n  gym(output_name: 'B', output_directory: 'out')\nend\n"
    let body = translation(
      "\(others)lane :l do\n\(build)\npilot(skip_waiting_for_build_processing: true)\nend", project: app
    ).body
    let file = path.contains("x2A") && !path.hasPrefix("\"") ? "\"\(path)\"" : path
    #expect(body.contains("\n      - upload_build: \(file)"), "\(body)")
  }

  @Test(
    "stays untranslated if only Ruby knows the app",
    arguments: [
      "gym(output_name: pick(1))", "gym(output_directory: '~/x')", "gym(output_name: 'a')\ngym(output_name: 'b')",
      "xcodebuild(archive: true)", "gym(skip_package_ipa: true)", "lane_context[:x] = 1\ngym", "gym(params)",
      "if x; gym; else gym(output_name: 'a'); end", "gym(output_name: '*')", "x = gym\nbuild_mac_app",
    ])
  func unknown(build: String) {
    let body = steps("\(build)\npilot", project: app)
    #expect(body.hasSuffix("because only Ruby knows the `.ipa` that it uploads: pilot"), "\(body)")
  }

  @Test("takes the options of the Gymfile, and stops with a Deliverfile that has an option without an equal")
  func files() {
    var project = app
    project.read = { path in
      switch path {
      case "Gymfile": SourceText(path: path, text: "output_directory \"./out\"\n# output_name \"x\"\n")
      case "Deliverfile": SourceText(path: path, text: "username 'a@b.c'\nprice_tier 0\n")
      default: nil
      }
    }
    #expect(steps("gym\npilot", project: project).contains("file: \"out/\\x2A.ipa\"\n"))
    let deliver =
      "deliver(ipa: 'a.ipa', skip_metadata: true, skip_screenshots: true, submit_for_review: true, run_precheck_before_submit: false)"
    #expect(steps(deliver, project: project).contains("because the Deliverfile has `price_tier`: deliver("))
    project.read = { SourceText(path: $0, text: "for_lane :l do\n  output_name 'x'\nend\n") }
    #expect(steps("gym\npilot", project: project).contains("because only Ruby knows the `.ipa` that it uploads: pilot"))
  }

  @Test("is in the folder above that of the Fastfile, as are all paths of actions")
  func nested() {
    var project = app
    project.manifests = ["ios/Sample.xcodeproj"]
    project.versionFiles = ["ios/Sample.xcodeproj/project.pbxproj"]
    let text = """
      lane :l do
        increment_build_number(xcodeproj: "./Sample.xcodeproj")
        git_commit(path: "Sample.xcodeproj", message: "a")
        git_add(path: "b")
        Dir.chdir("../..") do
          sh "ls"
        end
        pilot(ipa: "./build/App.ipa", skip_waiting_for_build_processing: true)
      end
      """
    #expect(
      translation(text, path: "ios/fastlane/Fastfile", project: project).body
        == """
        lanes:
          l:
            steps:
              - bump: {build: increment}
              - commit: a
              - run:
                  command: [git, add, b]
                  working_directory: ios
              - run: [ls]
              - upload_build: ios/build/App.ipa
        """)
  }

  @Test("names the app by the only identifier of all actions, if the Appfile has none")
  func identifiers() {
    let next = "increment_build_number(build_number: latest_testflight_build_number(app_identifier: 'a.b') + 1)"
    func file(_ text: String) -> Fastfile {
      Fastfile(SourceText(path: "Fastfile", text: "lane :l do\n\(text)\nend"), project: .sample)
    }
    #expect(file("\(next)\npilot").storeApp == "a.b")
    let named = Fastfile(SourceText(path: "Fastfile", text: "lane(:l) { \(next) }"), project: app)
    #expect(named.storeApp == "a.b" && named.incompletePublicLanes == [])
    let other = "pilot(ipa: 'a.ipa')\npilot(ipa: 'a.ipa', app_identifier: 'c.d')"
    #expect(steps(other, project: app).contains("file: a.ipa\n      app: c.d\n"), "\(steps(other, project: app))")
    #expect(file("\(next)\npilot").incompletePublicLanes == [])
    #expect(file("\(next)\npilot(app_identifier: 'c.d')").storeApp == nil)
    // Without a name, fastlane asks for the app.
    let asking = file("\(next)\nx = latest_testflight_build_number + 1\nincrement_build_number(build_number: x)")
    let lines = asking.translated().lines
    #expect(lines.contains { $0.contains("fastlane run latest_testflight_build_number | sed") }, "\(lines)")
  }

  @Test("has a number above that of App Store Connect, also through variables")
  func numbers() {
    for text in [
      "n = latest_testflight_build_number\nincrement_build_number(build_number: n + 1)",
      "n = latest_testflight_build_number(version: get_version_number, initial_build_number: 0)\nincrement_build_number(build_number: n + 1)",
      "n = app_store_build_number.to_i\nincrement_build_number(build_number: (n + 1).to_s)",
      "n = latest_testflight_build_number + 1\nincrement_build_number(build_number: n)",
    ] {
      #expect(
        steps(text, project: app) == "steps:\n  - bump:\n      build: increment\n      above: app_store", "\(text)")
    }
    let other = "n = latest_testflight_build_number\nn = pick(n)\nincrement_build_number(build_number: n + 1)"
    #expect(steps(other, project: app).contains("because only Ruby knows `build_number: n + 1`"))
  }

  @Test(
    "has the changelog of an earlier action, and texts without waiting for testers",
    arguments: [
      (
        "changelog_from_git_commits(pretty: '%s')\npilot(ipa: 'a.ipa')",
        "what_to_test: ${steps.changelog.output}\n      review: false"
      ),
      (
        "pilot(ipa: 'a.ipa', changelog: 'Try it.', skip_waiting_for_build_processing: true)",
        "- upload_build: a.ipa\n  - testflight:\n      what_to_test: Try it."
      ),
      (
        "pilot(ipa: 'a.ipa', changelog: 'Try it.', skip_submission: true, groups: 'A', notify_external_testers: true)",
        "- testflight:\n      what_to_test: Try it.\n      notify: true"
      ),
      ("pilot(ipa: 'a.ipa', groups: 'A', skip_waiting_for_build_processing: true)", "steps:\n  - upload_build: a.ipa"),
    ])
  func changelog(text: String, expected: String) {
    #expect(steps(text, project: app).hasSuffix(expected), "\(steps(text, project: app))")
  }

  @Test("has the text of a file as its changelog, unless a step before may write the file")
  func changelogFile() {
    let read = "notes = File.read('../CHANGELOG.md').strip\n"
    let upload = "pilot(distribute_only: true, groups: 'Team', changelog: notes)"
    func body(_ text: String) -> String {
      translation("lane :l do\n\(text)\nend", path: "fastlane/Fastfile", project: app).body
    }
    #expect(body(read + upload).contains("what_to_test: CHANGELOG.md\n"), "\(body(read + upload))")
    let direct = upload.replacing("notes)", with: "File.read(\"notes.txt\"))")
    #expect(body(direct).contains("what_to_test: fastlane/notes.txt\n"), "\(body(direct))")
    for text in [read + "sh('make')\n" + upload, upload.replacing("notes)", with: "File.read(path))")] {
      #expect(body(text).contains("# not translated"), "\(body(text))")
    }
  }

  @Test("is not counted by `fastlane run` if the Appfile has other apps for single lanes")
  func appsOfLanes() {
    var project = FastlaneProject.sample
    project.hasFilesForLanes = true
    let next = "increment_build_number(build_number: latest_testflight_build_number + 1)"
    #expect(steps(next, project: project).contains("# not translated"))
  }

  @Test("reads the version and the build number of a property list that has them")
  func propertyList() {
    var project = app
    project.versionFiles = ["App/Info.plist", "App/Other.plist"]
    project.build = "42"
    project.read = { path in
      let (version, build) = path == "App/Info.plist" ? ("1.4.2", "42") : ("$(MARKETING_VERSION)", "7")
      return SourceText(
        path: path,
        text:
          "<key>CFBundleShortVersionString</key>\n<string>\(version)</string><key>CFBundleVersion</key><string>\(build)</string>"
      )
    }
    func value(_ path: String, _ key: String) -> String {
      steps("add_git_tag(tag: get_info_plist_value(path: '\(path)', key: '\(key)'))", project: project)
    }
    #expect(value("./App/Info.plist", "CFBundleShortVersionString") == "steps:\n  - tag")
    #expect(value("App/Other.plist", "CFBundleShortVersionString").contains("- tag: ${steps.value.output}"))
    #expect(value("App/Info.plist", "CFBundleVersion") == "steps:\n  - tag: ${build}")
    #expect(value("App/Other.plist", "CFBundleVersion").contains("- tag: ${steps.value.output}"))
  }

  @Test("stays untranslated if only Ruby knows the changelog, or a variable of a file changes it")
  func unknownChangelog() {
    let body = steps("conventional_changelog\npilot(ipa: 'a.ipa')", project: app)
    #expect(
      body.contains("because only Ruby knows the changelog that an earlier action has left for it: pilot("), "\(body)")
    let both = "pilot(ipa: 'a.ipa', changelog: 'a b', groups: 'A', skip_waiting_for_build_processing: true)"
    #expect(steps(both, project: app).contains("# not translated"))
    var project = app
    project.variables = ["PILOT_SKIP_SUBMISSION"]
    #expect(
      steps("pilot(ipa: 'a.ipa')", project: project).contains("because `PILOT_SKIP_SUBMISSION` changes it: pilot("))
  }

  private var app: FastlaneProject {
    var project = FastlaneProject.sample
    project.bundleID = "com.example.CoolApp"
    return project
  }
}
