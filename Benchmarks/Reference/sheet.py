"""A printer's sheet as photobooth-app 9 makes it: sheet.py RUNS OUT.jpg PHOTO PHOTO PHOTO
Runs its collage of three photos on a canvas of 1240x1844, photos where bench-imaging has them, and prints the median of the
milliseconds of CPU of all its threads, and the best."""
import logging
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

runs, out, photos = int(sys.argv[1]), Path(sys.argv[2]).resolve(), [Path(path).resolve() for path in sys.argv[3:6]]
# It writes its settings and logs to where it is started.
os.chdir(tempfile.mkdtemp())
logging.disable(logging.CRITICAL)
from photobooth.services.config.groups.actions import CollageProcessing  # noqa: E402
from photobooth.services.config.models.models import CollageMergeDefinition  # noqa: E402
from photobooth.services.mediaprocessing.processes import process_and_generate_collage  # noqa: E402

config = CollageProcessing(
    canvas_width=1240,
    canvas_height=1844,
    merge_definition=[
        CollageMergeDefinition(pos_x=217, pos_y=y, width=806, height=537, rotate=0) for y in (64, 643, 1222)
    ],
    canvas_fill_background_enable=True,
    canvas_fill_background_color="#212121",
    canvas_img_background_enable=False,
    canvas_img_front_enable=False,
    canvas_texts_enable=False,
)
item = SimpleNamespace(pipeline_config=config.model_dump(mode="json"), processed=out)
times = []
for _ in range(runs):
    begun = time.process_time()
    process_and_generate_collage(photos, item)
    times.append((time.process_time() - begun) * 1000)
print(f"{statistics.median(times):.2f} {min(times):.2f}")
