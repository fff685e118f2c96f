import type { RelatedUsers, Tie } from "@fairclick/core/accounts/users";
import { formatMicros } from "@fairclick/core/resource";

/** Columns of related accounts: name, state, what their clicks were paid, and what ties them to others. */
export const relatedHeadings = ["account", "state", "paid", "why"];

export function describeRelated({ accounts, ties }: RelatedUsers): string[][] {
  const names = new Map(accounts.map(({ id, username }) => [id, username]));
  const findName = (id: string) => names.get(id) ?? id;
  return accounts.map(({ id, username, suspendedAt, deletedAt, paidMicros }) => [
    username,
    deletedAt ? "deleted" : suspendedAt ? "suspended" : "active",
    formatMicros(paidMicros),
    describeTies(ties, { id, findName }),
  ]);
}

type Names = { id: string; findName: (id: string) => string };

/** Names the others per kind of tie: `same device: ann, bob; pay each other's links: ann`. */
function describeTies(ties: readonly Tie[], { id, findName }: Names): string {
  const own = ties.filter(({ from, to }) => from === id || to === id);
  const groups = Map.groupBy(own, (tie) => describeTie(tie, id));
  return [...groups]
    .map(([why, found]) => {
      const others = found.map(({ from, to }) => findName(from === id ? to : from));
      return `${why}: ${[...new Set(others)].join(", ")}`;
    })
    .join("; ");
}

function describeTie({ kind, detail, from }: Tie, id: string): string {
  switch (kind) {
    case "address":
      return `same address ${detail}`;
    case "clicks":
      return from === id
        ? `${detail} paid clicks from the home of`
        : `${detail} paid clicks from here on links of`;
    case "funding":
      return "pay each other's links";
    case "bank":
      return "same bank account or card";
    case "card":
    case "device":
    case "payout account":
      return `same ${kind}`;
  }
}

/** Says what campaigns of the accounts paid for each other's clicks, and how many accounts they are. */
export function describeFlows({
  accounts,
  flows,
  betweenMicros,
  isPartial,
}: RelatedUsers): string[] {
  const names = new Map(accounts.map(({ id, username }) => [id, username]));
  const count = accounts.length === 1 ? "1 account" : `${accounts.length} accounts`;
  return [
    ...flows.map(
      ({ from, to, micros, clicks }) =>
        `${names.get(from) ?? from} paid ${names.get(to) ?? to} ${formatMicros(micros)} for ${clicks.toLocaleString("en-US")} clicks`,
    ),
    `${count}${isPartial ? " or more" : ""}, ${formatMicros(betweenMicros)} between them.`,
  ];
}
