import MartletManifests
import TestSupport
import Testing

@Suite("A podspec manifest")
struct PodspecManifestTests {
  private let manifest = PodspecManifest(path: "CoolKit.podspec")

  @Test(
    "finds the version in every spelling",
    arguments: [
      "s.version = '1.4.2'", "spec.version     = \"1.4.2\".freeze # '0'", "s.version='1.4.2'",
      "version = '1.4.2'\nPod::Spec.new do |s|\n  s.version = version", "VERSION = \"1.4.2\"\ns.version = VERSION\n",
      "=begin\ns.version = '0'\n=end\ns.version = '1.4.2'", "s.version = '0'\ns.version = '1.4.2'",
      "s.description = <<~DESC\n  s.version = '0' it's\nDESC\ns.version = '1.4.2'",
      "n = 4 / 2; s.version = '1.4.2' # one / two",
      "s.cocoapods_version = '>= 1.10'\ns.swift_version = '6.0'\ns.version = '1.4.2'\n__END__\ns.version = '0'",
    ])
  func versions(text: String) throws {
    #expect(try manifest.found(in: text) == ["version 1.4.2 version"])
    #expect(try manifest.text(text, saying: "2.0.0-beta.1") == text.replacing("1.4.2", with: "2.0.0-beta.1"))
  }

  @Test(
    "changes a literal tag and keeps a reference",
    arguments: [
      ("s.source = { :git => 'x', :tag => 'v1.4.2' }", 2), ("s.source = {\n  git: \"x\",\n  tag: '1.4.2',\n}", 2),
      ("s.source = { 'tag' => 'release/1.4.2' }", 2), ("s.source = { :tag => s.version.to_s }", 1),
      ("s.source = { :tag => \"v#{s.version}\" }", 1), ("s.source = { :git => 'x', :branch => '1.4.2' }", 1),
    ])
  func tags(line: String, count: Int) throws {
    let text = "s.version = '1.4.2'\n\(line)\ns.dependency 'X', :tag => '3.0.0'\n"
    #expect(try manifest.sites(in: text).count == count)
    let expected =
      count == 2
      ? text.replacing("1.4.2", with: "2.0.0") : text.replacing("version = '1.4.2'", with: "version = '2.0.0'")
    #expect(try manifest.text(text, saying: "2.0.0") == expected)
  }

  @Test(
    "does not confuse a part of another number in a tag with the version",
    arguments: [
      ("1.4.2", "v11.4.2", "11.4.2"), ("1.4.2", "1.4.21-1.4.2-pod", "1.4.2"), ("2", "v2.1-2", "2"),
      ("1.4.2", "swift.2", nil), ("1.", "v21.5.0", "21.5.0"), ("1.4.2", "v1.4.2.1", "1.4.2.1"),
    ])
  func numbers(version: String, tag: String, expected: String?) throws {
    let text = "s.version = '\(version)'\ns.source = { :tag => '\(tag)' }\n"
    #expect(try manifest.sites(in: text).dropFirst().map(\.value) == [expected].compactMap(\.self))
  }

  @Test(
    "finds nothing if the version is computed",
    arguments: [
      "s.version = File.read('VERSION').strip", "s.version = \"#{x}.1\"", "s.version = '1.0' + x",
      "# s.version = '1.0'",
      "s.version == '1.0'", "s.summary = \"s.version = '1.0'\"",
    ])
  func dynamic(text: String) throws {
    #expect(try manifest.found(in: text) == [])
  }

  @Test("in JSON has the version and the tag")
  func json() throws {
    let manifest = PodspecManifest(path: "CoolKit.podspec.json")
    let text = #"{"version": "1.4.2", "source": {"tag": "v1.4.2"}, "dependencies": {"version": ["1"]}}"#
    #expect(try manifest.found(in: text) == ["version 1.4.2 version", "version 1.4.2 source.tag"])
  }
}
