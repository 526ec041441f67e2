import Testing

@testable import MartletCore

@Suite("A Mustache template")
struct MustacheTests {
  /// The content for the cases.
  static var content: TemplateValue {
    [
      "name": .text("Cool"), "signs": .text("<a href=\"x\">'&'</a>"), "empty": .text(""), "yes": .flag(true),
      "no": .flag(false), "none": .list([]), "words": .list([.text("a"), .text("<b>"), .text("c")]),
      "people": .list([
        ["name": .text("Ada"), "langs": .list([.text("en"), .text("fr")])], ["name": .text("Bo"), "nick": .text("B")],
        [:],
      ]),
      "deep": ["a": ["b": ["c": .text("found"), "name": .text("inner")]], "name": .text("middle")],
      "deep.a": .text("never"), "template": .text("{{name}}"),
    ]
  }

  private func text(_ template: String) throws -> String {
    try Mustache(template).text(with: Self.content, .html)
  }

  @Test(
    "inserts values",
    arguments: [
      ("", ""), ("no { place } in }} it\r\n", "no { place } in }} it\r\n"), ("{{name}}", "Cool"),
      ("|{{ name }}|", "|Cool|"),
      ("{{\tname\n}}", "Cool"), ("  {{name}}\n", "  Cool\n"), ("{{unknown}}.", "."), ("{{empty}}.", "."),
      ("{{yes}}", "true"),
      ("{{words}}{{deep}}.", "."), ("ä{{name}}🚀", "äCool🚀"), ("{{template}}", "{{name}}"),
      ("{{signs}}", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"), ("{{{signs}}}", "<a href=\"x\">'&'</a>"),
      ("{{&signs}}", "<a href=\"x\">'&'</a>"), ("{{{ name }}} {{& name }}", "Cool Cool"),
    ])
  func values(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test("escapes nothing if the text is not HTML")
  func plain() throws {
    #expect(try Mustache("{{signs}}").text(with: Self.content, .nothing) == "<a href=\"x\">'&'</a>")
  }

  @Test("escapes a character even before a combining mark")
  func marks() throws {
    #expect(try Mustache("{{a}}").text(with: ["a": .text("<\u{301}b")], .html) == "&lt;\u{301}b")
  }

  @Test(
    "looks up the first part of a name from the inside to the outside, and the others in its value",
    arguments: [
      ("{{deep.a.b.c}}", "found"), ("{{deep.a}}.", "."), ("{{deep.a.x.c}}.", "."), ("{{name.length}}.", "."),
      ("{{#deep}}{{name}}{{/deep}}", "middle"), ("{{#deep}}{{#a}}{{name}} {{b.name}}{{/a}}{{/deep}}", "middle inner"),
      ("{{#deep}}{{#a}}{{b.yes}}.{{yes}}{{/a}}{{/deep}}", ".true"),
      ("{{#deep}}{{.name}} {{.yes}}.{{/deep}}", "middle ."),
      ("{{#deep.a.b}}{{c}}{{/deep.a.b}}", "found"), ("{{#deep.x.y}}{{name}}{{/deep.x.y}}.", "."),
      ("{{^deep.x.y}}none{{/deep.x.y}}", "none"),
    ])
  func names(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(
    "has sections",
    arguments: [
      ("{{#yes}}{{name}}{{/yes}}", "Cool"), ("{{#no}}x{{/no}}.", "."), ("{{#unknown}}x{{/unknown}}.", "."),
      ("{{#none}}x{{/none}}.", "."), ("{{#empty}}here{{/empty}}", "here"), ("{{#name}}[{{.}}]{{/name}}", "[Cool]"),
      ("{{#words}}{{.}},{{/words}}", "a,&lt;b&gt;,c,"), ("{{#words}}{{{.}}}{{&.}},{{/words}}", "aa,<b><b>,cc,"),
      ("{{#people}}{{name}}{{#nick}} ({{.}}){{/nick}};{{/people}}", "Ada;Bo (B);Cool;"),
      ("{{#people}}{{#langs}}{{name}}:{{.}} {{/langs}}{{/people}}", "Ada:en Ada:fr "),
      ("{{#yes}}a{{#yes}}b{{/yes}}c{{/yes}}{{#yes}}d{{/yes}}", "abcd"), ("{{#yes}}a{{#no}}b{{/no}}c{{/yes}}", "ac"),
      ("{{^no}}a{{/no}}{{^yes}}b{{/yes}}{{^none}}c{{/none}}{{^unknown}}d{{/unknown}}{{^words}}e{{/words}}", "acd"),
      ("{{^no}}{{#yes}}{{^unknown}}x{{/unknown}}{{/yes}}{{/no}}", "x"), ("{{# yes }}x{{/\tyes }}", "x"),
    ])
  func sections(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(
    "removes lines with only a section tag, a comment or delimiters",
    arguments: [
      ("a\n{{#yes}}\nb\n{{/yes}}\nc\n", "a\nb\nc\n"), ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "a\r\nb\r\nc"),
      ("  {{#yes}}  \n  b\n\t{{/yes}}", "  b\n"), ("{{#yes}}\nb{{/yes}}", "b"), ("{{#yes}}b\n  {{/yes}}", "b\n"),
      (" {{#yes}} {{/yes}}\n", "  \n"), (" {{#yes}}{{/yes}} \n", "  \n"), ("|{{#yes}}\n{{/yes}}|", "|\n|"),
      ("a\n  {{! b }}\nc", "a\nc"), ("a\n{{!\n  b\n}}\t\nc", "a\nc"), ("a {{! b }}\nc", "a \nc"), ("{{! b }}", ""),
      ("{{! a }}\n{{! b }}\nc", "c"), ("{{!\n}} {{#yes}}\nx{{/yes}}", " \nx"), ("a{{!b}}c", "ac"),
      ("{{!name}}{{name}}", "Cool"),
      ("  {{name}}\n", "  Cool\n"), ("  {{{name}}}\n", "  Cool\n"), (" {{=<% %>=}} \n<%name%>", "Cool"),
      ("a {{=<% %>=}}\n<%name%>", "a \nCool"), ("{{#words}}\n- {{{.}}}\n{{/words}}\n", "- a\n- <b>\n- c\n"),
      ("a\n{{^no}}\n\n{{/no}}\nb", "a\n\nb"), ("\r{{#yes}}\n{{/yes}}", "\r\n"),
    ])
  func lines(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(
    "changes delimiters from the place of the tag on",
    arguments: [
      ("{{name}}{{=<% %>=}}{{name}}<%name%>", "Cool{{name}}Cool"), ("{{=| |=}}|name|", "Cool"),
      ("{{= <%   %> =}}<%={{ }}=%>{{name}}", "Cool"), ("{{=<% %>=}}<%#yes%>x<%/yes%><%^yes%>y<%/yes%><%!z%>", "x"),
      ("{{=<% %>=}}<%&signs%><%{ name }%>", "<a href=\"x\">'&'</a>Cool"), ("{{#yes}}{{=[ ]=}}[/yes][name]", "Cool"),
    ])
  func delimiters(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(
    "is refused with the line of the error",
    arguments: [
      ("a\n{{name", "line 2: unclosed tag"), ("{{{name}}", "line 1: unclosed tag"),
      ("{{{{name}}", "line 1: unclosed tag"), ("{{!\n", "line 1: unclosed tag"),
      ("{{=<% %>}}", "line 1: unclosed tag"), ("{{", "line 1: unclosed tag"),
      ("\n{{#yes}}\n\n", "line 2: the section `yes` has no end"),
      ("{{#yes}}\r\n{{#no}}\r\n{{/yes}}", "line 3: found the end of section `yes`, expected the end of `no`"),
      ("{{!\n\n}}{{/yes}}", "line 3: the end of section `yes` has no beginning"),
      ("{{}}", "line 1: `` is not a name, expected letters, digits, `.`, `-`, `_` and `?`"),
      ("{{a b}}", "line 1: `a b` is not a name, expected letters, digits, `.`, `-`, `_` and `?`"),
      (
        "{{uppercased(name)}}",
        "line 1: `uppercased(name)` is not a name, expected letters, digits, `.`, `-`, `_` and `?`"
      ),
      ("{{=<% %> x=}}", "line 1: invalid delimiters, expected two as in `{{=<% %>=}}`"),
      ("{{=<%=}}", "line 1: invalid delimiters, expected two as in `{{=<% %>=}}`"),
      ("{{=a= b=}}", "line 1: invalid delimiters, expected two as in `{{=<% %>=}}`"),
      ("{{=<<<<<<<<<<<<<<<<< >=}}", "line 1: invalid delimiters, expected two as in `{{=<% %>=}}`"),
      ("\n\n{{> other}}", "line 3: unsupported tag with `>`, expected a value, a section, a comment or delimiters"),
      ("{{<a}}{{/a}}", "line 1: unsupported tag with `<`, expected a value, a section, a comment or delimiters"),
      ("{{$a}}{{/a}}", "line 1: unsupported tag with `$`, expected a value, a section, a comment or delimiters"),
      ("{{%A:B}}", "line 1: unsupported tag with `%`, expected a value, a section, a comment or delimiters"),
    ])
  func refusals(_ template: String, _ expected: String) {
    let error = #expect(throws: MustacheError.self) { try Mustache(template) }
    #expect(error?.description == expected)
  }

  @Test("has at most sixty-four nested sections")
  func depth() throws {
    let nested = { (depth: Int) in
      String(repeating: "{{#yes}}", count: depth) + "x" + String(repeating: "{{/yes}}", count: depth)
    }
    #expect(try text(nested(64)) == "x")
    let error = #expect(throws: MustacheError.self) { try Mustache(nested(65)) }
    #expect(error?.description == "line 1: more than 64 nested sections")
  }
}
