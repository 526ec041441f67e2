import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("Hostile input to importing")
struct HostileTests {
  /// The import of any `bytes` must write a Releasefile, or find no lane.
  private func translatesSoundly(_ bytes: [UInt8]) throws {
    do {
      _ = try imported(.clean(["fastlane/Fastfile": String(decoding: bytes, as: UTF8.self), "VERSION": "1.2.3\n"]))
    } catch  where error.firstMessage.hasPrefix("no lane in") {}
  }

  static let sample =
    FastfileTests.post + """
      # -*- ruby -*-
      lane :all do |options|
        text = <<~TEXT
          a #{options[:x]}
        TEXT
        sh "a '#{options[:x]}' && \\"#{"b #{ENV['C']}"}\\" #{`d`}"
        case options[:y] when 1 then puts %q(a (b) c) else puts /x#{1}/ end
        x = options[:a] ? { :b => [1, 2,], c: %i[d e] } : ->(z) { z }
        while x do break if y end
        def f(*g, &h) = i
        puts "\\u{1F600}\\e[1m ${version} \\0", :"s t"
        if UI.confirm("q") then if options[:b] != "" then puts "c" elsif d then e else f end end
        s.each { |t| lane "u" do puts t end }
      end
      =begin
      end
      =end
      __END__
      """

  @Test("cut off anywhere still becomes a Releasefile")
  func survivesTruncation() throws {
    let bytes = Array(Self.sample.utf8)
    // Alternately the beginning and the end.
    for end in stride(from: bytes.startIndex, through: bytes.endIndex, by: 3) {
      let rest = end.isMultiple(of: 2) ? bytes[..<end] : bytes[end...]
      #expect(throws: Never.self, "cut at \(end)") { try translatesSoundly(Array(rest)) }
    }
  }

  @Test("of random tokens still becomes a Releasefile", arguments: 0..<4 as Range<UInt64>)
  func survivesTokens(seed: UInt64) throws {
    let tokens = [
      "lane :a do |o|\n", "lane \"b_#{c}\" do\n", "%w{x y}.each do |c|\n", "end\n", "if ", "unless ", "else\n",
      "elsif ", " do ", "{", "}", "(", ")",
      "[", "]", "|", "\"", "'", "#{", "\n", ";", ", ", " = ", " == ", "&&", "||", "!", ".", "::", ":s ", "k: ", "=> ",
      "<<~T\n", "T\n", "%w(", "/", "\\",
      "options[:q]", "sh ", "puts ", "UI.confirm(\"w\")", "UI.input(\"v\")", "increment_version_number(",
      "version_number: ", "add_git_tag(tag: ",
      "desc \"é*\u{85}\u{2028}\u{0}\" \n", "x ", "error do |l, e|\n", "before_all do\n", "platform :p do\n", " *z",
      "\t", "`", "$", "${version}", "a_1", "1.0 ",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...60, using: &random)).map { _ in tokens.randomElement(using: &random) ?? "" }
        .joined()
      #expect(throws: Never.self, "seed \(seed): \(text)") { try translatesSoundly(Array(text.utf8)) }
    }
  }

  @Test("of random bytes still becomes a Releasefile", arguments: 0..<4 as Range<UInt64>)
  func survivesBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Array(Self.sample.utf8)
    for round in 0..<50 {
      var bytes = round.isMultiple(of: 2) ? sample : (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      for _ in 0..<20 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try translatesSoundly(bytes) }
    }
  }

  static let repeated = [
    "(", "[", "{", "\"#{", "lane :a do\n", "if a\n", "puts ", "a.", "!", "a || ", "/\\", "<<~A\n", "%w(", "x = ", "\"",
    "'", "end\n", "else\n",
    "if x then elsif ", "a ? b : ", "lane(:a) { a }\n", "puts x do |a| ", "lane :a do UI.confirm(\"b\") ",
    "next unless UI.confirm(\"a\")\n", "desc 'a'\n", "\\\n",
  ]

  /// At this length, quadratic time would exceed the limit by far.
  @Test(
    "with repetitions is read in linear time, at any depth", .timeLimit(.minutes(30)),
    arguments: repeated)
  func survivesRepetition(part: String) {
    let text = String(repeating: part, count: 1_500)
    for start in ["", "lane :l do |o|\n"] {
      let entries = Fastfile(SourceText(path: "Fastfile", text: start + text), project: .sample).entries
      // Only a lane always has lines.
      #expect(start.isEmpty || !entries.isEmpty)
    }
  }
}
