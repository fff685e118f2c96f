import type { RelatedUsers, Tie } from "@fairclick/core/accounts/users";
import { formatExactDollars } from "@fairclick/core/amounts";
import type { ClickDecision } from "@fairclick/core/clicks/decisions";
import type { ClickDetail, Neighbour } from "@fairclick/core/clicks/flagged-clicks";
import type { countedSchema } from "@fairclick/core/clicks/stats";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import type { BooksReport } from "@fairclick/core/money/ledger";
import { formatMicros, type Paint } from "@fairclick/core/resource";
import type { z } from "zod";
import { describeDryRun } from "./change";
import { createPaint, toTable } from "./output";

/** A heading (without label) or a labelled line. */
export type Line = { label?: string; text: string; tone?: keyof Paint };

/** Describes a click in full, the most relevant facts first. */
export function describeClick(click: ClickDetail): Line[] {
  return [
    ...describeVerdict(click),
    { text: "" },
    ...describeSignals(click),
    { text: "" },
    ...describeStake(click),
    { text: "" },
    ...describeCreator(click),
    { text: "" },
    ...describeNeighbours(click),
    { text: "" },
    ...describeRequest(click),
  ];
}

export const verdictTones = {
  valid: "good",
  invalid: "bad",
  held: "warn",
  unpaid: "faint",
  pending: "faint",
} as const satisfies Record<string, keyof Paint>;

/** Formats a time in UTC: `2026-01-31 12:04:05`. */
export function toMoment(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}

export function toDollars(micros: string): string {
  return formatExactDollars(BigInt(micros));
}

function describeVerdict(click: ClickDetail): Line[] {
  const { verdict, reason, decisions, link, creator, proof } = click;
  const byItself = proof === "paid" ? "proven by the game" : "by the rules, judged again";
  const stopped = [
    link?.disabledAt ? "link disabled" : null,
    creator.suspendedAt ? "creator suspended" : null,
  ];
  return [
    {
      text: [verdict, reason, ...stopped].filter(Boolean).join(" · "),
      tone: verdictTones[verdict],
    },
    ...describeAppeal(click),
    ...decisions.map(({ action, operator, at }) => ({
      label: action,
      text: `${operator === null ? byItself : `by ${operator}`} at ${toMoment(at)}`,
    })),
    ...(proof === null || proof === "paid"
      ? []
      : [{ label: "returned", text: `the player came back; not paid: ${proof}` }]),
  ];
}

function describeAddress({ address, country, asn }: ClickDetail): string {
  if (address === null) return "deleted";
  return [address, country, asn === null ? null : `AS${asn}`].filter(Boolean).join(" · ");
}

function describeLink({ link, linkCode }: ClickDetail): Line[] {
  if (!link || linkCode === null) return [];
  const { disabledAt, disabledBy } = link;
  if (!disabledAt) return [{ label: "link", text: linkCode }];
  const since = `disabled by ${disabledBy} since ${toMoment(disabledAt)}`;
  return [{ label: "link", text: `${linkCode}, ${since}`, tone: "warn" }];
}

function describeAppeal({ appeal, appealText }: ClickDetail): Line[] {
  if (appeal === null) return [];
  return [{ label: "appeal", text: `${appeal}: “${appealText}”`, tone: "warn" }];
}

function describeSignals({ evidence, policyVersion, ipData }: ClickDetail): Line[] {
  const by = policyVersion === null ? "not judged yet" : `judged by policy ${policyVersion}`;
  const lists = ipData?.lists.map(({ name, date }) => `${name} of ${date}`) ?? [];
  return [
    { text: `Signals (${by})`, tone: "strong" },
    ...evidence.map(({ signal, effect, facts }) => ({
      label: signal,
      text: [effect, describeFacts(facts)].filter(Boolean).join(" · "),
    })),
    ...(evidence.length === 0 ? [{ text: "none" }] : []),
    ...(ipData ? [{ label: `lists ${ipData.version}`, text: lists.join(", ") || "none" }] : []),
  ];
}

