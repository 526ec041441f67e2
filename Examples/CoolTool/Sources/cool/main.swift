print(CommandLine.arguments.contains("--version") ? Version.current : "Cool.")
