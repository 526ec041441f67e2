Pod::Spec.new do |s|
  s.name = 'CoolKit'
  s.version = '3.11.0'
end
