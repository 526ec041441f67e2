import MartletManifests
import TestSupport
import Testing

@Suite("An env manifest")
struct EnvManifestTests {
  @Test(
    "finds the assignments of shells and make",
    arguments: [
      "VERSION=1.4.2", "export VERSION=\"1.4.2\"", "VERSION='1.4.2' # now", "VERSION = 1.4.2", "VERSION := 1.4.2",
      "VERSION ::= 1.4.2", "VERSION ?= 1.4.2  # now", "override VERSION = 1.4.2",
    ])
  func forms(line: String) throws {
    let manifest = EnvManifest(path: "Makefile")
    #expect(try manifest.found(in: "A = 1\n\(line)\n") == ["version 1.4.2 VERSION"])
    #expect(try manifest.text(line, saying: "2.0.0") == line.replacing("1.4.2", with: "2.0.0"))
  }

  @Test(
    "ignores references, recipes and other operators",
    arguments: [
      "VERSION = $(shell git describe)", "VERSION=${BASE}", "VERSION=`git describe`",
    ])
  func references(line: String) throws {
    #expect(try EnvManifest(path: "Makefile").found(in: "\(line)\n\tVERSION=1.0\nVERSION += 1.0\n") == [])
  }

  @Test("ignores a value whose quote does not end", arguments: ["VERSION=\"1.4.2", "VERSION='1.4.2"])
  func openQuote(line: String) throws {
    #expect(try EnvManifest(path: ".env").found(in: "\(line)\nVERSION=1.5.0\n") == ["version 1.5.0 VERSION"])
  }

  @Test("finds a build number next to the version")
  func build() throws {
    let manifest = EnvManifest(path: "version.env", key: "MARKETING", buildKey: "BUILD")
    #expect(try manifest.found(in: "MARKETING=1.4\nBUILD=42\n") == ["version 1.4 MARKETING", "build 42 BUILD"])
  }

  @Test("lists the available keys")
  func missingKey() {
    #expect(
      EnvManifest(path: ".env").complaint(in: "VERSON=1\nNAME=x\n")
        == "error: no key `VERSION` in `.env`, expected one of `VERSON`, `NAME`\nhint: did you mean `VERSON`?")
  }
}
