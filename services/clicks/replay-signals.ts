import { setImmediate } from "node:timers/promises";
import type { Click } from "@fairclick/core/clicks/click";
import { factRules } from "@fairclick/core/clicks/fact-rules";
import type { Policy } from "@fairclick/core/clicks/policy";
import type { CheckContext } from "@fairclick/core/clicks/rule";
import { addressChecks } from "@fairclick/core/clicks/rules/addresses";
import { honeypot } from "@fairclick/core/clicks/rules/honeypot";
import { overLimit } from "@fairclick/core/clicks/rules/over-limit";
import { headless, knownBot, noUserAgent } from "@fairclick/core/clicks/rules/requests";
import { selfClick } from "@fairclick/core/clicks/rules/self-click";
import {
  isOnSharedNetwork,
  type Signal,
  type SignalName,
  signalOrder,
} from "@fairclick/core/clicks/signal";
import { findAddressFacts, type IpData } from "@fairclick/core/ip/ip-data";
import { parseRange } from "@fairclick/core/ip/lists";
import { unwrapTunnel } from "@fairclick/core/ip/numbers";
import type { AddressRange } from "@fairclick/core/ip/ranges";
import { findVisitorTraces, type VisitorTraces } from "@fairclick/sql/accounts/devices";
import type { HeldClick, StoredClick } from "@fairclick/sql/clicks/held-clicks";
import type { Db, Queryable } from "@fairclick/sql/db/client";
import { listGoodIpLists, listIpRanges, readRangeTable } from "@fairclick/sql/ip/lists";
import { compileStored } from "../ip/ip-sources";

/** Checks that need only the user agent. */
const userAgentChecks = [noUserAgent, knownBot];

/** Signals that the judge finds again even if the click's personal data was erased. */
const foundWithoutPersonalData: readonly SignalName[] = ["exhausted"];

/**
 * An audience can have grown since, and what a limit left unpaid at that moment is not known later.
 */
const keptAsRecorded: readonly SignalName[] = [
  "outside_audience",
  ...overLimit.map(({ signal }) => signal),
];

/**
 * Signals that the judge finds again. Signals about the campaign's state are kept as recorded.
 */
const judgedAgain = factRules
  .filter((rule) => !("find" in rule) || rule.appliesTo === "claiming clicks")
  .map(({ signal }) => signal)
  .filter((signal) => !keptAsRecorded.includes(signal));

/**
 * Returns the signals of a stored click for a replay: those that can be found again from the stored
 * data, and the stored ones otherwise. With erased personal data, nearly all are the stored ones.
 */
export function replaySignals(click: StoredClick, { data, hasLists }: AddressData): Signal[] {
  const stored = click.signals;
  if (click.ip === null)
    return stored.filter(({ signal }) => !foundWithoutPersonalData.includes(signal));
  const redone: readonly SignalName[] = [
    ...judgedAgain,
    ...userAgentChecks.map(({ signal }) => signal),
    ...(hasLists ? addressChecks.map(({ signal }) => signal) : []),
  ];
  const kept = stored.filter(({ signal }) => !redone.includes(signal));
  const request = asRequest(click, click.ip);
  const context: CheckContext = {
    signedIn: [],
    marked: [],
    onSharedNetwork: false,
    address: findAddressFacts(data, click.ip),
  };
  const found = [...userAgentChecks, headless, ...addressChecks].flatMap(({ signal, find }) => {
    const evidence = find(request, context);
    return evidence ? [{ signal, evidence }] : [];
  });
  return [...kept, ...found];
}

/** Rebuilds the request of a stored click; headers that are not stored are null. */
function asRequest(click: StoredClick, ip: string): Click {
  return {
    id: click.id,
    at: click.clickedAt.getTime(),
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    ip,
    device: null,
    method: "GET",
    userAgent: click.userAgent,
    referrer: null,
    acceptLanguage: null,
    purpose: null,
    secFetchDest: null,
    secFetchMode: null,
    secFetchSite: null,
    secChUa: null,
    secChUaMobile: null,
    secChUaPlatform: null,
    secure: false,
    unpaid: null,
  };
}

/** Lines that are parsed before other work gets a turn. */
const LINES_AT_ONCE = 2_000;

/** Sorted addresses per family. */
type Wanted = Record<AddressRange["family"], bigint[]>;

export type AddressData = {
  data: IpData;
  /** False if no lists have been downloaded: then only the operators' ranges are known. */
  hasLists: boolean;
};

