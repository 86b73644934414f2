// BoothTesting