function describeFacts(facts: Record<string, string | number | boolean>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function describeStake({
  verdict,
  priceMicros,
  paidMicros,
  payment,
  creator,
}: ClickDetail): Line[] {
  const price = toDollars(priceMicros);
  const stake: Record<ClickDetail["verdict"], string> = {
    held: `${price} is reserved from the budget`,
    valid: `${toDollars(paidMicros)} was paid`,
    invalid: `nothing; the price was ${price}`,
    unpaid: `nothing; the price was ${price}`,
    pending: `${price}, once it is judged`,
  };
  const debt = creator.debtMicros === "0" ? "" : `, owes ${toDollars(creator.debtMicros)}`;
  return [
    { text: "Money at stake", tone: "strong" },
    { label: "click", text: stake[verdict] },
    ...(payment
      ? [{ label: "paid by", text: `${payment.transactionId} at ${toMoment(payment.at)}` }]
      : []),
    { label: "creator", text: `has ${toDollars(creator.earningsMicros)} in earnings${debt}` },
  ];
}

function describeCreator(click: ClickDetail): Line[] {
  const { creator, link, creatorName } = click;
  const { createdAt, suspendedAt, validPercent } = creator;
  const share = validPercent === null ? "" : `, ${validPercent}% valid`;
  return [
    { text: "Creator", tone: "strong" },
    { label: "clicks", text: describeCounts(creator.clicks) + share },
    ...(link ? [{ label: "this link", text: describeCounts(link.clicks) }] : []),
    ...describeLink(click),
    { label: "paid", text: toDollars(creator.paidMicros) },
    { label: "since", text: toMoment(createdAt) },
    ...(suspendedAt
      ? [
          {
            label: "suspended",
            text: `${creatorName}, ${toMoment(suspendedAt)}`,
            tone: "bad" as const,
          },
        ]
      : []),
  ];
}

function describeCounts(counts: ClickDetail["creator"]["clicks"]): string {
  return (["valid", "invalid", "held", "unpaid"] as const)
    .map((verdict) => `${counts[verdict].toLocaleString("en-US")} ${verdict}`)
    .join(", ");
}

function describeNeighbours({ neighbours, clickedAt }: ClickDetail): Line[] {
  const { clicks, seconds, isPartial } = neighbours;
  const count = isPartial ? `the nearest ${clicks.length}` : String(clicks.length);
  return [
    { text: `Neighbours within ${seconds / 60} minutes: ${count}`, tone: "strong" },
    ...clicks.map((neighbour) => ({
      label: toDistance(neighbour.clickedAt, clickedAt),
      text: describeNeighbour(neighbour),
      tone: verdictTones[neighbour.verdict],
    })),
  ];
}

function describeNeighbour(neighbour: Neighbour): string {
  const { verdict, reason, sameAddress, sameDevice, creatorName, campaignName } = neighbour;
  const same = [sameAddress ? "address" : "", sameDevice ? "device" : ""].filter(Boolean);
  const judged = [verdict, reason].filter(Boolean).join(" ");
  return `${judged} · same ${same.join(" and ")} · ${creatorName}, ${campaignName}`;
}

/** Formats the time from `from` to `at`: `-0:02` is two seconds before. */
function toDistance(at: string, from: string): string {
  const seconds = Math.round((Date.parse(at) - Date.parse(from)) / 1_000);
  const [minutes, rest] = [Math.floor(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
  return `${seconds < 0 ? "-" : "+"}${minutes}:${String(rest).padStart(2, "0")}`;
}

function describeRequest(click: ClickDetail): Line[] {
  const device = click.deviceKey === null ? "deleted" : click.deviceKey;
  return [
    { text: "The click", tone: "strong" },
    { label: "id", text: click.id },
    { label: "clicked", text: toMoment(click.clickedAt) },
    ...(click.recordedAt ? [{ label: "recorded", text: toMoment(click.recordedAt) }] : []),
    { label: "campaign", text: click.campaignName },
    { label: "creator", text: click.creatorName },
    { label: "address", text: describeAddress(click) },
    { label: "game URL", text: click.gameUrl },
    { label: "method", text: click.method },
    { label: "agent", text: click.userAgent ?? "none, or deleted" },
    { label: "referrer", text: click.referrer ?? "none" },
    {
      label: "device",
      text: `${device}, identified by its ${click.deviceKnown ? "cookie" : "fingerprint"}`,
    },
  ];
}

const verbs = {
  approve: ["Would pay", "Paid"],
  reject: ["Would mark invalid:", "Marked invalid:"],
  reverse: ["Would reverse", "Reversed"],
  hold: ["Would hold again", "Held again:"],
} as const;

/** Describes a decision or its dry run: totals, then campaigns, creators and skipped clicks. */
export function describeDecision(
  decision: ClickDecision,
  paint: Paint = createPaint(false),
): string {
  const { action, applied, clicks, micros, skipped, complete } = decision;
  if (clicks === 0)
    return [paint.warn("Nothing to change."), ...describeSkipped(skipped)].join("\n");
  const [would, did] = verbs[action];
  const count = clicks === 1 ? "1 click" : `${clicks.toLocaleString("en-US")} clicks`;
  return [
    paint.strong(`${applied ? did : would} ${count}, ${formatMicros(micros)}`),
    ...describePayers(decision),
    "",
    ...describeCampaigns(decision),
    "",
    ...describeCreators(decision),
    ...describeSkipped(skipped),
    ...describeWhereabouts(decision).map(paint.warn),
    ...(complete ? [] : ["", paint.warn("More clicks match: run the command again to continue.")]),
  ].join("\n");
}

/** Names in one line who loses how much, at most three by name. */
function describePayers({ action, creators }: ClickDecision): string[] {
  if (action !== "reverse") return [];
  const named = creators
    .slice(0, 3)
    .map(({ username, micros }) => `${username} ${formatMicros(micros)}`);
  const others = creators.length - named.length;
  return [`Taken from ${named.join(", ")}${others > 0 ? ` and ${others} others` : ""}.`];
}

/** Says which part of a reversal is not in earnings, and who bears it. */
function describeWhereabouts({ debtMicros, stoppedMicros, inTransitMicros }: ClickDecision) {
  const sending =
    inTransitMicros === "0" ? "" : ` (${formatMicros(inTransitMicros)} of it is being sent)`;
  return [
    ...(stoppedMicros === "0"
      ? []
      : ["", `Withdrawals of ${formatMicros(stoppedMicros)} are stopped, and pay for it first.`]),
    ...(debtMicros === "0"
      ? []
      : [
          "",
          `${formatMicros(debtMicros)} of it is already withdrawn${sending}: the creators owe it. Their developers go without it until the creators' next earnings pay it.`,
        ]),
  ];
}

/** Describes a decision with a closing line: done, or dry run. */
export function reportDecision(decision: ClickDecision, paint: Paint): string {
  const description = describeDecision(decision, paint);
  if (decision.clicks === 0) return description;
  const end = decision.applied
    ? paint.good(`Done. Use --act ${decision.actId} to select these clicks again.`)
    : paint.warn(describeDryRun(decision.seen));
  return `${description}\n\n${end}`;
}

function describeCampaigns({ campaigns }: ClickDecision): string[] {
  const rows = campaigns.map(({ name, clicks, micros }) => [
    String(clicks),
    formatMicros(micros),
    name,
  ]);
  return toTable(["clicks", "amount", "campaign"], rows);
}

function describeCreators({ creators }: ClickDecision): string[] {
  const rows = creators.map(({ username, clicks, micros, debtMicros }) => [
    String(clicks),
    formatMicros(micros),
    username + (debtMicros === "0" ? "" : ` (will owe ${formatMicros(debtMicros)})`),
  ]);
  return toTable(["clicks", "amount", "creator"], rows);
}

function describeSkipped(skipped: ClickDecision["skipped"]): string[] {
  if (skipped.length === 0) return [];
  return [
    "",
    ...toTable(
      ["unchanged", "reason"],
      skipped.map(({ id, why }) => [id, why]),
    ),
  ];
}

/** What an operator did to a range of addresses. */
export const decidedWord: Record<RangeEffect, string> = {
  allow: "allowed",
  shared: "declared shared",
  deny: "denied",
};

/** Describes which clicks were counted: all, the newest, or a sample; and how many of them no row has. */
export function describeCounted(
  { how, clicks, withoutValue, percent, from }: z.input<typeof countedSchema>,
  rows: readonly { clicks: number }[],
): string {
  const write = (count: number) => count.toLocaleString("en-US");
  const since = from.slice(0, 10);
  const counted = {
    all: `All ${write(clicks)} clicks since ${since}.`,
    newest: `Only the newest ${write(clicks)} clicks since ${since}: use --to for older ones.`,
    sample: `A sample: ${write(clicks)} clicks, ${percent}% of those stored since ${since}. Money and counts are those of the sample.`,
  }[how];
  const rarer = rows.reduce((left, row) => left - row.clicks, clicks - withoutValue);
  const none = ` ${write(withoutValue)} of them are in no row: they have no such value, or it was erased.`;
  const more = ` ${write(rarer)} of them have other values, which are not listed.`;
  return counted + (withoutValue > 0 ? none : "") + (rarer > 0 ? more : "");
}

/** Returns one line per check, followed by the rows that contradict it. */
export function describeChecks(checks: BooksReport["checks"], paint: Paint): string[] {
  return checks.flatMap(({ claim, differences }) => [
    `${differences.length === 0 ? paint.good("ok  ") : paint.bad("FAIL")}  ${claim}`,
    ...differences.map((row) => `        ${paint.faint(describeRow(row))}`),
  ]);
}

function describeRow(row: Record<string, string | number | null>): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${value ?? "none"}`)
    .join("  ");
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
