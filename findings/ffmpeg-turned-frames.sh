#!/usr/bin/env bash
# FFmpeg makes one clip of upright and wide JPEGs by squeezing those that lie otherwise than the first, and exits with 0.
#
# Expected: FFmpeg's numbered pictures (image2) all have 64 by 48 stored pixels here, so they become frames as they are stored; or
# EXIF is heeded and a picture that stands upright is fitted into the frame with its proportions, or an error tells of it.
# What happens: each JPEG's Orientation is heeded on its own. The first decides on the clip's size; each later one that is
# turned by a quarter against it is turned, and then stretched to that size: a circle becomes an ellipse, almost twice
# as wide as high (or as high as wide). Orientation 3 comes out well. FFmpeg exits with 0, and at level "error" says nothing.
# Versions: Debian 12's ffmpeg 7:5.1.9-0+deb12u1, and FFmpeg 9.0.2 as imageio-ffmpeg 0.8.1 brings it: the same.
# Why it matters: a slideshow or a time lapse from the folder of a night, or from a telephone held both ways, is squeezed
# in part, and who looks at its first seconds only does not see it. Turn and fit pictures before they go to FFmpeg
# (-noautorotate leaves them as they are stored, lying but not squeezed).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
expected=7:5.1.9-0+deb12u1
if ! dpkg-query -W ffmpeg >/dev/null 2>&1; then
  apt-get install -y -q --no-install-recommends "ffmpeg=$expected" >/dev/null
fi
found=$(dpkg-query -W -f '${Version}' ffmpeg)
if [ "$found" != "$expected" ]; then
  echo "Not compared: this is about Debian's ffmpeg $expected, and $found is installed."
  exit 1
fi
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: numpy==2.4.6 pillow==13.0.0 imageio-ffmpeg==0.8.1

cat >make.py <<'PY'
import numpy as np
from PIL import Image

y, x = np.mgrid[:48, :64]
pixels = np.zeros((48, 64, 3), np.uint8)
pixels[(y - 24) ** 2 + (x - 32) ** 2 < 144] = 255
for night, orientations in (("wide", (1, 6, 3, 8)), ("upright", (6, 1, 8, 3))):
    for number, orientation in enumerate(orientations, 1):
        tags = Image.Exif()
        tags[0x0112] = orientation
        Image.fromarray(pixels).save(f"{night}-{number}.jpg", exif=tags, quality=95)
PY
cat >measure.py <<'PY'
import sys
import numpy as np
from PIL import Image

said = []
for name in sys.argv[2:]:
    image = Image.open(name).convert("L")
    rows, columns = np.where(np.asarray(image) > 128)
    ratio = (np.ptp(columns) + 1) / (np.ptp(rows) + 1)
    said.append(f"{image.width}x{image.height} " + ("round" if 0.9 < ratio < 1.1 else "too wide" if ratio > 1 else "too high"))
print(sys.argv[1] + ":", ", ".join(said))
PY
venv/bin/python make.py
bundled=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
cat >recorded <<'TXT'
FFmpeg 5.1.9, the first is wide, exit 0, says nothing: 64x48 round, 64x48 too wide, 64x48 round, 64x48 too wide
FFmpeg 9.0.2, the first is wide, exit 0, says nothing: 64x48 round, 64x48 too wide, 64x48 round, 64x48 too wide
FFmpeg 5.1.9, the first is wide, -noautorotate, exit 0, says nothing: 64x48 round, 64x48 round, 64x48 round, 64x48 round
FFmpeg 5.1.9, the first is upright, exit 0, says nothing: 48x64 round, 48x64 too high, 48x64 round, 48x64 too high
FFmpeg 9.0.2, the first is upright, exit 0, says nothing: 48x64 round, 48x64 too high, 48x64 round, 48x64 too high
FFmpeg 5.1.9, the first is upright, -noautorotate, exit 0, says nothing: 64x48 round, 64x48 round, 64x48 round, 64x48 round
TXT
clip() { # NAME PROGRAM NIGHT [OPTION]: the clip of a night, and what became of the circle in each frame
  rm -f clip.mkv frame-*.png
  local said code=0
  said=$("$2" -nostdin -v error ${4:-} -i "$3-%d.jpg" -c:v ffv1 clip.mkv 2>&1) || code=$?
  "$2" -nostdin -v error -i clip.mkv frame-%d.png
  venv/bin/python measure.py "$1, the first is $3${4:+, $4}, exit $code, ${said:-says nothing}" frame-*.png
}
{
  for night in wide upright; do
    clip "FFmpeg 5.1.9" /usr/bin/ffmpeg "$night"
    clip "FFmpeg 9.0.2" "$bundled" "$night"
    clip "FFmpeg 5.1.9" /usr/bin/ffmpeg "$night" -noautorotate
  done
} | tee seen
if ! diff recorded seen; then
  echo "Changed: FFmpeg no longer makes clips of turned JPEGs as recorded (<)."
  exit 1
fi
echo "Still so: JPEGs that are turned against the first are stretched to its size, without an error."
