// Shapes of forms and answers that several scripts of the reports share.

export type SingleAnswer = string | number | boolean | null | undefined;
export type Answer = SingleAnswer | SingleAnswer[];
/** A row of a repeated question: answers by the columns' ids. */
export type Row = Record<string, Answer>;
export type FieldAnswer = Answer | Row[];

/** A character: ranges of code points, and whether it is none of them; a sequence; a choice; a repetition, without end where `most` is null. */
export type Pattern = [ranges: [low: number, high: number][], isNot: boolean] | { r: Pattern[] } | { c: Pattern[] }
  | { m: Pattern, least: number, most: number | null };

/** What an answer may be at least and at most: as numbers, and as the form's maker wrote it. */
export interface Bounds {
  kind: "number" | "date" | "time" | "length" | "count";
  least: string | null;
  most: string | null;
  min: string;
  max: string;
}

/** What a page says of a field of its form (`data-fields`). */
export interface Field {
  id: string;
  label: string;
  type: string;
  required: boolean;
  /** It fills itself in. */
  auto: boolean;
  smart: boolean;
  /** It is filled in again when what it follows from has changed. */
  update: boolean;
  expression?: string;
  /** What it begins with. */
  value?: Answer;
  /** The condition on which it is asked. */
  when?: string;
  pattern?: Pattern;
  bounds?: Bounds;
  /** Of a repeated question. */
  columns?: Field[];
}

/** A question with rows. */
export type RowsField = Field & { columns: Field[] };

export interface School { id: string; name: string }

/** A picture of a draft that is ready. */
export interface Attachment { sha256: string; size: number; type: string; name: string; field: string }
/** A picture that was chosen and is not ready yet. */
export interface ChosenFile { id: string; name: string; field: string; number?: number }
/** A picture that was chosen and cannot be sent. */
export interface LeftOutFile { id: string; name: string; field: string; fault: string }

/** The device's clock, when a draft was begun: seconds since 1970, and seconds east of Greenwich. */
export interface Moment { now: number; offset: number }

/** What a report says, as it is sent. */
export interface Submission {
  key: string;
  template: string;
  version: string;
  date: string;
  answers: Record<string, FieldAnswer>;
  former: Record<string, { label: string, value: FieldAnswer }>;
  schools: string[];
  schoolNames: string[];
  pictures: number;
  attachments?: Attachment[];
  sources: Record<string, Source | null>;
  position: string;
  now: number;
  offset: number;
}

/** Where an answer that fills itself in comes from. */
export interface Source { source: string; at: string }

/** The state of a part that this device and the studio both had: its stamp, and what a list then contained. */
export interface Agreement { at: number; names?: string[] }

/** A report while it is written, as this browser stores it. */
export interface Draft {
  key?: string;
  user: string;
  template: string;
  templateName: string;
  version: string;
  date: string;
  begun?: Moment;
  answers: Record<string, FieldAnswer>;
  /** The ids of fields that fill themselves in and that a person has typed over. */
  typed: Record<string, boolean>;
  sources: Record<string, Source>;
  /** Labels of fields of older versions of the form. */
  labels?: Record<string, string>;
  schools: School[];
  /** The school that stands in the list and is not added yet. */
  choosing?: School;
  attachments: Attachment[];
  chosen?: ChosenFile[];
  leftOut?: LeftOutFile[];
  position: string;
  state: "draft" | "sending" | "discarded";
  /** Until when it can be taken back. */
  due?: number;
  /** The mark of the person that sends it. */
  sender?: string;
  submission?: Submission;
  /** It has agreements about its answers; drafts of earlier versions have none. */
  agrees?: boolean;
  agreed?: Record<string, Agreement>;
  /** What was written on another device to the same question. */
  others?: Record<string, FieldAnswer[]>;
  /** Each part's number, which grows with each change. */
  stamps?: Record<string, number>;
  clock?: number;
  /** It says on which day it was. */
  dated?: boolean;
}

/** A part of a draft as the studio has it. */
export interface SharedPart { at: number; value: unknown; after?: number }

/** How far the sending of a draft is. */
export interface SendingState {
  phase: string;
  sent: number;
  total: number;
  address: string;
  key: string;
  faults?: Record<string, string>;
  why?: { fault: string, picture?: string };
}

/** Drafts and their files in this browser. */
export type DraftStore = import("../shared/outbox/types").StoreOf<Draft>;

/** News of pictures that are made ready. */
export interface PictureNews { key: string; entry: { id: string, field: string }; left?: number }

/** Sends drafts, and makes their pictures ready. */
export interface Outbox {
  /** For how many seconds a report can be taken back. */
  seconds: number;
  isReading(): boolean;
  /** How many milliseconds remain to take it back. */
  left(draft: Draft): number;
  listen(heard: (news: PictureNews) => void): void;
  prepare(key: string): Promise<unknown>;
  send(key: string, report: (state: SendingState) => void): Promise<SendingState | null>;
  take(key: string, files: File[], field: string, most: number, nameOf: (file: File) => string): Promise<{ isLate: boolean, isFull: boolean }>;
  takeBack(key: string): Promise<boolean>;
}

/** A field of a form as it is built and stored. It may have parts that this page does not know. */
export interface TemplateField {
  id: string;
  type: string;
  label?: string;
  options?: string[];
  /** How it fills itself in. */
  smartConfig?: Record<string, unknown>;
  /** Of a repeated question. */
  columns?: TemplateField[];
  [setting: string]: unknown;
}

/** A form as it is built and stored. */
export interface Template {
  id: string;
  fields: TemplateField[];
  [setting: string]: unknown;
}

/** What is odd about a form. */
export interface TemplateProblem {
  /** Its kind. */
  of: string;
  /** The field's id; `rows.column` for a column; null: it is about the form. */
  field: string | null;
  words: string;
  /** The form could not work. */
  broken: boolean;
}
