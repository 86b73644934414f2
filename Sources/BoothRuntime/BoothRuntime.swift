// BoothRuntime
