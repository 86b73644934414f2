#!/usr/bin/env bash
# The same EXIF, as an object instead of bytes, makes pillow-heif write a HEIC that lies on its side for good.
#
# Expected: Pillow's save takes `exif` as bytes or as an Image.Exif object, for JPEG, PNG, WebP and AVIF alike; so
# `save("x.heic", exif=image.getexif())` writes what `exif=image.getexif().tobytes()` writes.
# What happens: with bytes (and with no argument at all) pillow-heif turns Orientation 6 into the HEIF property that turns
# the picture (irot), and readers show it upright. With the object it writes the EXIF but no irot. HEIF readers go by irot and
# not by EXIF, and pillow-heif itself then reports Orientation 1 on opening: an upright photo has become one that lies
# on its side, and exif_transpose does not put it right. Nothing is raised. Pillow's own AVIF writer treats both alike.
# Versions: pillow-heif 1.8.1 (its own libheif), Pillow 13.0.0; read with FFmpeg in PyAV 18.1.0, too.
# Why it matters: Booth reads folders of HEIC that other programs may have made from telephones' JPEGs, so it meets HEIC
# whose EXIF says 6 without an irot. Booth goes by irot, as other viewers do; who asks why such photos lie on their side in Booth
# finds the cause here.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  numpy==2.4.6 pillow==13.0.0 pillow-heif==1.8.1 av==18.1.0

cat >seen.py <<'PY'
import av, numpy as np, pillow_heif
from PIL import Image, ImageOps

pillow_heif.register_heif_opener()
pixels = np.zeros((192, 256, 3), np.uint8)
pixels[:64, :64] = 255
tags = Image.Exif()
tags[0x0112] = 6
Image.fromarray(pixels).save("phone.jpg", exif=tags, quality=95)

ways = {"nothing": lambda image: {}, "bytes": lambda image: {"exif": image.getexif().tobytes()},
        "object": lambda image: {"exif": image.getexif()}}
for kind in ("heic", "avif"):
    for way, arguments in ways.items():
        if kind == "avif" and way == "nothing":
            continue
        name = f"{way}.{kind}"
        with Image.open("phone.jpg") as image:
            image.save(name, **arguments(image))
        data = open(name, "rb").read()
        with Image.open(name) as image:
            shown = ImageOps.exif_transpose(image)
        frame = next(av.open(name).decode(video=0))
        print(f"{kind}, EXIF given as {way}:", "irot" if b"irot" in data else "no irot", "| Pillow shows",
              "upright" if shown.size == (192, 256) else "lying", "| FFmpeg is to turn by", frame.rotation)
PY
cat >recorded <<'TXT'
heic, EXIF given as nothing: irot | Pillow shows upright | FFmpeg is to turn by -90
heic, EXIF given as bytes: irot | Pillow shows upright | FFmpeg is to turn by -90
heic, EXIF given as object: no irot | Pillow shows lying | FFmpeg is to turn by 0
avif, EXIF given as bytes: irot | Pillow shows upright | FFmpeg is to turn by -90
avif, EXIF given as object: irot | Pillow shows upright | FFmpeg is to turn by -90
TXT
venv/bin/python seen.py | tee seen
if ! diff recorded seen; then
  echo "Changed: pillow-heif no longer treats EXIF objects and bytes as recorded (<)."
  exit 1
fi
echo "Still so: with an EXIF object, pillow-heif writes no irot, and the picture lies on its side."
