// BoothStore
