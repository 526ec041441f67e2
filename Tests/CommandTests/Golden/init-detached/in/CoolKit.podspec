Pod::Spec.new do |s|
  s.version = '1.4.2'
end
