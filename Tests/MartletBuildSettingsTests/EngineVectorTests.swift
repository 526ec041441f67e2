import Testing

/// The observed results of swiftlang/swift-build for these lines.
@Suite("The observed result of the build engine")
struct EngineVectorTests {
  @Test("matches for lines and values", arguments: lexingVectors)
  func lexing(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for inclusions", arguments: inclusionsVectors)
  func inclusions(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for references", arguments: referencesVectors)
  func references(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for conditions", arguments: conditionsVectors)
  func conditions(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for operators", arguments: operatorsVectors)
  func operators(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for lists", arguments: listsVectors)
  func lists(_ vector: EngineVector) throws { try vector.check() }

  @Test("matches for levels", arguments: levelsVectors)
  func levels(_ vector: EngineVector) throws { try vector.check() }

  private static let lexingVectors: [EngineVector] = [
    EngineVector("01", "APP =   Larch Notes  \t", ["APP": "Larch Notes"]),
    EngineVector("02", "U = https://a.test/v1", ["U": "https:"]),
    EngineVector("03", "U = https:/$()/a.test/v1 // p", ["U": "https://a.test/v1"]),
    EngineVector("04 ()", "SLASH = /|U = https:$(SLASH)$(SLASH)a.test", ["U": "https://a.test"]),
    EngineVector("04 {}", "SLASH = /|U = https:${SLASH}${SLASH}a.test", ["U": "https://a.test"]),
    EngineVector("04 []", "SLASH = /|U = https:$[SLASH]$[SLASH]a.test", ["U": "https://a.test"]),
    EngineVector("05", "A = 1|A = 2", ["A": "2"]),
    EngineVector(
      "26", "A = 1.2.0;|B = 1.2.0 ; // c|C = a;b;;|D = ;", ["A": "1.2.0", "B": "1.2.0", "C": "a;b;", "D": ""]),
    EngineVector("27", "A = \"Larch Notes\"|B = 'x y' z", ["A": "\"Larch Notes\"", "B": "'x y' z"]),
    EngineVector("29 A", "A = one \\|    two\\|  three // end", ["A": "one two three"]),
    EngineVector("29 B", "B = x \\ // c|  y", ["B": "x y"]),
    EngineVector("29 C", "C = p \\||D = q", ["C": "p", "D": "q"]),
    EngineVector("30", "A = one \\|B = 2", ["A": "one B = 2", "B": nil]),
    EngineVector("31", "A = one \\|// note|B = 2", ["A": "one", "B": "2"]),
    EngineVector("32", "A = C:\\dir\\x|B = a \\ b", ["A": "C:\\dir\\x", "B": "a \\ b"]),
    EngineVector("33", "A = 1|A += 2", ["A": "1"]).errors(1),
    EngineVector("35", "1A = x|-A = y|A-B = z|A.B = z|A|OK = f", ["OK": "f", "A": nil]).errors(5),
    EngineVector("40 CR", "A = 1\rB = 2", ["A": "1", "B": "2"]),
    EngineVector("40 CRLF", "A = 1\r\nB = 2\r\n", ["A": "1", "B": "2"]),
    EngineVector("40 U+2028", "A = 1\u{2028}B = 2", ["A": "1", "B": "2"]),
    EngineVector("41", "\u{FEFF}A = 1|B = 2", ["A": nil, "B": "2"]).errors(1),
    EngineVector("47", "P = //a/b", ["P": ""]),
    EngineVector("72", "A = ~a-*?[x]=y#z!@", ["A": "~a-*?[x]=y#z!@"]),
    EngineVector("73", "\tA\t=\tx\ty\t", ["A": "x\ty"]),
    EngineVector("74", "A==b", ["A": "=b"]),
    EngineVector("75", "A = x\u{A0}", ["A": "x\u{A0}"]),
    EngineVector("76", "A = 1|B = 2", ["B": "2"]),
    EngineVector("82", "A = $() x|B = x $()|C = a;$()|D = a;;", ["A": " x", "B": "x ", "C": "a;", "D": "a;"]),
    EngineVector("83", "A = cost $$5 $$(X)|B = $$$$", ["A": "cost $5 $(X)", "B": "$$"]),
    EngineVector("84", "PRODUCT_NAME = x\\$()|MINE = x\\$()", ["PRODUCT_NAME": "x\\", "MINE": "x\\$()"]),
    EngineVector("98", "A = é|Ä = x", ["A": "é"]).errors(1),
  ]

  private static let inclusionsVectors: [EngineVector] = [
    EngineVector("06", "A = b|#include \"c.xcconfig\"|B = a", ["A": "c", "B": "a"])
      .files(["c.xcconfig": "A = c|B = c"]),
    EngineVector(
      "36 errors",
      "#include\"c.xcconfig\"|#include <c.xcconfig>|#import \"c\"|#include \"c\" tail|#include \"c\";", ["C": nil]
    ).files(["c.xcconfig": "C = c"]).errors(5),
    EngineVector("36 blanks", "# include \"c\"", ["C": "c"]).files(["c.xcconfig": "C = c"]),
    EngineVector("36 indented", "  #include \"c.xcconfig\" // t", ["C": "c"]).files(["c.xcconfig": "C = c"]),
    EngineVector("36 optional", "#include? \"missing\""),
    EngineVector("36 missing", "#include \"missing\"").errors(1),
    EngineVector("37", "#include \"b\"|M = m", ["C": "c", "M": "m"])
      .files(["b.xcconfig": "#include \"main.xcconfig\"|C = c"]).warnings(1),
    EngineVector("38", "#include \"x\"|#include \"y\"", ["F": " -DX -DX"]).files([
      "x.xcconfig": "#include \"base\"", "y.xcconfig": "#include \"base\"", "base.xcconfig": "F = $(inherited) -DX",
    ]),
    EngineVector("39", "#include \"Config/a/m\"", ["S": "s", "T": "t"]).files([
      "Config/a/m.xcconfig": "#include \"../b/n\"|#include \"Config/top.xcconfig\"",
      "Config/b/n.xcconfig": "#include \"sib.xcconfig\"", "Config/a/sib.xcconfig": "S = s",
      "Config/top.xcconfig": "T = t",
    ]),
    EngineVector("70", "D = c|#include? \"$(D).xcconfig\"", ["C": nil]).files(["c.xcconfig": "C = c"]),
    EngineVector("103", "#include \"p.debug\"", ["P": nil]).files(["p.debug.xcconfig": "P = p"]).errors(1),
  ]

  private static let referencesVectors: [EngineVector] = [
    EngineVector("07", "F = one|F = $(inherited) two|F = $(F) three", ["F": "one two three"]),
    EngineVector("08", "F = $(inherited) x", ["F": " x"]),
    EngineVector("09", "A = a$(B)|B = b$(A)", ["A": "ab", "B": "ba"]),
    EngineVector("10", "A = x$(A)y", ["A": "xy"]),
    EngineVector("11", "A = [$(NOPE)][${NOPE}][$NOPE]", ["A": "[][][$NOPE]"]),
    EngineVector("12", "DIR = d|A = $DIR/x|B = $DIR.txt", ["A": "d/x", "B": "$DIR.txt"]),
    EngineVector("13", "A = $$HOME $$(X) $5 50$ a$", ["A": "$HOME $(X) $5 50$ a$"]),
    EngineVector("14", "ENV = beta|HOST_beta = b.test|HOST_prod = p.test|HOST = $(HOST_$(ENV))", ["HOST": "b.test"]),
    EngineVector("15", "ENV = beta|HOST_beta = b.test|HOST_prod = p.test|HOST = $(HOST_$(ENV))", ["HOST": "p.test"])
      .above(["ENV": "prod"]),
    EngineVector("58", "X = v|A = $(X|B = pre$(X:upper", ["A": "v", "B": "prev"]),
    EngineVector("59", "X = v|A = [$( X )][$(X )]", ["A": "[][]"]),
    EngineVector("66", "X = v|A = $X_1", ["A": "$X_1"]),
    EngineVector("77", "A = a|A = $(value)b", ["A": "ab"]),
    EngineVector("78", "A = ab|A = $(inherited:upper)c", ["A": "ABc"]),
    EngineVector("79", "V_x = f|A = x|A = $(V_$(inherited))", ["A": "f"]),
    EngineVector(
      "88",
      "V_MAJOR = 2|V_MINOR = 7|V_PATCH = 0|V_SUFFIX = -beta.1|M = $(V_MAJOR).$(V_MINOR).$(V_PATCH)$(V_SUFFIX)|T = $(M:truncatedversion)",
      ["M": "2.7.0-beta.1", "T": "2.7.0-beta"]),
    EngineVector("101", "A = $(inherited:default=first)", ["A": "first"]),
  ]

  private static let conditionsVectors: [EngineVector] = [
    EngineVector("17", "A[sdk=iphoneos*] = phone|A = any", ["A": "any"]),
    EngineVector("17 reversed", "A = any|A[sdk=iphoneos*] = phone", ["A": "phone"]),
    EngineVector("18", "A[sdk=iphoneos18.0][arch=arm64] = s|A[sdk=iphone*] = b", ["A": "b"]),
    EngineVector("19 Debug", "A = base|A[sdk=iphoneos*][config=Debug] = y", ["A": "y"]),
    EngineVector("19 Release", "A = base|A[sdk=iphoneos*][config=Release] = y", ["A": "base"]),
    EngineVector("20", "A = base|A[config=Debug] = $(inherited) d|A[config=Release] = $(inherited) r", ["A": "base d"]),
    EngineVector("21", "A = n|A[sdk=*] = y|B = n|B[sdk=i*] = y", ["A": "y", "B": "n"]).when([:]),
    EngineVector("22", "A = base|A[sdk=iphoneos*,arch=arm64] = c", ["A": "base"]),
    EngineVector(
      "23", "A = base|A[ sdk = iphoneos* ] = c|B [sdk=iphoneos*] [config=*] = ok", ["A": "base", "B": "ok"]),
    EngineVector("25", "A = base|A[sdk=iphoneos*] = y", ["A": "y"]).when(["sdk": ["xros2.0", "iphoneos"]]),
    EngineVector("86", "HOST = prod|HOST[config=Beta] = beta", ["HOST": "beta-sim"])
      .when(["config": ["Beta"], "sdk": ["iphonesimulator18.0"]])
      .above(["HOST[sdk=iphonesimulator*]": "$(inherited)-sim"]),
    EngineVector(
      "90", "A = n|A[config=Ad Hoc] = y|B = n|B[config=Ad*] = y|C = n|C[config=\"Ad Hoc\"] = y",
      ["A": "y", "B": "y", "C": "n"]
    ).when(["config": ["Ad Hoc"]]),
    EngineVector("91", "A = base|A[sdk=] = e|B[sdk=x = n|C[sdk] = n|D[sdk=x]] = n", ["A": "base"]).errors(3),
    EngineVector("92", "A = n|A[flavor=red] = y|B = n|B[flavor=*] = y", ["A": "n", "B": "y"]),
    EngineVector("100", "A = base|A[sdk=macosx*] =", ["A": ""]).when(["sdk": ["macosx15"]]),
    EngineVector("105", "A = base|A[sdk=macosx] = y", ["A": "base"]).when(["sdk": ["macosx15.4"]]),
    EngineVector("106", "A = base|A[sdk=**] = y", ["A": "base"]).when([:]),
  ]

  private static let operatorsVectors: [EngineVector] = [
    EngineVector(
      "43",
      "N = Larch Notes 2|A = $(N:lower)|B = $(N:upper)|C = $(N:identifier)|D = $(N:rfc1034identifier)|E = $(N:rfc1034identifier:lower)",
      ["A": "larch notes 2", "B": "LARCH NOTES 2", "C": "Larch_Notes_2", "D": "Larch-Notes-2", "E": "larch-notes-2"]),
    EngineVector(
      "44", "N = 2fa_é.app-x|A = $(N:identifier)|B = $(N:rfc1034identifier)|C = $(N:c99extidentifier)",
      ["A": "_fa___app_x", "B": "-fa---app-x", "C": "_fa_é_app_x"]),
    EngineVector(
      "45",
      "P = /srv/out/Larch.tar.gz|A = $(P:dir)|B = $(P:file)|C = $(P:base)|D = $(P:suffix)|Q = plain|E = $(Q:dir)|F = $(Q:suffix)",
      ["A": "/srv/out/", "B": "Larch.tar.gz", "C": "Larch.tar", "D": ".gz", "E": "./", "F": ""]),
    EngineVector(
      "46",
      "P = /srv/out/Larch.app|A = $(P:dir=/x)|B = $(P:file=y.z)|C = $(P:base=New)|D = $(P:suffix=zip)|E = $(P:suffix=.zip)",
      [
        "A": "/x/Larch.app", "B": "/srv/out/y.z", "C": "/srv/out/New.app", "D": "/srv/out/Larch.zip",
        "E": "/srv/out/Larch.zip",
      ]),
    EngineVector(
      "48",
      "A = v|E =|W = $(NOPE:default=f)|X = $(E:default=f)|Y = $(NOPE:default=$(A)-x)|Z = $(NOPE:default=a b:upper)",
      ["W": "f", "X": "f", "Y": "v-x", "Z": "A B"]),
    EngineVector(
      "50", "N = Abc|A = $(N:bogus)|B = $(N:bogus=1)|C = $(N:)|D = $(N:UPPER)|E = $(N:bogus:upper)",
      ["A": "Abc", "B": "Abc", "C": "Abc", "D": "Abc", "E": "ABC"]),
    EngineVector(
      "51", "Y = YES|M = maybe|V = 4.3.2.1|Q = a b|A = $(Y:not)|B = $(M:not)|C = $(V:truncatedversion)|D = $(Q:quote)",
      ["A": "NO", "B": "YES", "C": "4.3.2", "D": "a\\ b"]),
    EngineVector("52", "A = $(NOPE:not)|B = $(ONLY_ACTIVE_ARCH:not)", ["A": "", "B": "YES"]),
  ]

  private static let listsVectors: [EngineVector] = [
    EngineVector("28", "OTHER_LDFLAGS = a \"b c\" d\\ e 'f g' \"\"").lists([
      "OTHER_LDFLAGS": ["a", "b c", "d e", "f g", ""]
    ]),
    EngineVector("53", "L = a/x.c b/y.c|M = $(L:file)").lists(["M": ["x.c", "y.c"]]),
    EngineVector("54", "L = a/x.c b/y.c|M = $(L:file)", ["M": "y.c"]),
    EngineVector("55 string", "X = v|PRODUCT_NAME = \\$(X)", ["PRODUCT_NAME": "\\v"]),
    EngineVector("55 user", "X = v|A = \\$(X)", ["A": "\\$(X)"]),
    EngineVector("56", "X = v|A = '$(X)' \"$(X)\"", ["A": "'v' \"v\""]),
    EngineVector("57", "L = a b|A = x$(L)y|B = \"$(L)\" $(L)").lists(["A": ["xa", "by"], "B": ["a b", "a", "b"]]),
    EngineVector("85", "X = v|L = don't stop $(X)", ["L": "don't stop v"]).lists(["L": ["dont stop v"]]),
  ]

  private static let levelsVectors: [EngineVector] = [
    EngineVector("60", "A = txc|B = txc", ["A": "tgt", "B": "txc", "C": "proj", "D": "pxc"])
      .below(["A": "pxc", "B": "pxc", "C": "pxc", "D": "pxc"], ["A": "proj", "B": "proj", "C": "proj"])
      .above(["A": "tgt"]),
    EngineVector("61", "F = $(inherited) txc", ["F": "pxc proj txc tgt"])
      .below(["F": "pxc"], ["F": "$(inherited) proj"]).above(["F": "$(inherited) tgt"]),
    EngineVector("62", "", ["A": "target"]).below(["A[sdk=iphoneos*]": "project"]).above(["A": "target"]),
    EngineVector("63", "", ["A": "sdk"]).above([
      "A[sdk=iphoneos*]": "sdk", "A": "plain", "A[arch=arm64]": "arch", "A[config=Debug]": "config",
    ]),
    EngineVector("64", "", ["A": "exact", "B": "star"]).above([
      "A[sdk=iphoneos18.0]": "exact", "A[sdk=iphoneos*]": "star", "A[sdk=*]": "any", "B[sdk=*]": "any",
      "B[sdk=iphoneos*]": "star",
    ]),
    EngineVector("65", "MARKETING_VERSION = 1.0|FULL = $(MARKETING_VERSION)-$(CONFIGURATION)", ["FULL": "9.9-"])
      .above(["MARKETING_VERSION": "9.9"]),
    EngineVector("68", "A = $(HOME_URL)|HOME_URL = $(inherited)/x", ["A": "e/x"]).below(["HOME_URL": "e"]),
    EngineVector("80", "").lists(["L": ["a b", "c"]]).above(["L": "a\\ b c"]),
    EngineVector("81", "", ["L": " a\\ b c"]).above(["L": "$(inherited) a\\ b c"]),
    EngineVector("89", "LVL_Debug = 0|LVL = $(LVL_$(CONFIGURATION))", ["LVL": "0"]).below(["CONFIGURATION": "Debug"]),
  ]
}
