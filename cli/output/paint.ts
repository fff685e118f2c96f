import { styleText } from "node:util";

type Painter = (text: string) => string;
export type Paint = Record<"good" | "bad" | "warn" | "faint" | "strong", Painter>;

const styles = {
  good: "green",
  bad: "red",
  warn: "yellow",
  faint: "dim",
  strong: "bold",
} as const;

/** Returns functions that style a text for the terminal, or that return it unchanged without `colours`. */
export function createPaint(colours: boolean): Paint {
  const painter =
    (style: keyof typeof styles): Painter =>
    (text) =>
      colours ? styleText(styles[style], text, { validateStream: false }) : text;
  return {
    good: painter("good"),
    bad: painter("bad"),
    warn: painter("warn"),
    faint: painter("faint"),
    strong: painter("strong"),
  };
}
