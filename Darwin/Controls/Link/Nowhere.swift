// Type-checks, and calls a function that is nowhere.
@_silgen_name("martlet_nowhere") func nowhere() -> Int32

func call() -> Int32 { nowhere() }
