import Testing

/// Further lines, checked against the rules and the source of swiftlang/swift-build.
@Suite("The build engine's rules")
struct EngineRuleTests {
  @Test("apply to lines and values", arguments: lexingVectors)
  func lexing(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to inclusions", arguments: inclusionsVectors)
  func inclusions(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to references", arguments: referencesVectors)
  func references(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to conditions", arguments: conditionsVectors)
  func conditions(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to operators", arguments: operatorsVectors)
  func operators(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to lists", arguments: listsVectors)
  func lists(_ vector: EngineVector) throws { try vector.check() }

  @Test("apply to levels", arguments: levelsVectors)
  func levels(_ vector: EngineVector) throws { try vector.check() }

  private static let lexingVectors: [EngineVector] = [
    EngineVector("empty file", "", ["A": nil]),
    EngineVector("blank lines and comments", "|  |\t// c|A = 1||", ["A": "1"]),
    EngineVector("empty value", "A =", ["A": ""]),
    EngineVector("empty value before a comment", "A = // c", ["A": ""]),
    EngineVector("comment after the name", "A // c = 1|B = 2", ["A": nil, "B": "2"]).errors(1),
    EngineVector("comment in a reference", "X = v|A = $(X//)b", ["A": "v"]),
    EngineVector("comment in quotes", "A = \"a//b\"", ["A": "\"a"]),
    EngineVector("one slash", "A = a/b/ c", ["A": "a/b/ c"]),
    EngineVector("three slashes", "A = a///b", ["A": "a"]),
    EngineVector("block comment as a line", "/* x */|A = 1", ["A": "1"]).errors(1),
    EngineVector("block comment in a value", "A = x /* y */", ["A": "x /* y */"]),
    EngineVector("hash in a value", "A = #fff", ["A": "#fff"]),
    EngineVector("lower-case name", "a_1 = x", ["a_1": "x"]),
    EngineVector("names differ by case", "Ab = 1|AB = 2", ["Ab": "1", "AB": "2"]),
    EngineVector("name alone at the end", "A", ["A": nil]).errors(1),
    EngineVector("underscore name", "_ = x|__A9 = y", ["_": "x", "__A9": "y"]),
    EngineVector("vertical tab and form feed are blanks", "A\u{0B}=\u{0C}x\u{0B}", ["A": "x"]),
    EngineVector("no-break space in front is data", "A =\u{A0}x", ["A": "\u{A0}x"]),
    EngineVector("no-break space before the name", "\u{A0}A = x", ["A": nil]).errors(1),
    EngineVector("two semicolons and a blank", "A = a; ;", ["A": "a;"]),
    EngineVector("semicolon after a comment", "A = a // c;", ["A": "a"]),
    EngineVector("semicolons only", "A = ;;", ["A": ";"]),
    EngineVector("backslash before a semicolon goes on", "A = a \\;|b", ["A": "a b"]),
    EngineVector("backslash after a semicolon goes on", "A = a;\\|b", ["A": "a; b"]),
    EngineVector("two backslashes at the end: one goes on", "A = a\\\\|b", ["A": "a\\ b"]),
    EngineVector("backslash and comment", "A = a\\// c|b", ["A": "a b"]),
    EngineVector("backslash at the end of the file", "A = a \\", ["A": "a"]),
    EngineVector("only backslashes", "A = \\|\\|b", ["A": "b"]),
    EngineVector("a last line of a semicolon leaves a blank", "A = a \\|;", ["A": "a "]),
    EngineVector("blank line ends a value for good", "A = a \\|  |b = 1", ["A": "a", "b": "1"]),
    EngineVector("a swallowed inclusion", "A = a \\|#include \"c\"", ["A": "a #include \"c\"", "C": nil])
      .files(["c.xcconfig": "C = c"]),
    EngineVector("no-break space before the backslash goes", "A = a\u{A0}\\|b", ["A": "a b"]),
    EngineVector("vertical tab before the backslash stays", "A = a\u{0B}\\|b", ["A": "a\u{0B} b"]),
    EngineVector("U+2029", "A = 1\u{2029}B = 2", ["A": "1", "B": "2"]),
    EngineVector("U+2027 is data", "A = 1\u{2027}B = 2", ["A": "1\u{2027}B = 2"]),
    EngineVector("next line is data", "A = 1\u{85}B", ["A": "1\u{85}B"]),
    EngineVector("carriage return and continuation", "A = a \\\r\nb", ["A": "a b"]),
    EngineVector("LF CR is two lines", "A = a \\\n\rB = 1", ["A": "a", "B": "1"]),
  ]

  private static let inclusionsVectors: [EngineVector] = [
    EngineVector("include nothing", "#include", [:]).errors(1),
    EngineVector("a hash alone", "#", [:]).errors(1),
    EngineVector("upper case", "#INCLUDE \"c\"", ["C": nil]).files(["c.xcconfig": "C = c"]).errors(1),
    EngineVector("tab before the quote", "#include\t\"c\"", ["C": "c"]).files(["c.xcconfig": "C = c"]),
    EngineVector("question mark apart", "#include ? \"c\"", ["C": nil]).files(["c.xcconfig": "C = c"]).errors(1),
    EngineVector("single quotes", "#include 'c'", ["C": nil]).files(["c.xcconfig": "C = c"]).errors(1),
    EngineVector("open quote", "#include \"c", ["C": nil]).files(["c.xcconfig": "C = c"]).errors(1),
    EngineVector("slashes in the name are not comment", "#include \"d//c\"", ["C": "c"]).files(["d/c.xcconfig": "C = c"]
    ),
    EngineVector("backslash in the name", "#include? \"c\\\\d\"", ["C": nil]).files(["c.xcconfig": "C = c"]),
    EngineVector("the exact name comes first", "#include \"c\"", ["C": "plain"])
      .files(["c": "C = plain", "c.xcconfig": "C = suffix"]),
    EngineVector("suffix only for a name without one", "#include? \"c.txt\"", ["C": nil])
      .files(["c.txt.xcconfig": "C = c"]),
    EngineVector("a name that ends in a dot has no suffix", "#include \"c.\"", ["C": "c"]).files([
      "c..xcconfig": "C = c"
    ]),
    EngineVector("a dot in a folder is not a suffix", "#include \"v1.0/c\"", ["C": "c"]).files([
      "v1.0/c.xcconfig": "C = c"
    ]
    ),
    EngineVector("beside the file before the root", "#include \"d/a\"", ["S": "near"])
      .files(["d/a.xcconfig": "#include \"s\"", "d/s.xcconfig": "S = near", "s.xcconfig": "S = far"]),
    EngineVector("nearest includer first", "#include \"a/x\"", ["S": "b"]).files([
      "a/x.xcconfig": "#include \"../b/y\"", "b/y.xcconfig": "#include \"../c/z\"",
      "c/z.xcconfig": "#include \"s\"", "a/s.xcconfig": "S = a", "b/s.xcconfig": "S = b",
    ]),
    EngineVector("twice in a row", "#include \"c\"|#include \"c\"", ["F": " x x"])
      .files(["c.xcconfig": "F = $(inherited) x"]),
    EngineVector("itself", "A = 1|#include \"main\"|A = $(A)2", ["A": "12"]).warnings(1),
    EngineVector("a cycle of three", "#include \"b\"", ["A": "b c"]).files([
      "b.xcconfig": "A = b|#include \"c\"", "c.xcconfig": "#include \"main\"|A = $(A) c",
    ]).warnings(1),
    EngineVector("errors of an included file", "#include \"c\"|B = 1", ["B": "1", "C": "c"])
      .files(["c.xcconfig": "?|C = c"]).errors(1),
    EngineVector("an optional one that is there", "#include? \"c\"", ["C": "c"]).files(["c.xcconfig": "C = c"]),
  ]

  private static let referencesVectors: [EngineVector] = [
    EngineVector("nothing inherited twice", "A = $(inherited)$(inherited)", ["A": ""]),
    EngineVector("inherited twice", "A = a|A = $(inherited)$(inherited)", ["A": "aa"]),
    EngineVector("bare inherited", "A = a|A = $inherited-b", ["A": "a-b"]),
    EngineVector("bare inherited of nothing", "A = $inherited-b", ["A": "$inherited-b"]),
    EngineVector("inherited under a condition", "A = a|A[sdk=i*] = $(inherited)b|A = $(inherited)c", ["A": "abc"]),
    EngineVector("inherited passes what does not hold", "A = a|A[sdk=m*] = x|A = $(inherited)c", ["A": "ac"]),
    EngineVector("inherited of a reference is its own", "A = a|A = $(inherited)2|B = $(A)3", ["B": "a23"]),
    EngineVector("inherited in an argument", "A = a|A = $(NOPE:default=$(inherited))b", ["A": "ab"]),
    EngineVector("three in a circle", "A = a$(B)|B = b$(C)|C = c$(A)", ["A": "abc", "B": "bca", "C": "cab"]),
    EngineVector("a circle falls to a weaker value", "A = 0|A = a$(B)|B = b$(A)", ["A": "ab0", "B": "ba"]),
    EngineVector("name from two parts", "XY = v|P = X|Q = Y|A = $($(P)$(Q))", ["A": "v"]),
    EngineVector("name of a name", "A1 = B1|B1 = v|A = $($(A1))", ["A": "v"]),
    EngineVector("empty name from a reference", "A = [$($(NOPE))]", ["A": "[]"]),
    EngineVector(
      "brackets of other kinds inside", "V_x = v|X = x|A = $(V_${X})|B = ${V_$(X)}|C = $[V_$[X]]",
      [
        "A": "v", "B": "v", "C": "v",
      ]),
    EngineVector("wrong closing bracket", "X = v|A = $(X}b", ["A": ""]),
    EngineVector("unclosed with text", "X = v|A = a$(X b", ["A": "a"]),
    EngineVector("bare name with a dot in it", "A = $X.y z", ["A": "$X.y z"]),
    EngineVector("bare name and brackets", "X_n = v|N = n|A = $X_$(N)/y", ["A": "v/y"]),
    EngineVector("bare name and braces", "X = v|N = n|A = $X${N}", ["A": "vn"]),
    EngineVector("unknown bare name and brackets", "N = n|A = $X_$(N)", ["A": "$X_n"]),
    EngineVector("dollar before a digit", "A = $1 $9a", ["A": "$1 $9a"]),
    EngineVector("dollar before a blank", "A = a $ b", ["A": "a $ b"]),
    EngineVector("three dollars", "X = v|A = $$$(X)", ["A": "$v"]),
    EngineVector("dollars keep a bare name", "X = v|A = $$X $$$X", ["A": "$X $v"]),
    EngineVector("text of a value is not expanded again", "D = $$(X)|X = v|A = $(D)", ["A": "$(X)"]),
    EngineVector("quotes do not stop expansion", "X = v|A = '$(X)'", ["A": "'v'"]),
    EngineVector("a backslash stops it in a user's setting", "X = v|A = a\\$(X)b\\\\$(X)", ["A": "a\\$(X)b\\\\v"]),
    EngineVector("and not in a path", "X = v|INFOPLIST_FILE = a\\$(X)", ["INFOPLIST_FILE": "a\\v"]),
    EngineVector("nor in a name", "X = v|A = $(\\X)", ["A": ""]),
    EngineVector("late binding", "A = $(B)|B = 1|B = 2", ["A": "2"]),
    EngineVector("an unset name by condition", "B[config=Release] = 1|A = [$(B)]", ["A": "[]", "B": nil]),
  ]

  private static let conditionsVectors: [EngineVector] = [
    EngineVector("question mark", "A = n|A[sdk=iphoneos1?.0] = y", ["A": "y"]),
    EngineVector("star in the middle", "A = n|A[sdk=i*8*0] = y|B = n|B[sdk=i*8*1] = y", ["A": "y", "B": "n"]),
    EngineVector("case counts", "A = n|A[config=debug] = y", ["A": "n"]),
    EngineVector("case of the parameter counts", "A = n|A[SDK=*] = y|B = n|B[SDK=i*] = y", ["A": "y", "B": "n"]),
    EngineVector("equals sign in the pattern", "A = n|A[config=a=b] = y", ["A": "y"]).when(["config": ["a=b"]]),
    EngineVector("slashes in a condition are not comment", "A = n|A[config=a//b] = y", ["A": "y"]).when([
      "config": ["a//b"]
    ]),
    EngineVector("opening bracket in the pattern", "A = n|A[config=a[b] = y", ["A": "y"]).when(["config": ["a[b"]]),
    EngineVector("blank in front of the pattern", "A = n|A[config= Debug] = y", ["A": "n"]),
    EngineVector(
      "the same parameter twice", "A = n|A[sdk=iphone*][sdk=*os18.0] = y|B = n|B[sdk=i*][sdk=m*] = y",
      [
        "A": "y", "B": "n",
      ]),
    EngineVector("all of three", "A[sdk=i*][arch=arm64][config=Debug] = y", ["A": "y"]),
    EngineVector("comment instead of the equals sign", "A[sdk=*] // = x", ["A": nil]).errors(1),
    EngineVector(
      "the first SDK that any line is for", "A[sdk=iphoneos*] = phone|A[sdk=xros*] = vision|B[sdk=iphoneos*] = phone",
      [
        "A": "vision", "B": "phone",
      ]
    ).when(["sdk": ["xros2.0", "iphoneos"]]),
    EngineVector("and no other one's lines", "A = base|A[sdk=xros*] = vision|A[sdk=iphoneos*] = phone", ["A": "vision"])
      .when(["sdk": ["xros2.0", "iphoneos"]]),
    EngineVector("a star takes the first SDK", "A[sdk=*] = any|A[sdk=iphoneos*] = phone", ["A": "any"])
      .when(["sdk": ["xros2.0", "iphoneos"]]),
    EngineVector("each level chooses its SDK", "A[sdk=iphoneos*] = $(inherited) phone", ["A": "vision phone"])
      .below(["A[sdk=xros*]": "vision"]).when(["sdk": ["xros2.0", "iphoneos"]]),
  ]

  private static let operatorsVectors: [EngineVector] = [
    EngineVector("blank in an operator", "X = ab|A = $(X:up per)|B = $(X:upper lower)", ["A": "ab", "B": "ab"]),
    EngineVector("blank behind an operator", "X = ab|A = $(X:upper )", ["A": "ab"]),
    EngineVector("no name before an argument", "X = ab|A = $(X:=y)b", ["A": "abb"]),
    EngineVector("operators after a wrong one", "X = ab|A = $(X:!:upper)", ["A": "AB"]),
    EngineVector("a default ends at a colon", "A = $(NOPE:default=http://x)", ["A": "http"]),
    EngineVector("a default of nothing", "A = [$(NOPE:default=)]", ["A": "[]"]),
    EngineVector("a default with equals signs", "A = $(NOPE:default=a=b)", ["A": "a=b"]),
    EngineVector("a default in braces", "A = ${NOPE:default=a)b}", ["A": "a)b"]),
    EngineVector("two defaults", "A = $(NOPE:default=$(NOPE2:default=z))", ["A": "z"]),
    EngineVector("default of a default", "A = $(NOPE:default=:default=y)", ["A": "y"]),
    EngineVector("unclosed default", "A = $(NOPE:default=x", ["A": "x"]),
    EngineVector("replacement of nothing is nothing", "A = [$(NOPE:suffix=zip)][$(NOPE:dir=/x)]", ["A": "[][]"]),
    EngineVector(
      "empty value of a user's setting is nothing", "E =|A = [$(E:not)][$(E:dir)][$(E:quote)]", ["A": "[][][]"]),
    EngineVector(
      "empty value of a string is one", "PRODUCT_NAME =|A = [$(PRODUCT_NAME:not)][$(PRODUCT_NAME:dir)]",
      [
        "A": "[YES][./]"
      ]),
    EngineVector("no value of a path is nothing", "A = [$(INFOPLIST_FILE:not)]", ["A": "[]"]),
    EngineVector(
      "path operators on a folder", "P = /a/b/|A = $(P:dir)|B = $(P:file)|C = [$(P:suffix)]",
      [
        "A": "/a/b/", "B": "", "C": "[]",
      ]),
    EngineVector("path operators on the root", "P = /x|A = $(P:dir)|B = $(P:base)", ["A": "/", "B": "x"]),
    EngineVector("hidden file", "P = a/.rc|A = [$(P:base)]|B = $(P:suffix)", ["A": "[]", "B": ".rc"]),
    EngineVector("dot in a folder", "P = a.b/c|A = $(P:suffix)x|B = $(P:base)", ["A": "x", "B": "c"]),
    EngineVector("base without a suffix", "P = a/b|A = $(P:base=c)", ["A": "a/c."]),
    EngineVector("suffix for none", "P = a/b|A = $(P:suffix=c)", ["A": "a/b.c"]),
    EngineVector("suffix with dots", "P = a.b|A = $(P:suffix=.tar.gz)", ["A": "a.gz"]),
    EngineVector("dir with a slash, and none", "P = a|A = $(P:dir=x/)|B = $(P:dir=)", ["A": "x/a", "B": "a"]),
    EngineVector("file that is absolute", "P = a/b|A = $(P:file=/c)", ["A": "/c"]),
    EngineVector("standardizepath", "P = /a/./b/$()/c/../d/|A = $(P:standardizepath)", ["A": "/a/b/d"]),
    EngineVector("standardizepath above the root", "P = /../a|A = $(P:standardizepath)", ["A": "/a"]),
    EngineVector("standardizepath of a relative path", "P = ./a/../b/|A = $(P:standardizepath)", ["A": "a/../b"]),
    EngineVector(
      "relativeto", "P = /a/b|Q = /a/c/d|A = $(P:relativeto=$(Q))|B = $(P:relativeto=x)",
      [
        "A": "../c/d", "B": "/a/b",
      ]),
    EngineVector(
      "relativeto itself", "P = /a/b|A = $(P:relativeto=/a/b/)|B = $(P:relativeto=/a/b/c)", ["A": ".", "B": "c"]),
    EngineVector(
      "isancestor", "P = /a/b|A = $(P:isancestor=/a)|B = $(P:isancestor=/a/b)|C = $(P:isancestor=a)",
      [
        "A": "YES", "B": "NO", "C": "NO",
      ]),
    EngineVector("__md5", "N = abc|A = $(N:__md5)", ["A": "900150983cd24fb0d6963f7d28e17f72"]),
    EngineVector("__stripslash", "P = /a|Q = a|A = $(P:__stripslash)|B = $(Q:__stripslash)", ["A": "a", "B": "a"]),
    EngineVector("c99extidentifier", "N = 1a-Ω·x×|A = $(N:c99extidentifier)", ["A": "_a_Ω·x_"]),
    EngineVector("identifier of an emoji", "N = a👩‍👧b|A = $(N:identifier)", ["A": "a_b"]),
    EngineVector(
      "truncatedversion", "N = 1.2|M = 1..2.3.4|A = $(N:truncatedversion)|B = $(M:truncatedversion)",
      [
        "A": "1.2", "B": "1.2.3",
      ]),
    EngineVector("not looks at the whole text", "N = YES!|M = NO|A = $(N:not)|B = $(M:not)", ["A": "YES", "B": "YES"]),
    EngineVector("quote", "N = a\"b'c\\d|A = $(N:quote)", ["A": "a\\\"b\\'c\\\\d"]),
    EngineVector("upper of ß", "N = straße|A = $(N:upper)", ["A": "STRASSE"]),
  ]

  private static let listsVectors: [EngineVector] = [
    EngineVector("nothing", "A =|B = $(NOPE)").lists(["A": [], "B": [], "C": []]),
    EngineVector("blanks around elements", "A = a \t b").lists(["A": ["a", "b"]]),
    EngineVector("two references", "L = a b|A = $(L)$(L)").lists(["A": ["a", "ba", "b"]]),
    EngineVector("empty list between texts", "A = x$(NOPE)y z").lists(["A": ["xy", "z"]]),
    EngineVector("empty list between blanks", "A = x $(NOPE) y").lists(["A": ["x", "y"]]),
    EngineVector("empty list in quotes", "A = x \"$(NOPE)\" y").lists(["A": ["x", "y"]]),
    EngineVector("two quotes are an element", "A = x \"\" ''").lists(["A": ["x", "", ""]]),
    EngineVector("a string is one element", "PRODUCT_NAME = My App|A = -name $(PRODUCT_NAME)").lists([
      "A": ["-name", "My App"]
    ]),
    EngineVector("an empty string is an element", "PRODUCT_NAME =|A = x $(PRODUCT_NAME) y").lists(["A": ["x", "", "y"]]
    ),
    EngineVector("inherited lists", "A = a b|A = $(inherited) \"c d\"", ["A": "a b \"c d\""]).lists([
      "A": ["a", "b", "c d"]
    ]),
    EngineVector("quotes within a word", "A = -DX=\\\"a\\ b\\\" y\"z w\"").lists(["A": ["-DX=\"a b\"", "yz w"]]),
    EngineVector("other quotes in quotes", "A = \"it's\" 'a\"b'").lists(["A": ["it's", "a\"b"]]),
    EngineVector("a backslash in quotes", "A = \"a\\\"b\" 'c\\'d'").lists(["A": ["a\"b", "c'd"]]),
    EngineVector("an open quote", "A = a \"b c").lists(["A": ["a", "b c"]]),
    EngineVector("default in a list", "A = x $(NOPE:default=a b) y").lists(["A": ["x", "a b", "y"]]),
    EngineVector("operators for each element", "L = a.c b.c|A = $(L:suffix=o:upper)").lists(["A": ["A.O", "B.O"]]),
    EngineVector("default for a list", "L = a \"\" b|A = $(L:default=x)").lists(["A": ["a", "x", "b"]]),
    EngineVector("a name is a string", "L = x y|V_x_y = no|A = $(V_$(L))z").lists(["A": ["z"]]),
    EngineVector("a boolean in a list", "ENABLE_TESTABILITY = YES|A = a$(ENABLE_TESTABILITY)b c").lists([
      "A": ["aYESb", "c"]
    ]),
  ]

  private static let levelsVectors: [EngineVector] = [
    EngineVector("a key that is not a setting is a name", "A = $(a-b)|B = $(C[sdk)", ["A": "v", "B": "w"])
      .below(["a-b": "v", "C[sdk": "w"]),
    EngineVector("a star before a name", "", ["A": "y"]).above(["A[config=*]": "n", "A[config=D*]": "y"]),
    EngineVector("inherited within a dictionary", "", ["A": "p s"]).above(["A[sdk=i*]": "$(inherited) s", "A": "p"]),
    EngineVector("a level without a line passes", "", ["A": "1"]).below(["A": "1"]).above(["B": "2"]),
    EngineVector("what does not hold above passes", "A = 1", ["A": "1"]).above(["A[config=Release]": "2"]),
    EngineVector("reference from below to above", "A = $(B)", ["A": "top"]).below(["B": "low"]).above(["B": "top"]),
    EngineVector("inherited of another's level", "A = $(B)", ["A": "low top"])
      .below(["B": "low"]).above(["B": "$(inherited) top"]),
    EngineVector("backslash at the end of a project's value", "", ["A": "x\\\\"]).above(["A": "x\\"]),
    EngineVector("blanks around a project's value", "", ["A": " x "]).lists(["A": ["x"]]).above(["A": " x "]),
    EngineVector("a line feed in a project's value parts a list", "", ["A": "a\nb"]).lists(["A": ["a", "b"]])
      .above(["A": "a\nb"]),
  ]
}
