// The shapes that several scripts of the training share.

import type { ChosenEntry, LeftOutEntry, StoreOf } from "../shared/outbox/types";

/** A photo that the studio has already, of the photo browser. */
export interface LentPhoto { photo: string; name: string }

/** What the form says beside its pictures, as it was written last. */
export interface Answers { photographer?: string; kind?: string; notes?: string }

/** A picture that was chosen and is not ready yet. */
export type Chosen = ChosenEntry & { number: number };

/** A picture that is ready: the names of its files in the studio. */
export interface Attachment {
  id: string;
  number: number;
  page?: string;
  at?: number;
  name: string;
  field: string;
  photo?: string;
  picture: string;
  thumbnail: string;
}

/** A picture that cannot be shared. */
export type LeftOut = LeftOutEntry & { number: number };

export type PictureEntry = Chosen | Attachment | LeftOut;

/** A picture as it is sent. Those of before there were marks in drafts have no id. */
export interface SentPicture { id?: string; number: number; picture: string; thumbnail: string; name: string }

/** What is sent. Its pictures stand there as soon as all of them are ready. */
export interface Submission extends Answers { attachments?: SentPicture[]; marks?: Record<string, Mark[]> }

/** What is said to a critique: a draft without pictures. */
export interface AnswerDraft { critique: string; text: string; isDone: boolean }

export interface Draft {
  key?: string;
  /** The mark of the person that writes it. */
  user: string;
  state: "draft" | "sending" | "discarded";
  changed?: number;
  due?: number;
  sender?: string;
  answers: Answers;
  /** It answers a critique, and is none itself. */
  answer?: AnswerDraft;
  /** The photos of the photo browser that were taken in: none of them comes twice. */
  lent: string[];
  numbers: number;
  chosen: Chosen[];
  attachments: Attachment[];
  leftOut: LeftOut[];
  /** What was drawn on the pictures, by their ids. */
  marks?: Record<string, Mark[]>;
  submission?: Submission;
}

export type DraftStore = StoreOf<Draft>;

/** Something drawn on a picture. Its points are x and y in turn, from 0 to 1 of the picture's width and height. */
export interface NewMark { shape: string; points: number[]; colour: string; note: string }
export interface Mark extends NewMark { id: string }
/** What was drawn on a picture, and taken away, since it was saved. */
export interface MarkChanges { add: Mark[]; remove: string[] }

/** What marks are drawn on: the pictures of a critique, or those of a draft, one at a time. */
export interface MarkSurface {
  stage: HTMLElement;
  /** The marks of the picture that is looked at. */
  own: import("./picture-marks.js").PictureMarks;
  /** The picture is on the screen, and not on its way. */
  isThere: boolean;
  /** What is just being drawn. */
  current: NewMark | null;
  /** The id of the mark that stands out; empty: none. */
  chosen: string;
  /** Where the picture lies in the stage, and how many times nearer it is. */
  frame: import("./mark-geometry.js").Frame;
  grown: number;
  pointOf(finger: { clientX: number, clientY: number }): number[];
  draw(): void;
}

/** A critique in the list, as the page's HTML has it. */
export interface Card {
  id: string;
  /** Where it stands in the list, as the studio is asked for what comes behind it. */
  cursor: string;
  html: string;
}
/** A part of the list as the studio has answered it. */
export interface CardsPart {
  cards: Card[];
  /** The cursor behind which there are more; empty where there are none. */
  next: string;
}

export interface Size { width: number; height: number }
export interface Point { x: number; y: number }
