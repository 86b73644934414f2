#ifndef BOOTH_CFEATURES_H
#define BOOTH_CFEATURES_H

/// The arithmetic of the learned features.

#endif
