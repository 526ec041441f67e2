Pod::Spec.new do |s|
  s.name                  = 'CoolKit'
  s.version               = '1.4.3'
  s.summary               = 'What is cool about Cool App, as a library.'
  s.homepage              = 'https://github.com/example/CoolApp'
  s.license               = { :type => 'MIT' }
  s.author                = { 'Cool Team' => 'team@coolapp.example.com' }
  s.source                = { :git => 'https://github.com/example/CoolApp.git', :tag => s.version.to_s }

  s.swift_version         = '5.9'
  s.ios.deployment_target = '16.0'
  s.source_files          = 'Sources/CoolKit/**/*.swift'
end
