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
