#!/usr/bin/env bash
# OpenCV's imread finds no picture in a TIFF that is to be shown turned by a quarter; its imdecode does.
#
# Expected: imread and imdecode give the same for the same bytes; a newer OpenCV reads what an older one read; and a reader
# that cannot turn a picture still opens it with IMREAD_IGNORE_ORIENTATION.
# What happens: for a valid TIFF that is not square, with Orientation 5, 6, 7 or 8, imread of OpenCV 5.0 returns no picture,
# with each flag; it only logs an assertion about its own buffers. imdecode gives the picture, turned (even when told to
# ignore the orientation). A square TIFF, Orientation 1 to 4, and a JPEG with the same tag are read well.
# OpenCV 4.10 read them all; 4.11, 4.12 and 4.13 refuse as 5.0 does.
# Beside it: Pillow turns a TIFF as it opens it, and takes the tag away, but leaves a JPEG with the same tag as it lies.
# Versions: OpenCV 4.10.0.84 and 5.0.0.93 (opencv-python-headless), Pillow 13.0.0.
# Why it matters: scanners' programs write TIFF, and who turns a scan in a viewer may set this tag only. Tools around Booth that
# check scans or registrations with OpenCV must read bytes and decode them; "no picture" does not mean a damaged
# file; and ImageOps.exif_transpose is right for both kinds only since it finds no tag in what Pillow turned already.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: numpy==2.2.6 pillow==13.0.0
for version in 4.10.0.84 5.0.0.93; do
  venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps --target "cv-$version" \
    "opencv-python-headless==$version"
done

cat >make.py <<'PY'
import numpy as np
from PIL import Image

pixels = np.zeros((48, 64, 3), np.uint8)
pixels[:16, :16] = 255
for name, shape, orientation in (("wide-1.tif", pixels, 1), ("wide-3.tif", pixels, 3), ("wide-6.tif", pixels, 6),
                                 ("wide-5.tif", pixels, 5), ("wide-7.tif", pixels, 7),
                                 ("wide-8.tif", pixels, 8), ("tall-6.tif", pixels.swapaxes(0, 1), 6),
                                 ("square-6.tif", pixels[:, :48], 6), ("wide-6.jpg", pixels, 6)):
    tags = Image.Exif()
    tags[0x0112] = orientation
    Image.fromarray(np.ascontiguousarray(shape)).save(name, exif=tags)
for name in ("wide-6.tif", "wide-6.jpg"):
    with Image.open(name) as image:
        image.load()
        print("Pillow", name, image.size, "tag", image.getexif().get(0x0112))
PY
cat >read.py <<'PY'
import cv2, numpy as np

def size(image):
    return "none" if image is None else f"{image.shape[1]}x{image.shape[0]}"

for name in ("wide-1.tif", "wide-3.tif", "wide-5.tif", "wide-6.tif", "wide-7.tif", "wide-8.tif", "tall-6.tif",
             "square-6.tif", "wide-6.jpg"):
    data = np.fromfile(name, np.uint8)
    ignoring = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    print("OpenCV", cv2.__version__, name, "imread", size(cv2.imread(name)), "ignoring", size(cv2.imread(name, ignoring)),
          "| imdecode", size(cv2.imdecode(data, cv2.IMREAD_COLOR)), "ignoring", size(cv2.imdecode(data, ignoring)))
PY
cat >recorded <<'TXT'
Pillow wide-6.tif (48, 64) tag None
Pillow wide-6.jpg (64, 48) tag 6
OpenCV 4.10.0 wide-1.tif imread 64x48 ignoring 64x48 | imdecode 64x48 ignoring 64x48
OpenCV 4.10.0 wide-3.tif imread 64x48 ignoring 64x48 | imdecode 64x48 ignoring 64x48
OpenCV 4.10.0 wide-5.tif imread 48x64 ignoring 48x64 | imdecode 48x64 ignoring 48x64
OpenCV 4.10.0 wide-6.tif imread 48x64 ignoring 48x64 | imdecode 48x64 ignoring 48x64
OpenCV 4.10.0 wide-7.tif imread 48x64 ignoring 48x64 | imdecode 48x64 ignoring 48x64
OpenCV 4.10.0 wide-8.tif imread 48x64 ignoring 48x64 | imdecode 48x64 ignoring 48x64
OpenCV 4.10.0 tall-6.tif imread 64x48 ignoring 64x48 | imdecode 64x48 ignoring 64x48
OpenCV 4.10.0 square-6.tif imread 48x48 ignoring 48x48 | imdecode 48x48 ignoring 48x48
OpenCV 4.10.0 wide-6.jpg imread 48x64 ignoring 64x48 | imdecode 48x64 ignoring 64x48
OpenCV 5.0.0 wide-1.tif imread 64x48 ignoring 64x48 | imdecode 64x48 ignoring 64x48
OpenCV 5.0.0 wide-3.tif imread 64x48 ignoring 64x48 | imdecode 64x48 ignoring 64x48
OpenCV 5.0.0 wide-5.tif imread none ignoring none | imdecode 48x64 ignoring 48x64
OpenCV 5.0.0 wide-6.tif imread none ignoring none | imdecode 48x64 ignoring 48x64
OpenCV 5.0.0 wide-7.tif imread none ignoring none | imdecode 48x64 ignoring 48x64
OpenCV 5.0.0 wide-8.tif imread none ignoring none | imdecode 48x64 ignoring 48x64
OpenCV 5.0.0 tall-6.tif imread none ignoring none | imdecode 64x48 ignoring 64x48
OpenCV 5.0.0 square-6.tif imread 48x48 ignoring 48x48 | imdecode 48x48 ignoring 48x48
OpenCV 5.0.0 wide-6.jpg imread 48x64 ignoring 64x48 | imdecode 48x64 ignoring 64x48
TXT
{
  venv/bin/python make.py
  for version in 4.10.0.84 5.0.0.93; do
    PYTHONPATH="cv-$version" venv/bin/python read.py 2>>log
  done
} | tee seen
if ! diff recorded seen; then
  echo "Changed: OpenCV or Pillow no longer reads turned TIFFs as recorded (<)."
  exit 1
fi
echo "Still so: OpenCV 5.0's imread gives no picture for a TIFF turned by a quarter; imdecode gives it."
