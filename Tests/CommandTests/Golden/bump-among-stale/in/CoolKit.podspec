Pod::Spec.new do |s|
  s.name = 'CoolKit'
  s.version = '3.10.0'
end
