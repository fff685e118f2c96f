import { ipKeyNetwork } from "../ip/numbers";
import { type ClickToJudge, linkKey, QUARTER_MS } from "./facts";
import { isVisit, mayBeShared, type SignalName } from "./signal";
import type { JudgedClick } from "./spending";

/**
 * Reasons of refused clicks from which a link's creator would have gained. Nobody gains from declared
 * bots and tools, previews, or people who come back.
 */
export const gainfulReasons: readonly SignalName[] = [
  "datacenter",
  "ip_burst",
  "device_burst",
  "new_device_repeat",
];

/** The features of a refused click that its link keeps, to compare later clicks with. */
export type RefusedTrace = {
  /** The quarter of an hour, counted since 1970. */
  quarter: number;
  /** A hash of the /24 or IPv6 /48 and the kind of device. */
  place: string;
  /** A digit that depends on the address, to count addresses without keeping them. */
  address: string;
};

const QUARTER_LENGTH = 5;
const PLACE_LENGTH = 7;
export const TRACE_LENGTH = QUARTER_LENGTH + PLACE_LENGTH + 1;

type Traced = Pick<ClickToJudge, "at" | "ipKey" | "deviceClass">;

/**
 * Returns the trace of a refused visit, `passed` for any other visit that counts for its link, or null
 * if the click does not count.
 */
export function countedOutcome(
  click: ClickToJudge,
  { verdict, reason, signals }: Pick<JudgedClick, "verdict" | "reason" | "signals">,
): RefusedTrace | "passed" | null {
  if (!isVisit(click.signals)) return null;
  if (verdict !== "invalid") return "passed";
  const isGainful = reason !== null && gainfulReasons.includes(reason);
  const found = new Map(signals.map((each) => [each.signal, each]));
  return isGainful && !mayBeShared(found) ? refusedTrace(click) : null;
}

/** Returns the traces of each link's last `most` refused visits, in the order of `judged`. */
export function listRefusedTraces(
  clicks: readonly ClickToJudge[],
  judged: readonly JudgedClick[],
  most: number,
): { campaignId: string; creatorId: string; traces: string }[] {
  const clickById = new Map(clicks.map((click) => [click.id, click]));
  const links = new Map<string, { campaignId: string; creatorId: string; traces: string }>();
  for (const each of judged) {
    const click = each.verdict === "invalid" ? clickById.get(each.id) : undefined;
    const outcome = click ? countedOutcome(click, each) : null;
    if (!click || outcome === null || outcome === "passed") continue;
    const key = linkKey(click);
    const { campaignId, creatorId } = click;
    const traces = `${links.get(key)?.traces ?? ""}${formatTrace(outcome)}`;
    links.set(key, { campaignId, creatorId, traces: traces.slice(-TRACE_LENGTH * most) });
  }
  return [...links.values()];
}

export function refusedTrace({ at, ipKey, deviceClass }: Traced): RefusedTrace {
  const address = ipKey ?? "";
  return {
    quarter: Math.floor(at / QUARTER_MS),
    place: hash(`${nearNetwork(address)} ${deviceClass ?? "unknown"}`)
      .toString(36)
      .padStart(PLACE_LENGTH, "0"),
    address: (hash(address) & 15).toString(16),
  };
}

/** Formats a trace as a text of `TRACE_LENGTH` characters. */
export function formatTrace({ quarter, place, address }: RefusedTrace): string {
  return `${quarter.toString(36).padStart(QUARTER_LENGTH, "0")}${place}${address}`;
}

/** Parses concatenated traces; ignores an incomplete last one. */
export function parseTraces(text: string): RefusedTrace[] {
  return Array.from({ length: Math.floor(text.length / TRACE_LENGTH) }, (_, index) => {
    const from = index * TRACE_LENGTH;
    const placeAt = from + QUARTER_LENGTH;
    const addressAt = placeAt + PLACE_LENGTH;
    return {
      quarter: Number.parseInt(text.slice(from, placeAt), 36),
      place: text.slice(placeAt, addressAt),
      address: text.slice(addressAt, from + TRACE_LENGTH),
    };
  });
}

function nearNetwork(key: string): string {
  return ipKeyNetwork(key, 48) ?? key.slice(0, key.lastIndexOf("."));
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
