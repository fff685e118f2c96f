import { exactDollars } from "./exact-dollars";

export function Money({ dollars }: { dollars: number }) {
  return <span className="font-figures tabular-nums">{exactDollars(dollars)}</span>;
}

const counts = new Intl.NumberFormat("en-US");

export function Count({ of }: { of: number }) {
  return <span className="font-figures tabular-nums">{counts.format(of)}</span>;
}
