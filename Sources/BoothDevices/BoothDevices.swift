// BoothDevices
