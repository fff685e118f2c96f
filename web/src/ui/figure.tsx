import { formatCount } from "@fairclick/core/language/t";
import { exactDollars } from "./format/exact-dollars";

export function Money({ dollars }: { dollars: number }) {
  return <span className="font-figures tabular-nums">{exactDollars(dollars)}</span>;
}

export function Count({ of }: { of: number }) {
  return <span className="font-figures tabular-nums">{formatCount(of)}</span>;
}
