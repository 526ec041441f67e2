extension WrongReleasefile {
  /// Calls that do not match the declaration of a lane.
  static let calls: [WrongReleasefile] = [
    call(
      "with a parameter that the lane does not have", "{lane: inner, with: {chanel: beta, number: 1.0}}",
      says: """
        error: lane `inner` has no parameter `chanel`
         --> Releasefile:4:36
          |
        4 |       - lane: {lane: inner, with: {chanel: beta, number: 1.0}}
          |                                    ^^^^^^
        hint: did you mean `channel`?
        """),
    call(
      "with a parameter, and the lane has none", "{lane: bare, with: {x: y}}",
      says: """
        error: lane `bare` has no parameter `x`, it has none
         --> Releasefile:4:35
          |
        4 |       - lane: {lane: bare, with: {x: y}}
          |                                   ^
        """),
    call(
      "with a value of another kind", "{lane: inner, with: {channel: gamma, number: 1.0}}",
      says: """
        error: `channel` is `gamma`, expected one of `stable`, `beta`
         --> Releasefile:4:45
          |
        4 |       - lane: {lane: inner, with: {channel: gamma, number: 1.0}}
          |                                             ^^^^^
        """),
    call(
      "without a parameter that must be given", "inner",
      says: """
        error: missing argument `number` for lane `inner`, expected a version such as `1.5.0`
         --> Releasefile:4:15
          |
        4 |       - lane: inner
          |               ^^^^^
        hint: add it with `with: {number: …}`
        """),
    call(
      "for an output that it does not have",
      "{lane: inner, with: {number: 1.0}}\n        id: a\n      - message: ${steps.a.nwes}",
      says: """
        error: step `a` has no output `nwes`
         --> Releasefile:6:18
          |
        6 |       - message: ${steps.a.nwes}
          |                  ^^^^^^^^^^^^^^^
        hint: did you mean `news`?
        """),
  ]

  private static func call(_ name: String, _ call: String, says message: String) -> WrongReleasefile {
    WrongReleasefile(
      "a lane that is called \(name)",
      """
      lanes:
        release:
          steps:
            - lane: \(call)
        inner:
          parameters:
            channel: {type: choice, values: [stable, beta], default: stable}
            number: {type: version, required: true}
            token: {required: true, env: TOKEN}
          steps: [message: "${channel} ${number}"]
          outputs: {news: "${number}"}
        bare: {steps: [tag]}
      """, says: message)
  }
}
