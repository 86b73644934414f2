// BoothGallery
