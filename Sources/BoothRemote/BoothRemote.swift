// BoothRemote
