import MartletCore
import Testing

@Suite("Apple's version rule")
struct AppleVersionRuleTests {
  @Test(
    "returns only the numbers of a version",
    arguments: [
      ("1.5.0", "1.5.0"), ("1.5.0-beta.1", "1.5.0"), ("1.5.0-beta.1+sha.5114f85", "1.5.0"),
      ("8.53.0+5114f85", "8.53.0"),
      ("1.2", "1.2"), ("7", "7"), ("1.2-rc.1", "1.2"), ("0.0.0", "0.0.0"), ("4294967295.0.0", "4294967295.0.0"),
      ("2026.123456.123456", "2026.123456.123456"),
    ])
  func marketing(text: String, expected: String) throws {
    #expect(try AppleVersionRule.marketingVersion(of: Version(text)) == expected)
  }

  @Test(
    "refuses a version that an upload would refuse",
    arguments: [
      ("24.1.0.0", "`24.1.0.0` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)"),
      (
        "1.2.3.4-beta",
        "`1.2.3.4` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)"
      ),
      (
        "2026.1234567.123456",
        "`2026.1234567.123456` cannot be a `CFBundleShortVersionString`: expected at most 18 characters (ITMS-90059)"
      ),
      (
        "1.4294967296",
        "`1.4294967296` cannot be a `CFBundleShortVersionString`: 4294967296 is silently dropped by the store, expected at most 4294967295"
      ),
      (
        "18446744073709551615",
        "`18446744073709551615` cannot be a `CFBundleShortVersionString`: expected at most 18 characters (ITMS-90059)"
      ),
    ])
  func refusedVersions(text: String, message: String) throws {
    let version = try Version(text)
    let error = #expect(throws: AppleVersionError.self) { try AppleVersionRule.marketingVersion(of: version) }
    #expect(error?.description == message)
  }

  @Test(
    "accepts build numbers unchanged",
    arguments: ["42", "1.2.3", "9.1.18.2", "007", "20240105.0930", "4294967295", "1.0000000000000001"])
  func builds(text: String) throws {
    #expect(try AppleVersionRule.buildVersion(of: BuildNumber(text)) == text)
  }

  @Test(
    "refuses a build number that an upload would refuse, or the store would drop",
    arguments: [
      (
        "202401050930",
        "`202401050930` cannot be a `CFBundleVersion`: 202401050930 is silently dropped by the store, expected at most 4294967295"
      ),
      (
        "1.4294967296",
        "`1.4294967296` cannot be a `CFBundleVersion`: 4294967296 is silently dropped by the store, expected at most 4294967295"
      ),
      (
        "1.00000000000000001",
        "`1.00000000000000001` cannot be a `CFBundleVersion`: expected at most 18 characters (ITMS-90059)"
      ),
    ])
  func refusedBuilds(text: String, message: String) throws {
    let build = try BuildNumber(text)
    let error = #expect(throws: AppleVersionError.self) { try AppleVersionRule.buildVersion(of: build) }
    #expect(error?.description == message)
  }
}
