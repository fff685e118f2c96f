import { isOnSharedNetwork } from "@fairclick/core/clicks/addresses";
import { findingSignals } from "@fairclick/core/clicks/link-findings";
import type { Policy } from "@fairclick/core/clicks/policy";
import { addressChecks } from "@fairclick/core/clicks/registry";
import { honeypot } from "@fairclick/core/clicks/rules/honeypot";
import { selfClick } from "@fairclick/core/clicks/rules/self-click";
import { type Signal, type SignalName, signalOrder } from "@fairclick/core/clicks/signal";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { findVisitorTraces, type VisitorTraces } from "@fairclick/sql/accounts/operated-users";
import type { HeldClick } from "@fairclick/sql/clicks/held-clicks";
import type { Queryable } from "@fairclick/sql/db/client";
import { asRequest, replaySignals } from "../replay/replay-signals";

type Wanted = { clicks: readonly HeldClick[]; policy: Policy; ipData: IpData };

/** What the checks find in held clicks today, by the click's id. */
export async function findSignalsAgain(
  db: Queryable,
  { clicks, policy, ipData }: Wanted,
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
    if (isAddressSignal(each) && !isListed(each, lists)) found.set(each.signal, each);
  }
  // A sharing address has no say about its visitors, whenever that became known.
  if (isOnSharedNetwork(found)) found.delete("honeypot_address");
  // The judge finds them again while a finding about the link is open.
  for (const signal of findingSignals) found.delete(signal);
  for (const each of findOwnDevice(click, traces)) found.set(each.signal, each);
  return signalOrder.flatMap((signal) => found.get(signal) ?? []);
}

const addressSignals = new Set<SignalName>(addressChecks.map(({ signal }) => signal));

function isAddressSignal({ signal }: Signal): boolean {
  return addressSignals.has(signal);
}

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
