// BoothWeb
