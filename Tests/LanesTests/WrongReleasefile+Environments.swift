extension WrongReleasefile {
  /// Mistakes below `environments`.
  static let environments: [WrongReleasefile] = [
    WrongReleasefile(
      "environments that are a path",
      "environments: config.plist",
      says: #"""
        error: found `config.plist`, expected a mapping with keys such as `values`
         --> Releasefile:1:15
          |
        1 | environments: config.plist
          |               ^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "an unknown key of environments",
      "environments: {value: config.plist}",
      says: #"""
        error: unknown key `value` in `environments`
         --> Releasefile:1:16
          |
        1 | environments: {value: config.plist}
          |                ^^^^^
        hint: did you mean `values`?
        """#),
    WrongReleasefile(
      "values in a file of no format",
      "environments: {values: [config.txt, ../a.json]}",
      says: #"""
        error: found `config.txt`, expected a file that ends in `.plist`, `.json`, `.yaml`, `.toml`, `.env`, `.xcconfig`
         --> Releasefile:1:25
          |
        1 | environments: {values: [config.txt, ../a.json]}
          |                         ^^^^^^^^^^
        error: `../a.json` is not a path inside the repository
         --> Releasefile:1:37
          |
        1 | environments: {values: [config.txt, ../a.json]}
          |                                     ^^^^^^^^^
        """#),
    WrongReleasefile(
      "a .env file without its environment",
      "environments: {values: .env.beta}",
      says: #"""
        error: missing environment for `.env.beta`, whose format has no dictionaries
         --> Releasefile:1:24
          |
        1 | environments: {values: .env.beta}
          |                        ^^^^^^^^^
        hint: write `{file: .env.beta, environment: …}`
        """#),
    WrongReleasefile(
      "a file with values without its path, and one with an unknown key",
      "environments: {values: [{environment: Beta}, {file: a.json, enviroment: Beta}]}",
      says: #"""
        error: found a mapping, expected a path, or a mapping with `file`
         --> Releasefile:1:25
          |
        1 | environments: {values: [{environment: Beta}, {file: a.json, enviroment: Beta}]}
          |                         ^
        error: unknown key `enviroment` in a file with values
         --> Releasefile:1:61
          |
        1 | environments: {values: [{environment: Beta}, {file: a.json, enviroment: Beta}]}
          |                                                             ^^^^^^^^^^
        hint: did you mean `environment`?
        """#),
    WrongReleasefile(
      "environments that extend each other",
      "environments: {extends: {A: B, B: C, C: A}}",
      says: #"""
        error: circular `extends` of environments: `A` → `B` → `C` → `A`
         --> Releasefile:1:41
          |
        1 | environments: {extends: {A: B, B: C, C: A}}
          |                                         ^
        """#),
    WrongReleasefile(
      "keys that are none",
      "environments: {variables: {a..b: X}, unset: {P: .a}, types: {'': Int}}",
      says: #"""
        error: `a..b` is not a valid configuration key, expected names separated by dots
         --> Releasefile:1:28
          |
        1 | environments: {variables: {a..b: X}, unset: {P: .a}, types: {'': Int}}
          |                            ^^^^
        error: `.a` is not a valid configuration key, expected names separated by dots
         --> Releasefile:1:49
          |
        1 | environments: {variables: {a..b: X}, unset: {P: .a}, types: {'': Int}}
          |                                                 ^^
        error: `` is not a valid configuration key, expected names separated by dots
         --> Releasefile:1:62
          |
        1 | environments: {variables: {a..b: X}, unset: {P: .a}, types: {'': Int}}
          |                                                              ^^
        """#),
    WrongReleasefile(
      "secrets without a source, with two, and with an unknown key",
      "environments: {secrets: {A: {embed: true}, B: {env: X, file: b.txt}, C: {variable: X}}}",
      says: #"""
        error: secret `A` has no source, expected one of `env`, `file`, `command`
         --> Releasefile:1:26
          |
        1 | environments: {secrets: {A: {embed: true}, B: {env: X, file: b.txt}, C: {variable: X}}}
          |                          ^
        error: secret `B` has 2 sources, expected one of `env`, `file`, `command`
         --> Releasefile:1:44
          |
        1 | environments: {secrets: {A: {embed: true}, B: {env: X, file: b.txt}, C: {variable: X}}}
          |                                            ^
        error: unknown key `variable` in secret `C`, expected one of `command`, `embed`, `env`, `file`
         --> Releasefile:1:74
          |
        1 | environments: {secrets: {A: {embed: true}, B: {env: X, file: b.txt}, C: {variable: X}}}
          |                                                                          ^^^^^^^^
        """#),
    WrongReleasefile(
      "types that are none, and a choice without values",
      "environments: {types: {A: Number, B: {type: choice}, C: {type: Int, values: [a]}, D: {kind: Int}}}",
      says: #"""
        error: found `Number`, expected one of `Bool`, `Int`, `Double`, `String`, `URL`, `Date`, `Data`, `choice`, or a list such as `[String]`, with `?` if the value is optional
         --> Releasefile:1:27
          |
        1 | environments: {types: {A: Number, B: {type: choice}, C: {type: Int, values: [a]}, D: {kind: Int}}}
          |                           ^^^^^^
        error: missing `values` for the choice `B`
         --> Releasefile:1:45
          |
        1 | environments: {types: {A: Number, B: {type: choice}, C: {type: Int, values: [a]}, D: {kind: Int}}}
          |                                             ^^^^^^
        hint: add the values, such as `values: [stable, beta]`
        error: `C` has `values`, expected the type `choice`
         --> Releasefile:1:54
          |
        1 | environments: {types: {A: Number, B: {type: choice}, C: {type: Int, values: [a]}, D: {kind: Int}}}
          |                                                      ^
        hint: add `type: choice`
        error: unknown key `kind` in the type of `D`, expected one of `default`, `optional`, `type`, `values`
         --> Releasefile:1:87
          |
        1 | environments: {types: {A: Number, B: {type: choice}, C: {type: Int, values: [a]}, D: {kind: Int}}}
          |                                                                                       ^^^^
        """#),
    WrongReleasefile(
      "an output of no format, and one with an option of another's",
      "environments: {outputs: [{kotlin: A.kt}, {json: a.json, access: public}, {swift: A.swift, access: open}, b.json]}",
      says: #"""
        error: unknown key `kotlin` in an output, expected one of `env`, `json`, `plist`, `swift`, `xcconfig`
         --> Releasefile:1:27
          |
        1 | environments: {outputs: [{kotlin: A.kt}, {json: a.json, access: public}, {swift: A.swift, access: open}, b.json]}
          |                           ^^^^^^
        error: unknown key `access` in an output of format `json`, expected one of `template`
         --> Releasefile:1:57
          |
        1 | environments: {outputs: [{kotlin: A.kt}, {json: a.json, access: public}, {swift: A.swift, access: open}, b.json]}
          |                                                         ^^^^^^
        error: found `open`, expected one of `internal`, `package`, `public`
         --> Releasefile:1:99
          |
        1 | environments: {outputs: [{kotlin: A.kt}, {json: a.json, access: public}, {swift: A.swift, access: open}, b.json]}
          |                                                                                                   ^^^^
        error: found `b.json`, expected a format and a path, such as `swift: Sources/App/EnvironmentConfiguration.swift`
         --> Releasefile:1:106
          |
        1 | environments: {outputs: [{kotlin: A.kt}, {json: a.json, access: public}, {swift: A.swift, access: open}, b.json]}
          |                                                                                                          ^^^^^^
        """#),
  ]
}
