Pod::Spec.new do |s|
  s.version = '4.0.4'
end
