print("\(EnvironmentConfiguration.current.greeting) from \(EnvironmentConfiguration.current.server)")
