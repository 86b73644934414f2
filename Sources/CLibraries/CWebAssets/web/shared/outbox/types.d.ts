// The shapes that the outbox shares with the features that send through it. A feature's own drafts and attachments have more fields.

/** A file that was chosen and is not ready yet. */
export interface ChosenEntry {
  id: string;
  /** The files of a draft are counted from 1. */
  number?: number;
  /** The page that reads it. */
  page?: string;
  /** When it was chosen: milliseconds since 1970. */
  at?: number;
  name: string;
  field: string;
  /** A photo that the studio has already: nothing is read. */
  photo?: string;
}

/** A file that was chosen and cannot be sent. */
export interface LeftOutEntry { id: string; name: string; field: string; fault: string; said?: string; number?: number }

/** A file that is ready. Reports name theirs by `sha256`, the training by `id`. */
export interface Attachment { id?: string; sha256?: string; field?: string; name?: string }

/** What is sent. `attachments` stands there as soon as it is final. */
export interface Submission { attachments?: object[]; pictures?: number }

export interface Draft {
  key?: string;
  user: string;
  state: "draft" | "sending" | "discarded";
  /** When it was written the last time: milliseconds since 1970. */
  changed?: number;
  /** Until when it can be taken back: milliseconds since 1970. */
  due?: number;
  /** The mark of the person that sends it. */
  sender?: string;
  submission?: Submission;
  attachments: Attachment[];
  chosen?: ChosenEntry[];
  leftOut?: LeftOutEntry[];
  /** How many files were chosen so far. */
  numbers?: number;
}

export type Stored<D> = D & { key: string, changed: number };
export type StoredDraft = Stored<Draft>;
/** Gives back the draft as it is from now on; nothing is written where it gives back nothing. */
export type ChangeOf<D> = (found: D | undefined) => D | null | undefined | false;
export type Change = ChangeOf<Draft>;

/** A store of one feature, whose drafts are of the shape `D`. */
export interface StoreOf<D> {
  isHeld(key: string): boolean;
  all(user: string): Promise<Stored<D>[]>;
  sending(person: string): Promise<Stored<D>[]>;
  get(key: string): Promise<D | undefined>;
  change(key: string, change: ChangeOf<D>): Promise<D | null | undefined | false>;
  rename(key: string): Promise<string>;
  addFile(key: string, name: string, blob: Blob): Promise<void>;
  holdFile(key: string, name: string, blob: Blob): void;
  file(key: string, name: string): Promise<Blob | undefined>;
  removeFile(key: string, name: string): Promise<void>;
  remove(key: string): Promise<void>;
  discarded(user: string): Promise<string[]>;
  discard(key: string, user: string): Promise<void>;
}
export type Store = StoreOf<Draft>;
/** What the outbox needs of a store. */
export type OutboxStore = Omit<Store, "isHeld" | "all" | "sending" | "discarded" | "discard">;

/** What the studio says, beside its status. */
export interface AnswerBody {
  missing?: string[];
  faults?: Record<string, string>;
  address?: string;
  error?: string;
  to?: string;
  picture?: string;
  thumbnail?: string;
}
export interface Answer { status: number; body: AnswerBody }

/** Said while a file is made ready, by one of the page's words, or by what the studio says. */
export interface Said { word: string; text?: string }
export interface News {
  key: string;
  entry: { id: string, field?: string };
  fraction?: number;
  said?: Said;
  left?: number;
  isFull?: boolean;
  isSignedOut?: boolean;
}
export interface MakeOptions { key: string; signal: AbortSignal; progress(fraction: number): void; say(said: Said): void }

/** What became of a file: it is ready (`put`), left out (`fault`), or it stays as it is (`signedOut`, `isLater`). */
export interface Made {
  put?(draft: Draft): void;
  /** The name and the bytes of the file that belongs to it. */
  name?: string;
  blob?: Blob;
  fault?: string;
  said?: string;
  /** The status that says so. */
  signedOut?: number;
  isLater?: boolean;
}

export interface ChosenOptions {
  /** Without bytes: they could not be read to their end. */
  make(entry: ChosenEntry, bytes: Blob | null, options: MakeOptions): Promise<Made>;
  /** How many attachments a draft may have. */
  most?: number;
  /** So many more than fit are taken in, as those that stand before them may be of no use. */
  spare?: number;
  /** What was chosen stays beside what was made of it. */
  keepsOriginals?: boolean;
  /** What was left out stays until it is taken out by itself. */
  keepsLeftOut?: boolean;
}

/** A chosen file, or a photo that the studio has already. */
export type Source = File | { photo: string, name: string };
export interface Taken {
  /** It is on its way as it is. */
  isLate: boolean;
  /** More were chosen than fit. */
  isFull: boolean;
  entries: ChosenEntry[];
}
export interface Chosen {
  listen(heard: (news: News) => void): void;
  isReading(): boolean;
  take(key: string, files: Source[], field: string, most: number, nameOf: (file: Source) => string): Promise<Taken>;
  leave(key: string, id: string): Promise<void>;
  prepare(key: string): Promise<number | void>;
  settled(key: string): Promise<number | void>;
  bytesAsChosen(key: string, entry: { id: string }): Promise<Blob | undefined>;
}

export interface OutboxOptions extends ChosenOptions {
  /** An attachment as it is sent. */
  attachment(attachment: Attachment): object;
  /** Sends what stands in the draft's `submission`. */
  submit(draft: Draft): Promise<SendingEvent>;
  /** Where a file goes that the studio lacks. */
  uploads?(sha256: string): string;
  /** A draft under its new key. */
  renamed?(draft: Draft): Draft;
}

/** What is wrong: with a picture, by its hash, or with all of it. */
export interface Why { fault: string; picture?: string }

export type Phase = "new" | "held" | "readying" | "lacking" | "asking" | "uploading" | "waiting" | "arrived" | "taken" | "takenBack" | "refused" | "gone" | "signedOut";
export interface SendingState {
  phase: Phase;
  /** The hashes of the files that the studio lacks. */
  missing: string[];
  sent: number;
  total: number;
  /** How often it was in vain, in a row. */
  failures: number;
  /** All its files are ready. */
  isReady?: boolean;
  /** Signed in, without the right to it. */
  isForbidden?: boolean;
}
/** How sending ended, or how it is going. */
export interface SendingReport extends SendingState {
  address?: string;
  said?: string;
  faults?: Record<string, string>;
  why?: Why;
  /** Its key from now on. */
  key?: string;
}

export type SendingEvent =
  | { kind: "begin", left: number }
  | { kind: "held" | "takenBack" | "lost" | "again" | "cut" | "time" }
  | { kind: "prepared", faults?: Record<string, string> }
  | { kind: "answered", status: number, missing?: string[], faults?: Record<string, string>, address?: string, said?: string }
  | { kind: "stored", sha256: string };

export type Effect =
  | { do: "hold" | "wait", milliseconds: number }
  | { do: "prepare" | "submit" | "forget" | "rename" }
  | { do: "upload", sha256: string }
  | { do: "reopen", faults?: Record<string, string>, why?: Why };

export interface Outbox extends Chosen {
  /** For how many seconds something can be taken back. */
  seconds: number;
  /** How many milliseconds remain to take it back. */
  left(draft: { due?: number }): number;
  send(key: string, report: (state: SendingReport) => void): Promise<SendingReport | null>;
  takeBack(key: string): Promise<boolean>;
  reopen(key: string): Promise<Draft | null | undefined | false>;
}
