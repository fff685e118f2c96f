import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { printable } from "./printable";

/** Cuts or pads a text to exactly `columns` terminal columns. */
export function fitTo(text: string, columns: number, side: "left" | "right" = "left"): string {
  if (columns <= 0) return "";
  const clean = printable(text);
  const cut = stringWidth(clean) > columns ? cliTruncate(clean, columns) : clean;
  const space = " ".repeat(columns - stringWidth(cut));
  return side === "left" ? cut + space : space + cut;
}
