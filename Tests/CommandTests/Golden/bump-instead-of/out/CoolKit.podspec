Pod::Spec.new do |s|
  s.version = '1.5.0'
end
