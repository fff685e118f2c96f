import type { Flow, RelatedAccount, RelatedUsers, Tie } from "@fairclick/core/accounts/users";
import type { SuspectFigure } from "@fairclick/core/clicks/suspects";
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

/** Column headings of a suspect link's figures, in their order. */
export const figureHeadings: Record<SuspectFigure, string> = {
  net24: "/24",
  net48: "/48",
  asn: "AS",
  deviceClass: "device",
  agent: "agent",
  fresh: "new",
  returning: "return",
  joins: "joins",
  hour: "hour",
  homes: "homes",
  payer: "payer",
};

/** Draws accounts as a tree: each below the account that led to it, with their ties. */
export function drawRelated({
  accounts,
  ties,
  flows,
  betweenMicros,
  isPartial,
}: RelatedUsers): string[] {
  const [first] = accounts;
  if (!first) return [];
  const names = new Map(accounts.map(({ id, username }) => [id, username]));
  const findName = (id: string) => names.get(id) ?? id;
  const others = ties.filter(({ from, to }) => !isBranch(accounts, from, to));
  const size = `${accounts.length === 1 ? "1 account" : `${accounts.length} accounts`}${isPartial ? " or more" : ""}`;
  return [
    describeAccount(first),
    ...drawBranches(first, { accounts, ties, findName }, ""),
    ...section(
      "Other ties",
      others.map(
        (tie) => `${findName(tie.from)} – ${findName(tie.to)}: ${describeTie(tie, findName)}`,
      ),
    ),
    ...section(
      "Paid clicks among them",
      flows.map((flow) => describeFlow(flow, findName)),
    ),
    "",
    `${size}, ${formatMicros(betweenMicros)} between them.`,
  ];
}

/** Returns the accounts as a graph in DOT: ties are lines, flows of money are arrows. */
export function toDot({ accounts, ties, flows }: RelatedUsers): string {
  return [
    "digraph related {",
    "  node [shape=box];",
    ...accounts.map(
      ({ id, username, paidMicros }) =>
        `  ${quote(id)} [label=${quote(`${username} ${formatMicros(paidMicros)}`)}];`,
    ),
    ...ties.map(({ from, to, kind, detail }) => {
      const label = detail === null ? kind : `${kind} ${detail}`;
      return `  ${quote(from)} -> ${quote(to)} [dir=none, label=${quote(label)}];`;
    }),
    ...flows.map(
      ({ from, to, micros, clicks }) =>
        `  ${quote(from)} -> ${quote(to)} [style=bold, label=${quote(`${formatMicros(micros)}, ${clicks} clicks`)}];`,
    ),
    "}",
  ].join("\n");
}

type Ring = Pick<RelatedUsers, "accounts" | "ties"> & { findName: (id: string) => string };

function drawBranches(parent: RelatedAccount, ring: Ring, indent: string): string[] {
  // Each account is listed after the one that led to it. Looking at later ones only also ends wrong responses.
  const later = ring.accounts.slice(ring.accounts.indexOf(parent) + 1);
  const children = later.filter(({ foundBy }) => foundBy === parent.id);
  return children.flatMap((child, i) => {
    const isLast = i === children.length - 1;
    const why = ring.ties
      .filter(({ from, to }) => [from, to].includes(parent.id) && [from, to].includes(child.id))
      .map((tie) => describeTie(tie, ring.findName));
    return [
      `${indent}${isLast ? "└─" : "├─"} ${describeAccount(child)}: ${[...new Set(why)].join(", ")}`,
      ...drawBranches(child, ring, `${indent}${isLast ? "  " : "│ "} `),
    ];
  });
}

function isBranch(accounts: readonly RelatedAccount[], a: string, b: string): boolean {
  return accounts.some(
    ({ id, foundBy }) => (id === a && foundBy === b) || (id === b && foundBy === a),
  );
}

function describeAccount({ username, suspendedAt, deletedAt, paidMicros }: RelatedAccount): string {
  const state = deletedAt ? " (deleted)" : suspendedAt ? " (suspended)" : "";
  return `${username}${state}, paid ${formatMicros(paidMicros)}`;
}

function describeTie({ kind, detail, from, to }: Tie, findName: (id: string) => string): string {
  switch (kind) {
    case "address":
      return `same address ${detail}`;
    case "clicks":
      return `${detail} paid clicks on ${findName(from)}'s links from where ${findName(to)} was signed in`;
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

function describeFlow(
  { from, to, micros, clicks }: Flow,
  findName: (id: string) => string,
): string {
  return `${findName(from)} → ${findName(to)}: ${formatMicros(micros)} for ${clicks.toLocaleString("en-US")} clicks`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
