"""A bucket and an Apple Photos library as others would have made them, for journeys: the catalog's format and the library's tables
are theirs."""

import hashlib
import http.server
import pathlib
import socket
import sqlite3
import threading

ACCOUNT = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
BUCKET = "photos"


def md5(data):
    return hashlib.md5(data).hexdigest()


class Bucket:
    """Reads objects out to who signs their requests; may be gone, and come back at the same port."""

    def __init__(self, port=0):
        self.objects = {}
        self.asked = []
        self.open = set()
        self.server = None
        self.port = port
        self.start()

    def start(self):
        bucket = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                bucket.open.add(self.connection)

            def finish(self):
                bucket.open.discard(self.connection)
                super().finish()

            def answer(self, hasBody):
                path = self.path.split("?")[0].removeprefix(f"/{BUCKET}/")
                bucket.asked.append((self.command, path))
                signed = "AWS4-HMAC-SHA256" in self.headers.get("Authorization", "")
                data = bucket.objects.get(path) if signed else None
                code = "AccessDenied" if not signed else "NoSuchKey"
                status = 200 if data is not None else 403 if not signed else 404
                body = data if data is not None else f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("ETag", f'"{md5(body)}"')
                self.end_headers()
                if hasBody:
                    self.wfile.write(body)

            def do_GET(self):
                self.answer(True)

            def do_HEAD(self):
                self.answer(False)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        # Those that are connected are gone, too.
        for connection in list(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it was before

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.port}"

    def publish(self, photos):
        """Photos as (bytes, seconds since 1970), with a catalog of the second kind."""
        rows = ["photo_head_md5,file_size,photo_md5,photo_date,format"]
        for data, seconds in sorted(photos, key=lambda photo: -photo[1]):
            rows.append(f"{md5(data[:4096])},{len(data)},{md5(data)},{seconds},JPEG")
            self.objects[f"photos/{ACCOUNT}/{md5(data)}.dat"] = data
            self.objects[f"thumbnails/{ACCOUNT}/{md5(data)}.jpg"] = data
        catalog = ("\n".join(rows) + "\n").encode()
        self.objects[f"catalogs/{ACCOUNT}/.photolala.{md5(catalog)}.csv"] = catalog
        self.objects[f"catalogs/{ACCOUNT}/.photolala.md5"] = (md5(catalog) + "\n").encode()


def library(path, photos, albums):
    """A library of macOS 13's kind. Photos are (name, bytes, seconds since 2001); albums are title → places among the photos."""
    path = pathlib.Path(path)
    (path / "database").mkdir(parents=True)
    db = sqlite3.connect(path / "database" / "Photos.sqlite")
    db.executescript("""
        CREATE TABLE ZASSET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZADDITIONALATTRIBUTES INTEGER, ZUUID VARCHAR,
          ZFILENAME VARCHAR, ZDIRECTORY VARCHAR, ZKIND INTEGER DEFAULT 0, ZKINDSUBTYPE INTEGER DEFAULT 0, ZFAVORITE INTEGER,
          ZHIDDEN INTEGER, ZTRASHEDSTATE INTEGER, ZHASADJUSTMENTS INTEGER, ZWIDTH INTEGER, ZHEIGHT INTEGER,
          ZDATECREATED TIMESTAMP, ZMODIFICATIONDATE TIMESTAMP, ZADJUSTMENTTIMESTAMP TIMESTAMP, ZLATITUDE FLOAT,
          ZLONGITUDE FLOAT, ZAVALANCHEUUID VARCHAR, ZAVALANCHEPICKTYPE INTEGER, ZMEDIAGROUPUUID VARCHAR,
          ZUNIFORMTYPEIDENTIFIER VARCHAR, ZCLOUDLOCALSTATE INTEGER DEFAULT 0);
        CREATE TABLE ZADDITIONALASSETATTRIBUTES (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER, ZORIGINALFILENAME VARCHAR,
          ZORIGINALFILESIZE INTEGER, ZTITLE VARCHAR, ZTIMEZONEOFFSET INTEGER, ZINFERREDTIMEZONEOFFSET INTEGER);
        CREATE TABLE ZGENERICALBUM (Z_PK INTEGER PRIMARY KEY, ZKIND INTEGER, ZTITLE VARCHAR, ZUUID VARCHAR,
          ZTRASHEDSTATE INTEGER DEFAULT 0, ZPARENTFOLDER INTEGER);
        CREATE TABLE Z_28ASSETS (Z_28ALBUMS INTEGER, Z_3ASSETS INTEGER, Z_FOK_3ASSETS INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        INSERT INTO Z_PRIMARYKEY VALUES (3, 'Asset', 0, 0), (28, 'Album', 25, 0);
    """)
    plist = b'<?xml version="1.0"?><plist version="1.0"><dict><key>PLModelVersion</key><integer>16320</integer></dict></plist>'
    db.execute("INSERT INTO Z_METADATA VALUES (1, 'X', ?)", (plist,))
    for number, (name, data, seconds) in enumerate(photos, 1):
        uuid = f"{number % 16:X}0000000-0000-4000-8000-{number:012}"
        db.execute(
            "INSERT INTO ZASSET (Z_PK, Z_ENT, ZADDITIONALATTRIBUTES, ZUUID, ZFILENAME, ZDIRECTORY, ZDATECREATED, ZLATITUDE, ZLONGITUDE,"
            " ZUNIFORMTYPEIDENTIFIER) VALUES (?, 3, ?, ?, ?, ?, ?, 48.2, 16.4, 'public.jpeg')",
            (number, number + 100, uuid, uuid + ".jpeg", uuid[0], seconds))
        db.execute(
            "INSERT INTO ZADDITIONALASSETATTRIBUTES (Z_PK, ZASSET, ZORIGINALFILENAME, ZORIGINALFILESIZE) VALUES (?, ?, ?, ?)",
            (number + 100, number, name, len(data)))
        place = path / "originals" / uuid[0]
        place.mkdir(parents=True, exist_ok=True)
        (place / (uuid + ".jpeg")).write_bytes(data)
    for key, (title, places) in enumerate(albums.items(), 1):
        db.execute("INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE) VALUES (?, 2, ?)", (key, title))
        db.executemany("INSERT INTO Z_28ASSETS VALUES (?, ?, 0)", [(key, place + 1) for place in places])
    db.commit()
    db.close()
