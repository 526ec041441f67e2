// error: 'Expression' is ambiguous for type lookup in this context
import Essentials
import MartletBuildSettings

func both(_ expression: Expression) {}
