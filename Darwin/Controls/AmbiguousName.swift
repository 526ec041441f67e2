// error: 'Expression' is ambiguous for type lookup in this context
import MartletBuildSettings
import Essentials

func both(_ expression: Expression) {}
