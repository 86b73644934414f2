import BoothRegistration

/// What the learned features know.
enum Weights {}
