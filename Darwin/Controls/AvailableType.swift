// error: 'Int128' is only available in macOS 15.0 or newer
struct Wide {
  var number: Int128
}
