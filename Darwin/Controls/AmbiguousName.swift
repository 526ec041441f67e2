import Essentials
// error: 'Expression' is ambiguous for type lookup in this context
import MartletBuildSettings

func both(_ expression: Expression) {}
