#!/usr/bin/env bash
# Where a HEIC keeps its EXIF decides which readers find its date: of five readers one finds it in all of five valid places.
#
# Expected: the EXIF of a HEIC is an item. `iloc` says where an item's bytes lie (in the file, in `idat` of the same `meta`, in one
# piece or in several), and the item's first four bytes say how far behind them the TIFF header begins (ISO/IEC 23008-12,
# annex A). A library that reads HEIC reads its date in every one of these places, or says that it cannot.
# What happens: with the same EXIF and the same picture, only pillow-heif finds it everywhere. libvips misses it where six bytes
# stand before the usual "Exif\0\0"; exiv2 where it lies in `idat` or in two pieces; ExifTool where it lies in `idat`; ExifRead where the
# header follows at once (offset 0). These five misses are silent: the photo simply has no date, and would be sorted by the time of
# its file. (ExifRead raises an exception for `idat` and for two pieces.) The picture itself is decoded in all five.
# Versions: pillow-heif 1.8.1 with Pillow 13.0.0, ExifRead 3.5.1, pyexiv2 2.16.0, ExifTool 12.57 and libvips 8.14.1 of Debian 12.
# Why it matters: Booth sorts photos by the date in their EXIF, so all five places have a test of its own reader. A comparison with
# one of the other readers alone would have called a wrong answer right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v exiftool >/dev/null && command -v vipsheader >/dev/null || {
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends libimage-exiftool-perl libvips-tools
} >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  numpy==2.4.6 pillow==13.0.0 pillow-heif==1.8.1 exifread==3.5.1 pyexiv2==2.16.0

cat >seen.py <<'PY'
import io, logging, struct, subprocess
import exifread, pillow_heif, pyexiv2
from PIL import Image

logging.disable(logging.CRITICAL)
pillow_heif.register_heif_opener()


def children(data, start, end):
    while start < end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        yield kind, start, start + size
        start += size


def box(kind, content):
    return struct.pack(">I4s", 8 + len(content), kind) + content


def parts(file):
    """The boxes of a HEIC as pillow-heif writes it, and the bytes of its items: {id: (type, bytes)}."""
    top = {kind: file[start:end] for kind, start, end in children(file, 0, len(file))}
    meta = {kind: top[b"meta"][start:end] for kind, start, end in children(top[b"meta"], 12, len(top[b"meta"]))}
    kinds = {}
    for _, start, end in children(meta[b"iinf"], 14, len(meta[b"iinf"])):
        kinds[struct.unpack(">H", meta[b"iinf"][start + 12:start + 14])[0]] = meta[b"iinf"][start + 16:start + 20]
    place = meta[b"iloc"]
    assert place[8] in (0, 1) and place[12] == 0x44, "pillow-heif writes another kind of iloc"
    base, at, items = place[13] >> 4, 16, {}
    for _ in range(struct.unpack(">H", place[14:16])[0]):
        number = struct.unpack(">H", place[at:at + 2])[0]
        at += 6 if place[8] else 4
        origin, at = int.from_bytes(place[at:at + base], "big"), at + base
        pieces, at = struct.unpack(">H", place[at:at + 2])[0], at + 2
        data = b""
        for _ in range(pieces):
            start, size = struct.unpack(">II", place[at:at + 8])
            data, at = data + file[origin + start:origin + start + size], at + 8
        items[number] = (kinds[number], data)
    return top, meta, items


