import type { ListAge } from "@fairclick/core/ip/ip-data-age";
import type { Ctx } from "../../context";
import type { Vitals } from "../health/read-vitals";

/** Something that waits too long or is wrong now. */
export type Problem = {
  /** What it is about; unique per watch: `books`, `link:<code>`. At most 200 characters. */
  subject: string;
  /** One line; the subject of the mail. */
  title: string;
  detail: string;
  /** What an operator can do, with the command. */
  advice: string;
};

export type WatchCtx = Pick<Ctx, "db" | "now" | "log"> & {
  readVitals: () => Promise<Vitals>;
  windowSeconds: number;
  /** When each address list was last confirmed; null if that is unknown, or the lists are off. */
  listAges: () => readonly ListAge[] | null;
};

export type Watch = {
  name: string;
  /** Returns the current problems, at most 50; null if they cannot be known now. */
  find: (ctx: WatchCtx) => Promise<readonly Problem[] | null>;
};
