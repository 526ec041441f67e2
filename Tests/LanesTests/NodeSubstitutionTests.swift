import Testing

@testable import Lanes

@Suite("The values of a for_each")
struct NodeSubstitutionTests {
  @Test(
    "are inserted once, as data",
    arguments: [
      ("${a}", "<1>"), ("x${a}y${b}", "x<1>y$${a}"), ("$${a}", "$${a}"), ("$$${a}", "$$<1>"), ("${c}", "${c}"),
      ("${", "${"), ("$", "$"), ("${a", "${a"), ("$a", "$a"), ("", ""),
    ])
  func substitutes(_ text: String, _ expected: String) {
    #expect(text.substituting(["a": "<1>", "b": "${a}"]) == expected)
  }

  @Test("are inserted into keys, lists and texts, and keep places")
  func everywhere() throws {
    let node = Node(
      .mapping([
        Node.Entry(
          key: "k_${a}", keySpan: 1..<2, value: Node(.sequence([Node(.scalar("${a}"), span: 5..<6)]), span: 3..<4))
      ]), span: 0..<1)
    let result = node.substituting(["a": "v"])
    #expect(result.entries?.first?.key == "k_v")
    #expect(result.entries?.first?.value.elements?.first == Node(.scalar("v"), span: 5..<6))
  }

  @Test("are combined, the first name changing slowest")
  func product() throws {
    let releasefile = try Releasefile(
      text: """
        lanes:
          l_${a}_${b}:
            for_each: {a: [x, y], b: ['1', '2']}
            summary: ${a} and ${b}
            steps:
              - prompt: ${a}${b} of $${a}
                id: m-${a}
              - message: ${steps.m-${a}.answer}
        """)
    #expect(releasefile.lanes.map(\.name) == ["l_x_1", "l_x_2", "l_y_1", "l_y_2"])
    #expect(releasefile.lanes.map(\.summary) == ["x and 1", "x and 2", "y and 1", "y and 2"])
    #expect(releasefile.lanes.last?.steps.map(\.id) == ["m-y", nil])
    #expect(
      try LanePlanning("lanes:\n  l_${a}:\n    for_each: {a: [x]}\n    steps:\n      - message: ${a} of $${a}\n")
        .plan(laneNamed: "l_x").lines == ["x of ${a}"])
  }
}
