Pod::Spec.new do |s|
  s.version = "1.0.0"
end