def written(file, exif, where):
    """The same file with other bytes for its EXIF item, in one piece or two, or in idat."""
    top, meta, items = parts(file)
    items = {number: (kind, exif if kind == b"Exif" else data) for number, (kind, data) in items.items()}

    def build(starts):
        places, inside, body, found = b"", b"", b"", {}
        for number, (kind, data) in items.items():
            half = len(data) // 2
            if kind == b"Exif" and where == "idat":
                places += struct.pack(">HHHHII", number, 1, 0, 1, 0, len(data))
                inside = data
                continue
            found[number] = len(body)
            start = starts.get(number, 0)
            if kind == b"Exif" and where == "two pieces":
                places += struct.pack(">HHHHIIII", number, 0, 0, 2, start, half, start + half + 16, len(data) - half)
                body += data[:half] + bytes(16) + data[half:]
            else:
                places += struct.pack(">HHHHII", number, 0, 0, 1, start, len(data))
                body += data
        boxes = {**meta, b"iloc": box(b"iloc", bytes([1, 0, 0, 0, 0x44, 0]) + struct.pack(">H", len(items)) + places)}
        if inside:
            boxes[b"idat"] = box(b"idat", inside)
        head = top[b"ftyp"] + box(b"meta", bytes(4) + b"".join(boxes.values()))
        return head + box(b"mdat", body), {number: len(head) + 8 + at for number, at in found.items()}

    return build(build({})[1])[0]


tags = Image.Exif()
tags[0x010F] = "Maker"
tags.get_ifd(0x8769)[0x9003] = "2024:05:06 07:08:09"
file = io.BytesIO()
pillow_heif.from_pillow(Image.new("RGB", (64, 64), (200, 30, 30))).save(file, exif=tags.tobytes(), quality=90)
tiff = tags.tobytes().removeprefix(b"Exif\0\0")
usual = struct.pack(">I", 6) + b"Exif\0\0" + tiff
files = {
    "as phones write it": (usual, "one piece"),
    "header at once": (struct.pack(">I", 0) + tiff, "one piece"),
    "six bytes before": (struct.pack(">I", 12) + bytes(6) + b"Exif\0\0" + tiff, "one piece"),
    "in idat": (usual, "idat"),
    "in two pieces": (usual, "two pieces"),
}


def command(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


readers = {
    "pillow-heif": lambda path: Image.open(path).getexif().get_ifd(0x8769).get(0x9003),
    "libvips": lambda path: command("vipsheader", "-f", "exif-ifd2-DateTimeOriginal", path),
    "exiv2": lambda path: pyexiv2.Image(path).read_exif().get("Exif.Photo.DateTimeOriginal"),
    "ExifTool": lambda path: command("exiftool", "-s3", "-DateTimeOriginal", path),
    "ExifRead": lambda path: exifread.process_file(open(path, "rb")).get("EXIF DateTimeOriginal"),
}
for name, (exif, where) in files.items():
    with open("photo.heic", "wb") as photo:
        photo.write(written(file.getvalue(), exif, where))
    assert Image.open("photo.heic").convert("RGB").getpixel((5, 5))[0] > 190
    seen = []
    for reader, read in readers.items():
        try:
            date = str(read("photo.heic") or "")
        except Exception as error:
            seen.append(f"{reader} raises {type(error).__name__}")
        else:
            seen.append(f"{reader} {'finds the date' if date.startswith('2024:05:06 07:08:09') else 'finds none'}")
    print(f"{name}: {', '.join(seen)}")
PY
cat >recorded <<'TXT'
as phones write it: pillow-heif finds the date, libvips finds the date, exiv2 finds the date, ExifTool finds the date, ExifRead finds the date
header at once: pillow-heif finds the date, libvips finds the date, exiv2 finds the date, ExifTool finds the date, ExifRead finds none
six bytes before: pillow-heif finds the date, libvips finds none, exiv2 finds the date, ExifTool finds the date, ExifRead finds the date
in idat: pillow-heif finds the date, libvips finds the date, exiv2 finds none, ExifTool finds none, ExifRead raises AssertionError
in two pieces: pillow-heif finds the date, libvips finds the date, exiv2 finds none, ExifTool finds the date, ExifRead raises AssertionError
TXT
venv/bin/python seen.py | tee seen
if ! diff recorded seen; then
  echo "Changed: a reader no longer finds, or misses, EXIF in these places as recorded (<)."
  exit 1
fi