/**
 * Reads the part of today's address data that concerns these addresses. Compiling all of it would
 * block the process, and its redirects, for about a second.
 */
export async function readAddressData(db: Db, addresses: readonly string[]): Promise<AddressData> {
  const [stored, asnTable, ranges] = await Promise.all([
    listGoodIpLists(db.sql),
    readRangeTable(db.sql, "asn"),
    listIpRanges(db.sql),
  ]);
  const wanted = inOrder(addresses);
  const lists = [];
  for (const list of stored) {
    lists.push({ ...list, body: await keepLines(list.body, wanted) });
  }
  const data = compileStored({ version: null, lists, ranges, asnTable });
  const { v4, v6 } = asnTable;
  return { data, hasLists: lists.length + v4.numbers.length + v6.numbers.length > 0 };
}

function inOrder(addresses: readonly string[]): Wanted {
  const wanted: Wanted = { 4: [], 6: [] };
  for (const address of new Set(addresses)) {
    const range = parseRange(unwrapTunnel(address));
    if (range) wanted[range.family].push(range.start);
  }
  for (const starts of [wanted[4], wanted[6]]) starts.sort((a, b) => (a < b ? -1 : 1));
  return wanted;
}

async function keepLines(body: string, wanted: Wanted): Promise<string> {
  const lines = body.split("\n");
  const kept: string[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE);
    kept.push(...some.filter((line) => holdsOne(parseRange(line), wanted)));
    await setImmediate();
  }
  return kept.join("\n");
}

function holdsOne(range: AddressRange | null, wanted: Wanted): boolean {
  if (!range) return false;
  const starts = wanted[range.family];
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0n) < range.start) low = middle + 1;
    else high = middle;
  }
  const next = starts[low];
  return next !== undefined && next <= range.end;
}

type Again = { clicks: readonly HeldClick[]; policy: Policy; ipData: IpData };

/** What the checks find in held clicks today, by the click's id. */
export async function findSignalsAgain(
  db: Queryable,
  { clicks, policy, ipData }: Again,
): Promise<Map<string, Signal[]>> {
  const traces = await findVisitorTraces(
    db,
    clicks.map(({ clickedAt, campaignId, creatorId, ipKey, deviceKey }) => ({
      ...{ campaignId, creatorId },
      clickedAt: clickedAt.getTime(),
      ipKey: ipKey ?? "",
      deviceKey: deviceKey ?? "",
    })),
    policy,
  );
  return new Map(
    clicks.map((click, place) => [click.id, findAgain(click, { ipData, traces: traces[place] })]),
  );
}

function findAgain(
  click: HeldClick,
  { ipData, traces }: { ipData: IpData; traces: VisitorTraces | undefined },
): Signal[] {
  const lists = new Set(ipData.lists.map(({ name }) => name));
  const found = new Map<SignalName, Signal>();
  for (const each of replaySignals(click, { data: ipData, hasLists: lists.size > 0 })) {
    found.set(each.signal, each);
  }
  for (const each of click.signals) {
    if (addressSignals.has(each.signal) && !isListed(each, lists)) found.set(each.signal, each);
  }
  // A sharing address has no say about its visitors, whenever that became known.
  if (isOnSharedNetwork(found)) found.delete("honeypot_address");
  for (const each of findOwnDevice(click, traces)) found.set(each.signal, each);
  return signalOrder.flatMap((signal) => found.get(signal) ?? []);
}

const addressSignals = new Set<SignalName>(addressChecks.map(({ signal }) => signal));

/** Whether the list that the evidence names is there to look the address up in. */
function isListed({ evidence }: Signal, lists: ReadonlySet<string>): boolean {
  return typeof evidence.list === "string" && lists.has(evidence.list);
}

/** Marks and sign-ins of the device since, if its cookie identifies it. An address may be somebody else's by now. */
function findOwnDevice(click: HeldClick, traces: VisitorTraces | undefined): Signal[] {
  if (!traces || !click.deviceKnown || click.ip === null) return [];
  const request = { ...asRequest(click, click.ip), device: click.deviceKey };
  const context = {
    signedIn: traces.signedIn.filter(({ by }) => by === "device"),
    marked: traces.marked.filter((by) => by === "device"),
    onSharedNetwork: false,
    address: {},
  };
  return [honeypot, selfClick].flatMap(({ signal, find }) => {
    const evidence = find(request, context);
    return evidence ? [{ signal, evidence }] : [];
  });
}
