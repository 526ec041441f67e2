Pod::Spec.new do |s|
  s.name = 'CoolKit'
  s.version = '2.6.4'
end
