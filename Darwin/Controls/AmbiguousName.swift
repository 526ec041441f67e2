// error: 'Expression' is ambiguous for type lookup in this context
import BuildSettings
import Essentials

func both(_ expression: Expression) {}
