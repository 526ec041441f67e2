import MartletBuildSettings
import Testing

@Suite("An operator of a reference")
struct OperatorTests {
  @Test(
    "changes the whole value",
    arguments: [
      ("Larch Notes 2", ":lower", "larch notes 2"), ("Larch Notes 2", ":upper", "LARCH NOTES 2"),
      ("Larch Notes 2", ":identifier", "Larch_Notes_2"), ("Larch Notes 2", ":rfc1034identifier", "Larch-Notes-2"),
      ("Larch Notes 2", ":rfc1034identifier:lower", "larch-notes-2"),
      ("2fa_é.app-x", ":identifier", "_fa___app_x"), ("2fa_é.app-x", ":rfc1034identifier", "-fa---app-x"),
      ("2fa_é.app-x", ":c99extidentifier", "_fa_é_app_x"), ("e\u{301}", ":c99extidentifier", "é"),
      ("\u{1112}\u{1161}\u{11AB}", ":c99extidentifier", "한"), ("x\u{323}\u{301}", ":c99extidentifier", "x__"),
      ("/srv/out/Larch.tar.gz", ":dir", "/srv/out/"), ("/srv/out/Larch.tar.gz", ":file", "Larch.tar.gz"),
      ("/srv/out/Larch.tar.gz", ":base", "Larch.tar"), ("/srv/out/Larch.tar.gz", ":suffix", ".gz"),
      ("plain", ":dir", "./"), ("plain", ":suffix", ""), ("/x", ":dir", "/"),
      ("/srv/out/Larch.app", ":dir=/x", "/x/Larch.app"), ("/srv/out/Larch.app", ":file=y.z", "/srv/out/y.z"),
      ("/srv/out/Larch.app", ":base=New", "/srv/out/New.app"),
      ("/srv/out/Larch.app", ":suffix=zip", "/srv/out/Larch.zip"),
      ("/srv/out/Larch.app", ":suffix=.zip", "/srv/out/Larch.zip"),
      ("/a/./b/c/../d/", ":standardizepath", "/a/b/d"), ("a/../b", ":standardizepath", "a/../b"),
      (".", ":standardizepath", "."),
      ("YES", ":not", "NO"), ("maybe", ":not", "YES"), ("4.3.2.1", ":truncatedversion", "4.3.2"),
      ("2.7.0-beta.1", ":truncatedversion", "2.7.0-beta"), ("a b", ":quote", "a\\ b"),
      ("Abc", ":bogus", "Abc"), ("Abc", ":bogus=1", "Abc"), ("Abc", ":", "Abc"), ("Abc", ":UPPER", "Abc"),
      ("Abc", ":bogus:upper", "ABC"), ("Abc", ":default=x", "Abc"), ("", ":default=f", "f"), ("", ":not", ""),
    ])
  func transformation(value: String, operators: String, expected: String) throws {
    #expect(try Evaluation("N = \(value)|A = $(N\(operators))")["A"] == expected)
  }

  @Test(
    "gives an unknown setting a value only as a default",
    arguments: [
      ("$(NOPE:default=f)", "f"), ("$(NOPE:default=$(X)-x)", "v-x"), ("$(NOPE:default=a b:upper)", "A B"),
      ("$(NOPE:not)", ""), ("$(NOPE:suffix=zip)", ""), ("${NOPE:default=}", ""),
    ])
  func unknownSettings(value: String, expected: String) throws {
    #expect(try Evaluation("X = v|A = \(value)")["A"] == expected)
  }
}
