import type { Size } from "./layout";

/** Chapters of the help: a title, and what each key does. */
const chapters: [string, [string, string][]][] = [
  [
    "Looking around",
    [
      ["↑ ↓ j k", "move; PgUp and PgDn by a page"],
      ["g G", "to the newest; to the last loaded"],
      ["tab enter", "to the detail, or the clicks of a row"],
      ["esc", "back from the detail; unmark; then to all flagged clicks"],
      ["← →", "to the view before; forward again"],
      ["1 2 3", "clicks; flagged ones by link; by address"],
      ["4", "links by what is odd in their paid clicks, and by money"],
      ["5 6 7 8 9", "all clicks by /24; /48; AS; device; user agent"],
      ["S R", "sort by the next figure (2 to 9); reload"],
      ["c o i v", "all clicks of the creator; the link; the address; v paid ones too"],
      ["t", "accounts related to the creator; of other rows, links or creators first"],
      ["T", "clicks of the link per hour; + by the minute, - by the day"],
      ["y", "copy the id, code or address"],
      ["/", "filter: held signal:vpn creator:chris 203.0.113.0/24 from:2h"],
      [":", "a command: links, suspects, timeline, help, quit; Tab completes"],
      ["f F", "saved filters, 1 to 9 apply one; save the current filter"],
    ],
  ],
  [
    "Mouse; --no-mouse leaves it to the terminal, which then selects text",
    [
      ["left right", "select the row; mark it. On a column's heading: sort by it"],
      ["wheel", "scroll what is below the pointer; zoom the timeline"],
    ],
  ],
  [
    "Marking; acts then apply to all marked rows",
    [
      ["space V A", "mark the row; from the last marked one to here; all loaded"],
      ["esc", "unmark all"],
    ],
  ],
  [
    "Acts; each requires a reason and shows its effect before you confirm",
    [
      ["a x r", "approve; reject; reverse. With an appeal: accept; decline"],
      ["l s n", "disable the link; suspend the creator; deny the address"],
      ["u", "undo the last act; approved clicks are held again"],
    ],
  ],
  [
    "Signs",
    [
      ["? x + - .", "held, invalid, valid, unpaid, pending; ! has an open appeal"],
      ["> * »", "selected, marked, both"],
    ],
  ],
];

export type HelpLine = { kind: "title" | "keys" | "blank"; keys: string; text: string };

export const helpLines: readonly HelpLine[] = chapters.flatMap(([title, keys], i) => [
  ...(i === 0 ? [] : [{ kind: "blank" as const, keys: "", text: "" }]),
  { kind: "title" as const, keys: "", text: title },
  ...keys.map(([key, text]) => ({ kind: "keys" as const, keys: key, text })),
]);

/** Number of help lines that fit on the screen; the last row is the footer. */
export function helpRows({ rows }: Size): number {
  return rows - 1;
}
