import { ipKeyNetwork } from "../../ip/numbers";
import type { Policy } from "../policy";
import type { SignalName } from "../signal";
import { followsFirst, looksPaid, repeatMs } from "./model-devices";
import { type Pass, type RecordedClick, takesBudget } from "./model-types";

const HOUR_MS = 3_600_000;

type HistoryPass = Pick<Pass, "judged" | "policy"> & {
  isShared: boolean;
  hasSharedNumber: boolean;
};

/**
 * Returns the signals that a click shows compared with those judged before. Held clicks count as
 * paid, but use up no number.
 */
export function findInHistory(
  click: RecordedClick,
  { judged, policy, isShared, hasSharedNumber }: HistoryPass,
): SignalName[] {
  const found: SignalName[] = [];
  const paid = judged
    .filter(({ verdict }) => takesBudget(verdict))
    .map((before) => before.click)
    .filter(({ campaignId }) => campaignId === click.campaignId);
  const apart = repeatMs(click, { policy, isShared });
  const repeated =
    followsFirst(click, judged, apart) ||
    paid.some(
      ({ deviceKey, deviceKnown, at }) =>
        deviceKey === click.deviceKey &&
        deviceKnown === click.deviceKnown &&
        Math.abs(at - click.at) < apart,
    );
  if (repeated) found.push("device_repeat");
  const vouchedFor = isVouchedFor(click);
  const onLink = paid.filter(({ creatorId }) => creatorId === click.creatorId);
  const repeatedByLooks =
    !repeated && !vouchedFor && !isShared && looksPaid(click, { judged, paid: onLink, policy });
  if (repeatedByLooks) found.push("new_device_repeat");
  const since = click.at - HOUR_MS * policy.addressHours;
  const most = hasSharedNumber ? maxOfSharedAddress(click, judged, policy) : policy.addressClicks;
  const ofCreator = judged.filter(
    ({ click: { creatorId, ipKey, at }, verdict }) =>
      verdict === "valid" &&
      creatorId === click.creatorId &&
      ipKey === click.ipKey &&
      at > since &&
      at <= click.at,
  );
  if (!repeated && !repeatedByLooks && ofCreator.length >= most) found.push("ip_daily");
  if (!repeated && !repeatedByLooks && !vouchedFor && isOfBusyNetwork(click, judged, policy)) {
    found.push("ip_network");
  }
  return found;
}

/** A relay, a campus, or a range that an operator declares shared. */
function isVouchedFor({ signals, sharedBy }: RecordedClick): boolean {
  return (
    signals.includes("relay") ||
    (signals.includes("shared_network") && ["operator", "campus"].includes(sharedBy?.by ?? ""))
  );
}

/**
 * The daily number of a shared address grows with the link's valid clicks from others, counted by the
 * quarter of an hour.
 */
function maxOfSharedAddress(click: RecordedClick, judged: Pass["judged"], policy: Policy): number {
  const since = click.at - HOUR_MS * policy.addressHours;
  const quarter = (at: number) => Math.floor(at / 900_000) * 900_000;
  const valid = judged.filter(
    ({ click: { campaignId, creatorId, at, signals }, verdict }) =>
      verdict === "valid" &&
      !signals.includes("shared_network") &&
      campaignId === click.campaignId &&
      creatorId === click.creatorId &&
      quarter(at) > since &&
      quarter(at) <= click.at,
  ).length;
  const { addressClicks, addressPermille, mostAddressClicks } = policy.shared;
  const share = Math.floor((valid * addressPermille) / 1_000);
  return Math.max(addressClicks, Math.min(share, mostAddressClicks));
}

/**
 * Whether a /48 or /56 has too large a share of the link's paid clicks, which are counted per 15
 * minutes.
 */
function isOfBusyNetwork(click: RecordedClick, judged: Pass["judged"], policy: Policy): boolean {
  if (!click.ipKey.includes(":")) return false;
  const since = click.at - HOUR_MS * policy.addressHours;
  const ofLink = judged
    .filter(({ verdict }) => takesBudget(verdict))
    .filter(({ click: c }) => c.campaignId === click.campaignId && c.creatorId === click.creatorId);
  const quarter = (at: number) => Math.floor(at / 900_000) * 900_000;
  const all =
    ofLink.filter(({ click: { at } }) => quarter(at) > since && quarter(at) <= click.at).length + 1;
  return ([56, 48] as const).some((bits) => {
    const network = ipKeyNetwork(click.ipKey, bits);
    const own = ofLink.filter(
      ({ click: { ipKey, at }, verdict }) =>
        verdict === "valid" &&
        ipKeyNetwork(ipKey, bits) === network &&
        at > since &&
        at <= click.at,
    );
    const clicks = own.length + 1;
    return clicks > policy.networkClicks && clicks * 100 > all * policy.networkPercent;
  });
}
