#!/usr/bin/env bash
# cups-filters enlarges a JPEG that "must not be scaled" and prints its middle alone, if the file does not say its density.
#
# Expected: print-scaling=none prints a picture as it is (PWG 5100.16: "do not scale"): a JPEG with exactly the page's pixels, 1200×1800
# on 4×6 inches at 300 dpi, is printed pixel by pixel, as it is without print-scaling; what has no density is taken as the page's.
# What happens: a file without a density counts as 200 pixels an inch, so the picture becomes 6×9 inches, and the middle of it is
# printed: two thirds of its width. Nothing is said but in the debug log. The same pixels with 300 dpi in the head (JFIF or
# EXIF) are printed one to one; without print-scaling both are; with "fill" both are, within two rows.
# Versions: cups-filters 1.28.17-3+deb12u2 (Debian 12), its imagetoraster, with a PPD of one paper.
# Why it matters: pictures that programs render for a printer (canvas, FFmpeg, most libraries by default) have no density, and "none"
# is what one asks for to get them unchanged: each print loses a frame, names and dates at its edges. Write the density, or
# leave print-scaling out.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir root debs
(cd debs && apt-get download -qq cups-filters=1.28.17-3+deb12u2 libcupsfilters1=1.28.17-3+deb12u2 libcups2=2.4.2-3+deb12u9 \
  libcupsimage2=2.4.2-3+deb12u9 libavahi-client3 libavahi-common3 libdbus-1-3 liblcms2-2 libtiff6 2>/dev/null)
for package in debs/*.deb; do dpkg -x "$package" root; done
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: pillow==13.0.0

cat >paper.ppd <<'PPD'
*PPD-Adobe: "4.3"
*FormatVersion: "4.3"
*FileVersion: "1.0"
*LanguageVersion: English
*LanguageEncoding: ISOLatin1
*PCFileName: "PAPER.PPD"
*Product: "(Paper)"
*Manufacturer: "Paper"
*ModelName: "Paper"
*NickName: "Paper"
*ShortNickName: "Paper"
*PSVersion: "(3010.000) 0"
*LanguageLevel: "3"
*ColorDevice: True
*DefaultColorSpace: RGB
*OpenUI *PageSize/Size: PickOne
*DefaultPageSize: Photo
*PageSize Photo/4x6: "<</PageSize[288 432]/ImagingBBox null/HWResolution[300 300]/cupsColorSpace 1/cupsColorOrder 0/cupsBitsPerColor 8>>setpagedevice"
*CloseUI: *PageSize
*OpenUI *PageRegion/Size: PickOne
*DefaultPageRegion: Photo
*PageRegion Photo/4x6: "<</PageSize[288 432]/ImagingBBox null/HWResolution[300 300]/cupsColorSpace 1/cupsColorOrder 0/cupsBitsPerColor 8>>setpagedevice"
*CloseUI: *PageRegion
*DefaultImageableArea: Photo
*ImageableArea Photo/4x6: "0 0 288 432"
*DefaultPaperDimension: Photo
*PaperDimension Photo/4x6: "288 432"
*DefaultFont: Courier
PPD
cat >make.py <<'PY'
from PIL import Image

# Each pixel says its place: red the column, green the row, in steps of eight.
columns = Image.linear_gradient("L").rotate(90).resize((1200, 1800))
rows = Image.linear_gradient("L").resize((1200, 1800))
picture = Image.merge("RGB", (columns, rows, Image.new("L", (1200, 1800))))
picture.save("without.jpg", quality=95)
picture.save("with.jpg", quality=95, dpi=(300, 300))
PY
cat >measure.py <<'PY'
import struct
import sys

data = open(sys.argv[1], "rb").read()
fields = struct.unpack("<385I", data[260:1800])  # cups_page_header2_t behind its four strings of 64 bytes
width, height, line = fields[29], fields[30], fields[34]
assert data[:4] == b"3SaR" and fields[33] == 24, (data[:4], fields[33])
row = data[1800 + height // 2 * line :][:line]
def column(x): return max(0, min(1200, round(row[x * 3] * 1200 / 255)))
left, right = sorted((column(0), column(width - 1)))
part = (right - left) / 1200
seen = "all of the picture" if part > 0.96 else "two thirds of its width" if 0.64 < part < 0.7 else f"{part:.2f} of its width"
print(f"{width}x{height}, {seen}")
PY
venv/bin/python make.py
for name in without with; do
  for scaling in "" none fill; do
    LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu PPD=paper.ppd CONTENT_TYPE=image/jpeg \
      root/usr/lib/cups/filter/imagetoraster 1 user title 1 "media=Photo ${scaling:+print-scaling=$scaling}" $name.jpg >page.ras 2>log
    echo "$name density, ${scaling:-no print-scaling}: $(venv/bin/python measure.py page.ras)"
  done
done | tee seen
cat >recorded <<'TXT'
without density, no print-scaling: 1200x1800, all of the picture
without density, none: 1200x1800, two thirds of its width
without density, fill: 1200x1800, all of the picture
with density, no print-scaling: 1200x1800, all of the picture
with density, none: 1200x1800, all of the picture
with density, fill: 1200x1800, all of the picture
TXT
if ! diff recorded seen; then
  echo "Changed: cups-filters scales pictures otherwise than recorded (<)."
  exit 1
fi
echo "Still so: print-scaling=none enlarges a JPEG without a density, and prints its middle."
