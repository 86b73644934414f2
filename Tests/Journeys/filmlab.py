"""Short films for live photos, of moving colours."""

import shutil
import subprocess


def tool():
    return shutil.which("ffmpeg")


def film(path, moment, codec="libx264", ending="mov", seconds=1.5):
    """A film that was taken at a moment in UTC."""
    quiet = ["-x265-params", "log-level=none"] if codec == "libx265" else []
    tags = {"libx264": "avc1", "libx265": "hvc1", "libvpx-vp9": "vp09"}
    subprocess.run(
        [tool(), "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size=320x240:rate=15:duration={seconds}", "-f", "lavfi", "-i",
         f"sine=frequency=440:duration={seconds}", "-c:v", codec, *quiet, "-pix_fmt", "yuv420p", "-tag:v", tags[codec], "-c:a", "aac",
         "-metadata", f"creation_time={moment.strftime('%Y-%m-%dT%H:%M:%S')}.000000Z", "-f", ending, str(path)], check=True)
    return path


def undecodable(path):
    """The same film, of a codec that is unknown: as an HEVC film is to a browser without a decoder for it."""
    data = path.read_bytes()
    assert data.count(b"avc1") >= 1
    path.write_bytes(data.replace(b"avc1", b"zzz9"))

