// BoothControl
