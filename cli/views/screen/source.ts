/** Something an operator can do about a row: a command line and the key that runs it. */
export type Act = {
  key: string;
  label: string;
  /** Words of the command line, without the reason. */
  command: readonly string[];
  /** Label of the prompt for the reason. */
  prompt: string;
  /** Words of the command line that undoes it, without the reason. */
  undo?: readonly string[];
};

export type Tone = "good" | "bad" | "warn" | "faint";

export type Row = {
  /** Unique in the list. */
  key: string;
  /** What messages call it. */
  name: string;
  /** One text per column. */
  cells: readonly string[];
  tone: Tone | null;
  /** Lines of the detail above the output of `show`. */
  about: readonly string[];
  /** Words of the command line whose output is the detail; null without one. */
  show: readonly string[] | null;
  acts: readonly Act[];
  /** Lists that keys open while the row is selected. */
  views: readonly KeyedView[];
};

export type Page = {
  rows: readonly Row[];
  /** Where the following rows begin; null at the end of the list. */
  cursor: string | null;
  title: string;
  /** What is wrong with the marketplace; null if nothing is. */
  warning: string | null;
  /** The lists that Tab goes through. */
  tabs: readonly View[];
  /** Lists that keys open whatever row is selected. */
  views: readonly KeyedView[];
};

/** A list that the screen can show. */
export type View = {
  /** Shown in the title. Views with the same name are the same list. */
  name: string;
  /** Reads the first rows, or those from the cursor on. */
  read: (cursor: string | null) => Promise<Page>;
};
export type KeyedView = { key: string; label: string; view: View };

/** A width of 0 takes what the other columns leave. */
export type Column = { heading: string; width: number; side?: "right" };

/** What a screen lists, and how. */
export type Source = {
  columns: readonly Column[];
  start: View;
  /** Runs a command line and returns what it printed. */
  run: (words: readonly string[]) => Promise<{ isDone: boolean; text: string }>;
  /** Shown in place of rows if there are none. */
  emptyText: string;
  /** Lines of the help about the rows and their keys. */
  help: readonly string[];
  /** Time from an answer to the next read. */
  pollMs: number;
};

/** An act that was performed. */
export type DoneAct = { text: string; reason: string };
