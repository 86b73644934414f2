#!/usr/bin/env bash
# A 16-bit grey TIFF whose zero is white is a positive in some libraries and a negative in others.
#
# Expected: TIFF 6.0 makes PhotometricInterpretation a baseline tag (0: zero is white, 1: zero is black), so every reader that
# gives grey values gives the same picture at 8 and at 16 bits; and OpenCV gives one picture, with whatever flag.
# What happens: at 8 bits all agree. At 16 bits libvips and FFmpeg turn the values over; Pillow does not; and OpenCV does
# for IMREAD_GRAYSCALE and IMREAD_COLOR, but not for IMREAD_UNCHANGED, so that one file is a positive or a negative by the flag.
# No error and no warning comes from any of them.
# Versions: Pillow 13.0.0, OpenCV 5.0.0.93 (4.10 to 4.13 did the same), Debian 12's libvips (libvips-tools 8.14.1-3+deb12u3), and
# FFmpeg in PyAV 18.1.0.
# Why it matters: archives deliver scans of old prints in 16-bit grey, and some programs write them with white as zero. What
# prepares or judges such scans with Pillow or OpenCV sees a negative of what Booth's thumbnails (libvips) show, and
# matching old against new by brightness goes wrong without a word.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
expected=8.14.1-3+deb12u3
if ! dpkg-query -W libvips-tools >/dev/null 2>&1; then
  apt-get install -y -q --no-install-recommends "libvips-tools=$expected" >/dev/null
fi
found=$(dpkg-query -W -f '${Version}' libvips-tools)
if [ "$found" != "$expected" ]; then
  echo "Not compared: this is about Debian's libvips-tools $expected, and $found is installed."
  exit 1
fi
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  numpy==2.4.6 pillow==13.0.0 opencv-python-headless==5.0.0.93 av==18.1.0

cat >seen.py <<'PY'
import struct, subprocess
import av, cv2, numpy as np
from PIL import Image

def tiff(name, bits, zero):
    """An uncompressed little-endian baseline TIFF, 32 by 32, each stored value a tenth of the range."""
    side = 32
    stored = 25 if bits == 8 else 25 * 257
    pixels = np.full((side, side), stored, "u1" if bits == 8 else "<u2").tobytes()
    tags = [(256, 3, side), (257, 3, side), (258, 3, bits), (259, 3, 1), (262, 3, zero), (273, 4, 0), (277, 3, 1),
            (278, 3, side), (279, 4, len(pixels))]
    start = 8 + 2 + 12 * len(tags) + 4
    data = b"II*\0" + struct.pack("<IH", 8, len(tags))
    for tag, kind, value in tags:
        data += struct.pack("<HHII", tag, kind, 1, start if tag == 273 else value)
    open(name, "wb").write(data + struct.pack("<I", 0) + pixels)

def shade(array):
    top = 255 if array.dtype == np.uint8 else 65535
    return "dark" if array.reshape(-1)[0] / top < 0.5 else "light"

def with_vips(name, bits):
    said = subprocess.run(["vips", "getpoint", name, "0", "0"], check=True, capture_output=True, text=True).stdout
    return np.array([float(said)]).astype("u1" if bits == 8 else "u2")

for bits in (8, 16):
    for zero in (1, 0):
        name = f"grey{bits}-{zero}.tif"
        tiff(name, bits, zero)
        frame = next(av.open(name).decode(video=0))
        print(f"{bits} bits, zero is {'white' if zero == 0 else 'black'}:",
              "Pillow", shade(np.asarray(Image.open(name))),
              "| libvips", shade(with_vips(name, bits)),
              "| FFmpeg", shade(frame.to_ndarray()),
              "| OpenCV grey", shade(cv2.imread(name, cv2.IMREAD_GRAYSCALE)),
              "| OpenCV colour", shade(cv2.imread(name, cv2.IMREAD_COLOR)),
              "| OpenCV unchanged", shade(cv2.imread(name, cv2.IMREAD_UNCHANGED)))
PY
cat >recorded <<'TXT'
8 bits, zero is black: Pillow dark | libvips dark | FFmpeg dark | OpenCV grey dark | OpenCV colour dark | OpenCV unchanged dark
8 bits, zero is white: Pillow light | libvips light | FFmpeg light | OpenCV grey light | OpenCV colour light | OpenCV unchanged light
16 bits, zero is black: Pillow dark | libvips dark | FFmpeg dark | OpenCV grey dark | OpenCV colour dark | OpenCV unchanged dark
16 bits, zero is white: Pillow dark | libvips light | FFmpeg light | OpenCV grey light | OpenCV colour light | OpenCV unchanged dark
TXT
venv/bin/python seen.py | tee seen
if ! diff recorded seen; then
  echo "Changed: the libraries no longer read a TIFF whose zero is white as recorded (<)."
  exit 1
fi
echo "Still so: at 16 bits Pillow and OpenCV's IMREAD_UNCHANGED give a negative, the others a positive."
