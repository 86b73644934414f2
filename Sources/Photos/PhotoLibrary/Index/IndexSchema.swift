import GRDB
import PhotoModel

/// The tables of the index. It can be thrown away: a change of them is a new number, and everything is read again.
enum IndexSchema {
  static let version = 8

  static func make(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE source (
          n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, mark TEXT, state TEXT NOT NULL DEFAULT 'new',
          remark TEXT NOT NULL DEFAULT '', unpaired INTEGER NOT NULL DEFAULT 0, away TEXT NOT NULL DEFAULT '');
        CREATE TABLE photo (
          n INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL, id TEXT NOT NULL, hash INTEGER NOT NULL,
          stamp INTEGER NOT NULL, name TEXT NOT NULL, sort TEXT NOT NULL, place TEXT NOT NULL, words TEXT NOT NULL,
          size INTEGER, bytes INTEGER NOT NULL, modified INTEGER, mark TEXT NOT NULL, shown INTEGER NOT NULL, month INTEGER NOT NULL,
          taken INTEGER, zone INTEGER, visible INTEGER NOT NULL, ready INTEGER NOT NULL, flags INTEGER NOT NULL,
          remark TEXT, format TEXT, width INTEGER, height INTEGER, camera TEXT, lens TEXT, exposure TEXT,
          latitude REAL, longitude REAL, head TEXT, full TEXT, content TEXT, trouble TEXT,
          tint TEXT NOT NULL DEFAULT '', star INTEGER NOT NULL DEFAULT 0, tags INTEGER NOT NULL DEFAULT 0,
          partner INTEGER, film INTEGER, fraction INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX photo_hash ON photo (source, hash, stamp);
        \(orders)
        \(sidecars)
        CREATE INDEX photo_unread ON photo (source) WHERE ready = 0;
        CREATE INDEX photo_refused ON photo (source) WHERE trouble IN ('gone', 'denied', 'unreadable');
        CREATE INDEX photo_key ON photo (head, size) WHERE head IS NOT NULL;
        CREATE INDEX photo_beside ON photo (source) WHERE flags & 256;
        CREATE INDEX photo_film ON photo (film) WHERE film IS NOT NULL;
        CREATE INDEX photo_content ON photo (content) WHERE content IS NOT NULL;
        CREATE TRIGGER film_left AFTER DELETE ON photo WHEN old.flags & 256 BEGIN
          UPDATE photo SET film = NULL WHERE film = old.n;
        END;
        CREATE TRIGGER film_changed AFTER UPDATE OF stamp ON photo WHEN old.flags & 256 AND old.stamp <> new.stamp BEGIN
          UPDATE photo SET film = NULL WHERE film = old.n;
        END;
        CREATE TABLE album (
          n INTEGER PRIMARY KEY, source INTEGER NOT NULL, title TEXT NOT NULL, UNIQUE (source, title));
        CREATE TABLE album_photo (
          album INTEGER NOT NULL, photo INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (album, photo)
        ) WITHOUT ROWID;
        CREATE INDEX album_of_photo ON album_photo (photo);
        CREATE TRIGGER photo_left AFTER DELETE ON photo BEGIN
          DELETE FROM album_photo WHERE photo = old.n;
        END;
        CREATE TABLE month_count (
          source INTEGER NOT NULL, month INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (source, month)
        ) WITHOUT ROWID;
        CREATE TABLE change (version INTEGER NOT NULL);
        INSERT INTO change VALUES (1);
        CREATE TRIGGER photo_added AFTER INSERT ON photo WHEN new.visible = 1 BEGIN
          INSERT INTO month_count VALUES (new.source, new.month, 1)
            ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER photo_removed AFTER DELETE ON photo WHEN old.visible = 1 BEGIN
          UPDATE month_count SET count = count - 1 WHERE source = old.source AND month = old.month;
        END;
        CREATE TRIGGER photo_moved AFTER UPDATE OF visible, month ON photo
        WHEN old.visible <> new.visible OR old.month <> new.month BEGIN
          UPDATE month_count SET count = count - (old.visible = 1) WHERE source = old.source AND month = old.month;
          INSERT INTO month_count VALUES (new.source, new.month, new.visible = 1)
            ON CONFLICT DO UPDATE SET count = count + (new.visible = 1);
        END;
        PRAGMA user_version = \(version);
        """)
  }

  /// Of each order, all that it goes by.
  private static let orders = """
    CREATE INDEX photo_date ON photo (visible, shown, fraction, sort, turn);
    CREATE INDEX photo_source ON photo (source, visible, shown, fraction, sort, turn);
    CREATE INDEX photo_name ON photo (visible, sort, shown, fraction, turn);
    CREATE INDEX photo_size ON photo (visible, bytes, shown, fraction, sort, turn);
    CREATE INDEX photo_starred ON photo (shown, fraction, sort, turn) WHERE star = 1;
    """

  /// Files beside photos that may speak of them, as the last whole scan found them.
  private static let sidecars = """
    CREATE TABLE IF NOT EXISTS sidecar (
      n INTEGER PRIMARY KEY, source INTEGER NOT NULL, id TEXT NOT NULL, hash INTEGER NOT NULL, stamp INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS sidecar_hash ON sidecar (source, hash, stamp);
    """

  /// ``NaturalName``, ``PhotoTurn``, ``PlaceSum`` and ``FileMoment/nanoseconds(_:)`` for statements, which every connection knows.
  static let placing = [
    DatabaseFunction("natural_name", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map(NaturalName.key)
    },
    DatabaseFunction("photo_turn", argumentCount: 2, pure: true) { values in
      guard let id = String.fromDatabaseValue(values[0]), let source = String.fromDatabaseValue(values[1]) else {
        return nil
      }
      return PhotoTurn.of(id, in: source)
    },
    DatabaseFunction("place_sum", argumentCount: 2, pure: true) { values in
      guard let id = String.fromDatabaseValue(values[0]), let source = String.fromDatabaseValue(values[1]),
        let source = PhotoSourceID(source)
      else { return nil }
      return PlaceSum.of(PhotoID(id), in: source)
    },
    DatabaseFunction("file_nanoseconds", argumentCount: 1, pure: true) { values in
      Int64.fromDatabaseValue(values[0]).map(FileMoment.nanoseconds)
    },
  ]

  /// ``FoldedWords`` for statements, which every connection knows.
  static let folding = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(FoldedWords.of)
  }

  /// Makes a table of an earlier version one of now, where no photo has to be read for that.
  /// - Returns: whether it could be; otherwise it is made anew.
  static func bringUp(_ db: Database, from old: Int) throws -> Bool {
    guard (4...7).contains(old) else { return old == version }
    try foldWords(db)
    if old < 6 { try place(db) }
    // Of version 6 and before none is known yet: the next scan takes each for a new one, and reads its photo once more.
    try db.execute(sql: "\(sidecars); PRAGMA user_version = \(version)")
    return true
  }

  /// Words of version 4 were not folded; until version 7 digits of other scripts were not. Folded once more what is folded stays.
  private static func foldWords(_ db: Database) throws {
    // Plain letters were folded already.
    try db.execute(
      sql: "UPDATE photo SET words = folded(words) WHERE words GLOB '*[^' || char(1) || '-' || char(127) || ']*'")
  }

  /// Photos of version 5 stood in no order within a second. Names and files' times are here already. What a photo itself says is read
  /// with what was not read yet, of those alone that share their second; what a catalog or a library says comes with its next scan.
  private static func place(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP INDEX photo_date; DROP INDEX photo_source; DROP INDEX photo_name; DROP INDEX photo_size;
        DROP INDEX photo_starred;
        ALTER TABLE source ADD COLUMN away TEXT NOT NULL DEFAULT '';
        ALTER TABLE photo ADD COLUMN fraction INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE photo ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
        UPDATE photo SET sort = natural_name(name),
          turn = coalesce(photo_turn(id, (SELECT id FROM source WHERE source.n = photo.source)), 0),
          fraction = CASE WHEN taken IS NULL THEN coalesce(file_nanoseconds(modified), 0) ELSE 0 END;
        \(orders)
        UPDATE photo SET ready = 0 WHERE visible <> 0 AND taken IS NOT NULL
          AND source IN (SELECT n FROM source WHERE mark NOT GLOB '*[^0-9]*')
          AND EXISTS (SELECT 1 FROM photo q WHERE q.visible = photo.visible AND q.shown = photo.shown AND q.n <> photo.n);
        UPDATE photo SET head = place_sum(id, (SELECT id FROM source WHERE source.n = photo.source)), full = NULL
          WHERE size = 0 AND head IS NOT NULL;
        UPDATE source SET mark = NULL WHERE mark GLOB '*[^0-9]*';
        """)
  }
}
