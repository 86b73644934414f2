#pragma once
#include <gphoto2/gphoto2.h>
