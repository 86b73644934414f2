"""Puts a small JPEG into a large one's EXIF, as cameras do.  previewlab.py LARGE SMALL TARGET"""

import struct
import sys

large, small = (open(path, "rb").read() for path in sys.argv[1:3])
# The picture's own directory with its orientation, then the preview's: how it is packed, where it is, how long.
first, second = 8, 8 + 2 + 12 + 4
start = second + 2 + 3 * 12 + 4
tiff = b"MM\0*" + struct.pack(">I", first)
tiff += struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, 1, 0, second)
tiff += struct.pack(">HHHIHH", 3, 0x0103, 3, 1, 6, 0)
tiff += struct.pack(">HHII", 0x0201, 4, 1, start) + struct.pack(">HHII", 0x0202, 4, 1, len(small)) + struct.pack(">I", 0)
payload = b"Exif\0\0" + tiff + small
assert len(payload) < 65_534, "EXIF has no room for it"
with open(sys.argv[3], "wb") as file:
    file.write(large[:2] + b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload + large[2:])
