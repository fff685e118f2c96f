import type { MonthReport, ReportGroup } from "./report-schema";

/** The change of one kind of account by one kind of transaction. */
export type Movement = {
  account: string;
  kind: string;
  /** Within the month, and after it. */
  monthMicros: bigint;
  laterMicros: bigint;
};

/** Kinds of accounts in the order of the report. */
const groups: Record<string, ReportGroup> = {
  stripe_clearing: "holds",
  wallet: "owes",
  escrow: "owes",
  earnings: "owes",
  in_transit: "owes",
  debt: "owed",
  fees: "earned",
  stripe_fees: "paid",
  losses: "paid",
};

/** The ledger credits what the business owes and earns; the report counts the others positive too. */
const isDebited = (group: ReportGroup) => group === "holds" || group === "owed" || group === "paid";

type Books = {
  /** The balances now, by kind of account. */
  balances: ReadonlyMap<string, bigint>;
  /** All movements since the month began. */
  movements: readonly Movement[];
};

type Line = {
  account: string;
  group: ReportGroup;
  opening: bigint;
  moves: { kind: string; micros: bigint }[];
  closing: bigint;
};

/**
 * Computes a month's figures from the balances now, back through what moved since the month began.
 * Throws if the ledger has a kind of account that the report does not know.
 */
export function reportMonth(books: Books): Omit<MonthReport, "month" | "from" | "to"> {
  const seen = [...books.balances.keys(), ...books.movements.map(({ account }) => account)];
  const unknown = seen.find((account) => !Object.hasOwn(groups, account));
  if (unknown) throw new Error(`The report does not know accounts of the kind ${unknown}`);
  const lines = Object.entries(groups).map(([account, group]) => toLine(account, group, books));
  const sum = (group: ReportGroup, pick: (line: Line) => bigint) =>
    lines.filter((line) => line.group === group).reduce((total, line) => total + pick(line), 0n);
  const stand = (pick: (line: Line) => bigint) => ({
    holds: sum("holds", pick),
    owes: sum("owes", pick),
    owed: sum("owed", pick),
  });
  const opening = stand((line) => line.opening);
  const closing = stand((line) => line.closing);
  const change = (line: Line) => line.closing - line.opening;
  const [earned, paid] = [sum("earned", change), sum("paid", change)];
  const worth = ({ holds, owes, owed }: typeof opening) => holds + owed - owes;
  return {
    opening: presentStand(opening),
    earnedMicros: `${earned}`,
    paidMicros: `${paid}`,
    resultMicros: `${earned - paid}`,
    closing: presentStand(closing),
    accounts: lines.map(presentLine),
    addsUp: worth(closing) - worth(opening) === earned - paid,
  };
}

function toLine(account: string, group: ReportGroup, { balances, movements }: Books): Line {
  const sign = isDebited(group) ? -1n : 1n;
  const own = movements.filter((each) => each.account === account);
  const later = own.reduce((sum, { laterMicros }) => sum + laterMicros, 0n);
  const closing = sign * ((balances.get(account) ?? 0n) - later);
  const moves = own
    .filter(({ monthMicros }) => monthMicros !== 0n)
    .map(({ kind, monthMicros }) => ({ kind, micros: sign * monthMicros }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const opening = closing - moves.reduce((sum, { micros }) => sum + micros, 0n);
  return { account, group, opening, moves, closing };
}

function presentStand({ holds, owes, owed }: Record<"holds" | "owes" | "owed", bigint>) {
  return { holdsMicros: `${holds}`, owesMicros: `${owes}`, owedMicros: `${owed}` };
}

function presentLine({ account, group, opening, moves, closing }: Line) {
  return {
    account,
    group,
    openingMicros: `${opening}`,
    moves: moves.map(({ kind, micros }) => ({ kind, micros: `${micros}` })),
    closingMicros: `${closing}`,
  };
}
