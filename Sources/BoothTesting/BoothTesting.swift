// What tests of several rooms share; linked into test targets only.
