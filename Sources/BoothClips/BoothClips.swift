// BoothClips
