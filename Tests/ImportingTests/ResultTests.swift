import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The value of a method or a lane of a Fastfile")
struct ResultTests {
  @Test(
    "is known if it only assigns values and prints",
    arguments: [
      ("def name(v)\n  \"v#{v}\"\nend", "name(get_build_number)", "v${build}"),
      ("def name(v:, suffix: 'x')\n  text = v + suffix\n  puts text\n  return text\nend", "name(v: 'a')", "ax"),
      (
        "lane :name do |o|\n  brand = o[:brand]\n  puts brand\n  \"#{brand}/#{o[:n]}\"\nend", "name(brand: 'b', n: 2)",
        "b/2"
      ),
      ("private_lane :name do |options|\n  options[:a]\nend", "name(a: options[:b])", "${b}"),
      ("def name\n  other\nend\ndef other\n  git_branch\nend", "name", "${branch}"),
    ])
  func known(method: String, call: String, tag: String) {
    for text in ["add_git_tag(tag: \(call))", "x = \(call)\nadd_git_tag(tag: x)"] {
      #expect(lane(method, text) == "- tag: \(tag)", "\(lane(method, text))")
    }
  }

  @Test("may be a build number")
  func number() {
    let method = "lane :next_build do |values|\n  n = values[:latest].to_i + 1\n  puts n\n  n\nend"
    var project = FastlaneProject.sample
    project.bundleID = "a.b"
    let text =
      "\(method)\nlane :l do\n  n = next_build(latest: latest_testflight_build_number)\n  increment_build_number(build_number: n)\nend"
    let body = translation(text, project: project).body
    #expect(
      body.hasSuffix("    steps:\n      - bump:\n          build: increment\n          above: app_store"), "\(body)")
  }

  @Test(
    "is unknown otherwise",
    arguments: [
      ("def name\n  increment_build_number\n  'a'\nend", "name"),
      ("def name(v)\n  v << 'x'\n  v\nend", "name('a')"),
      ("def name(v)\n  return 'b' if v\n  'a'\nend", "name('a')"),
      ("def name\n  @x = 'a'\n  @x\nend", "name"),
      ("def name\n  options[:b]\nend", "name"),
      ("lane :name do |o|\n  o[:missing]\nend", "name(b: 'a')"),
      ("lane :name do |o|\n  options[:b]\nend", "name(b: 'a')"),
      ("def name(v)\n  name(v)\nend", "name('a')"),
      ("def name(v)\n  v\nend", "name(pick(1))"),
      ("def name(v)\n  x = 'a'\n  [1].each { x = 'b' }\n  x\nend", "name('a')"),
    ])
  func unknown(method: String, call: String) {
    let body = lane(method, "add_git_tag(tag: \(call))")
    #expect(body.contains("# not translated"), "\(body)")
  }

  @Test("does not matter if the method only logs in, for which Martlet has its own key")
  func login() {
    let method = "def key\n  app_store_connect_api_key\nend"
    #expect(
      lane(method, "k = key\nensure_git_status_clean")
        == "# left out (Fastfile:2), Martlet needs no such call: app_store_connect_api_key\n- ensure: clean")
    #expect(
      lane("private_\(method.replacing("def key", with: "lane :key do"))", "k = key\nensure_git_status_clean")
        == "- lane: key\n- ensure: clean")
  }

  /// The steps of a lane below `method`.
  private func lane(_ method: String, _ text: String) -> String {
    let body = translation("\(method)\nlane :last do |options|\n\(text)\nend").body
    let lines = body.split(separator: "\n").map(String.init)
    let start = lines.lastIndex { $0 == "    steps:" } ?? 0
    return lines[(start + 1)...].map { String($0.dropFirst(6)) }.joined(separator: "\n")
  }
}
