// error: 'Expression' is ambiguous for type lookup in this context
import MartletBuildSettings
import SystemAPI

func both(_ expression: Expression) {}
