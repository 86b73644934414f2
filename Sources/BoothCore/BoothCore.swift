// BoothCore
