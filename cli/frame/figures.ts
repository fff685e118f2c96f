import type { RelatedUsers, Tie } from "@fairclick/core/accounts/users";
import { problemSchema } from "@fairclick/core/operations/work";
import { formatMicros, formatMoment } from "@fairclick/core/resource";
import { microsSchema } from "@fairclick/core/schemas";
import { z } from "zod";
import { describeProblem } from "./failures";
import { formatAge } from "./output";

/** The figures that `fairclick top` shows. */
export const figuresSchema = z.object({
  at: z.iso.datetime(),
  redirectsPerSecond: z.number(),
  /** 99th percentile of the redirect time; null without visitors. */
  p99Ms: z.number().nullable(),
  queueWaiting: z.int(),
  queueFailed: z.int(),
  queueOldestAt: z.iso.datetime().nullable(),
  clicksPending: z.int(),
  clicksHeld: z.int(),
  judgedPerSecond: z.number(),
  /** Share of valid clicks among those judged in the last minute, 0 to 1; null if none were judged. */
  validShare: z.number().nullable(),
  paidMicrosPerMinute: microsSchema,
  /** Amount moved by ledger transactions in the last minute, by kind. */
  movedMicrosPerMinute: z.record(z.string(), microsSchema),
  withdrawalsPending: z.int(),
  withdrawalsHeld: z.int(),
  problems: z.array(problemSchema),
});
export type Figures = z.input<typeof figuresSchema>;

/** Returns every figure as a name and a text for people. */
export function describeFigures(figures: Figures): [string, string][] {
  const { p99Ms, validShare, movedMicrosPerMinute } = figures;
  const moved = Object.entries(movedMicrosPerMinute);
  const now = new Date(figures.at);
  const oldest = (at: string | null) => (at ? `, the oldest ${formatAge(at, now)} ago` : "");
  return [
    ["at", `${formatMoment(figures.at)} UTC`],
    ["redirects/s", figures.redirectsPerSecond.toFixed(1)],
    ["p99", p99Ms === null ? "no visitors" : `${p99Ms} ms`],
    [
      "queue",
      `${figures.queueWaiting} waiting${oldest(figures.queueOldestAt)}, ${figures.queueFailed} failed`,
    ],
    ["clicks", `${figures.clicksPending} pending, ${figures.clicksHeld} held`],
    ["judged/s", figures.judgedPerSecond.toFixed(1)],
    ["valid share", validShare === null ? "no clicks judged" : `${(validShare * 100).toFixed(1)}%`],
    ["paid/min", formatMicros(figures.paidMicrosPerMinute)],
    [
      "moved/min",
      moved.map(([kind, micros]) => `${kind} ${formatMicros(micros)}`).join(", ") || "nothing",
    ],
    [
      "withdrawals",
      `${figures.withdrawalsPending} pending, ${figures.withdrawalsHeld} of them held`,
    ],
    ...figures.problems.map((problem): [string, string] => [
      `! ${problem.check}`,
      describeProblem(problem),
    ]),
  ];
}

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

function describeNetwork({ network, neighbours, ...found }: RelatedUsers["networks"][number]) {
  const { accounts, clicks, links, creators, paidMicros } = found;
  const too = neighbours.length > 0 ? ` (${neighbours.join(", ")} too)` : "";
  const where = `${network}, where ${accounts === 1 ? "one account signs" : `${accounts} accounts sign`} in${too}`;
  return `${clicks.toLocaleString("en-US")} clicks on ${links} links of ${creators} others from ${where}: paid ${formatMicros(paidMicros)}`;
}

/** Says what campaigns of the accounts paid for each other's clicks, what was clicked where they sign in, and how many they are. */
export function describeFlows({
  accounts,
  flows,
  networks,
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
    ...networks.map(describeNetwork),
    `${count}${isPartial ? " or more" : ""}, ${formatMicros(betweenMicros)} between them.`,
  ];
}
