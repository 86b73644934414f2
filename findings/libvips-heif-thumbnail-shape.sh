#!/usr/bin/env bash
# libvips makes thumbnails of a HEIF's or AVIF's embedded thumbnail if the shapes differ by less than an absolute 0.1, so that a
# portrait picture gets a thumbnail of another shape where the same picture in landscape does not.
#
# Expected: vips_thumbnail() promises the aspect ratio of the picture. An embedded thumbnail (item reference `thmb`) of another shape,
# such as the 4:3 one of a 3:2 picture, is not used, however the camera was held.
# What happens: width / height of both are compared, and a difference below 0.1 is let through. Landscape 3:2 with 4:3 differs by 0.17
# and is decoded from the picture itself; the same two in portrait differ by 0.083, and the thumbnail is 96 × 128 instead of
# 85 × 128. A 1:4 panorama in portrait with an embedded 0.32:1 gets a thumbnail that is 28 % too wide.
# Versions: libvips 8.16.1 (pyvips-binary 8.16.1); 8.14.1 of Debian 12 does the same.
# Why it matters: Sony's cameras write 4:3 thumbnails beside 3:2 pictures. Booth reads the sizes of both items itself, and asks
# libvips to thumbnail the decoded picture where they differ by more than 1 in 100.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  pillow==13.0.0 pyvips-binary==8.16.1 cffi==2.1.1
venv/bin/pip install --quiet --disable-pip-version-check pyvips==3.2.0 pycparser

cat >seen.py <<'PY'
import io, struct
from PIL import Image
import pyvips


def boxes(data, start=0, end=None):
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        size = size or end - start
        yield kind, start + 8, start + size
        start += size


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def full(kind, flags, *parts):
    return box(kind, struct.pack(">I", flags), *parts)


def coded(color, size):
    """The properties and the coded bytes of one picture, from an AVIF of its own."""
    sink = io.BytesIO()
    Image.new("RGB", size, color).save(sink, "AVIF", quality=80)
    data = sink.getvalue()
    top = {kind: (start, end) for kind, start, end in boxes(data)}
    meta = {kind: (start, end) for kind, start, end in boxes(data, top[b"meta"][0] + 4, top[b"meta"][1])}
    ipco = next((start, end) for kind, start, end in boxes(data, *meta[b"iprp"]) if kind == b"ipco")
    properties = {kind: data[start - 8:end] for kind, start, end in boxes(data, *ipco)}
    return [properties[b"av1C"], properties[b"ispe"]], data[top[b"mdat"][0]:top[b"mdat"][1]]


def file(large, small):
    """A red picture with a blue thumbnail beside it."""
    items = [(1, 0, *coded((200, 0, 0), large)), (2, 1, *coded((0, 0, 200), small))]
    properties, links = [], b""
    for number, _, own, _ in items:
        properties += [one for one in own if one not in properties]
        links += struct.pack(">HB", number, len(own)) + bytes(properties.index(one) + 1 for one in own)
    infos = b"".join(full(b"infe", 2 << 24 | hidden, struct.pack(">HH", number, 0) + b"av01\0") for number, hidden, _, _ in items)

    def head(at):
        places = b""
        for number, _, _, data in items:
            places += struct.pack(">HHHII", number, 0, 1, at, len(data))
            at += len(data)
        return box(b"ftyp", b"avif\0\0\0\0avifmif1miaf") + full(
            b"meta", 0, full(b"hdlr", 0, struct.pack(">I4s12x", 0, b"pict") + b"\0"), full(b"pitm", 0, struct.pack(">H", 1)),
            full(b"iloc", 0, struct.pack(">BBH", 0x44, 0, len(items)), places),
            full(b"iinf", 0, struct.pack(">H", len(items)), infos),
            full(b"iref", 0, box(b"thmb", struct.pack(">HHH", 2, 1, 1))),
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, struct.pack(">I", len(items)), links)))

    return head(len(head(0)) + 8) + box(b"mdat", *(data for _, _, _, data in items))


print("libvips", ".".join(str(pyvips.version(part)) for part in range(3)))
for large, small in [
    ((1800, 1200), (640, 480)), ((1200, 1800), (480, 640)), ((1200, 1800), (500, 640)), ((4000, 1000), (1000, 240)),
    ((1000, 4000), (320, 1000)),
]:
    open("picture.avif", "wb").write(file(large, small))
    made = pyvips.Image.thumbnail("picture.avif", 128)
    red, _, blue = made(made.width // 2, made.height // 2)[:3]
    print(large, "beside", small, "->", (made.width, made.height), "of the", "embedded" if blue > red else "large", "one")
PY

venv/bin/python seen.py | tee seen
diff - seen <<'SEEN' && echo "as described"
libvips 8.16.1
(1800, 1200) beside (640, 480) -> (128, 85) of the large one
(1200, 1800) beside (480, 640) -> (96, 128) of the embedded one
(1200, 1800) beside (500, 640) -> (85, 128) of the large one
(4000, 1000) beside (1000, 240) -> (128, 32) of the large one
(1000, 4000) beside (320, 1000) -> (41, 128) of the embedded one
SEEN
