// BoothImaging
