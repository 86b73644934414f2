import BoothCore
