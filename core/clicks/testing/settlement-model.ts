import { cookieSetAt, parseFirstClickId } from "../first-click";
import { ipKeyNetwork } from "../ip-key";
import type { Policy } from "../policy";
import type { FinalVerdict, SignalName } from "../signal";
import { decideVerdict } from "../verdict";
import { nonVisitSignals } from "../visit";
import { type BurstRule, findBursts, findDeviceBursts } from "./find-bursts";

const HOUR_MS = 3_600_000;

/** A recorded click; `at` is in milliseconds since 1970. */
export type RecordedClick = {
  id: string;
  at: number;
  campaignId: string;
  creatorId: string;
  ipKey: string;
  deviceKey: string;
  /** Weak key of a device with a cookie; the device key of a device without one is its weak key. */
  weakKey?: string;
  /** Whether the device is known by its cookie. */
  deviceKnown: boolean;
  deviceClass: string;
  /** Null if it is not known. */
  country: string | null;
  signals: SignalName[];
  /** The evidence of the signal `shared_network`, if it has it. */
  sharedBy?: { by: "operator" | "carrier" | "learnt"; fullBrowser: boolean };
};

/**
 * Prices and remaining budget of a campaign at the start of a pass; times in milliseconds since
 * 1970.
 */
export type CampaignFunds = {
  /** Sorted by time; each holds until the next. */
  prices: { from: number; payoutMicros: bigint }[];
  feeMicros: bigint;
  escrowMicros: bigint;
  claimedMicros: bigint;
  startsAt: number;
  endsAt: number;
  stoppedAt: number | null;
  funded: boolean;
  released: boolean;
  clickRules: "literal" | "shared-aware";
  /** Null pays for all. */
  audience: { countries: readonly string[] | null; devices: readonly string[] | null };
  /** Sorted by time. */
  limits: {
    from: number;
    dailyCapMicros: bigint | null;
    creatorCapMicros: bigint | null;
    pacedUntil: number | null;
  }[];
};

export type JudgedClick = {
  id: string;
  signals: SignalName[];
  verdict: FinalVerdict;
  reason: SignalName | null;
  priceMicros: bigint;
  paidMicros: bigint;
};

type Pass = {
  /** The clicks to judge. */
  due: RecordedClick[];
  /** All recorded clicks, judged or not, including those to judge. */
  recorded: RecordedClick[];
  /** Results of earlier passes, in the order in which they judged. */
  judged: { click: RecordedClick; verdict: FinalVerdict; reason: SignalName | null }[];
  campaigns: ReadonlyMap<string, CampaignFunds>;
  policy: Policy;
  windowMs: number;
};

/**
 * Returns the result of one settlement pass, computed click by click without optimisations: the
 * oracle that `judge`, settlement and replay are tested against.
 */
export function judgeClicks(pass: Pass): JudgedClick[] {
  const { due, recorded, campaigns, policy, windowMs } = pass;
  const judged = [...pass.judged];
  const visits = recorded.filter(
    ({ signals }) => !signals.some((name) => nonVisitSignals.includes(name)),
  );
  const bursts = findBurstsOf(visits, { windowMs, burstClicks: policy.burstClicks });
  const sharedBursts = findSharedBursts(visits, {
    windowMs,
    burstClicks: policy.shared.burstClicks,
  });
  const left = new Map(
    [...campaigns].map(([id, { escrowMicros, claimedMicros }]) => [
      id,
      escrowMicros - claimedMicros,
    ]),
  );
  return [...due].sort(inClickOrder).map((click) => {
    const funds = campaigns.get(click.campaignId);
    if (!funds) throw new Error(`Click ${click.id} is on no campaign`);
    const signals = [...click.signals];
    const add = (name: SignalName) => signals.includes(name) || signals.push(name);
    const isShared = usesSharedLimits(click, funds);
    const { byAddress, byDevice } = isShared ? sharedBursts : bursts;
    if (byAddress.has(click.id)) add("ip_burst");
    if (byDevice.has(click.id)) add("device_burst");
    if (isOutside(click, funds)) add("outside_audience");
    const state = stateAt(funds, click.at);
    if (state) add(state);
    if (isPayable(signals, policy)) findInHistory(click, { judged, policy, isShared }).forEach(add);
    const { verdict, reason } = decideVerdict(signals, policy.effects);
    const priceMicros = priceThen(funds, click.at);
    const done = (result: Omit<JudgedClick, "id" | "signals" | "priceMicros">) => {
      judged.push({ click, verdict: result.verdict, reason: result.reason });
      return { id: click.id, signals, priceMicros, ...result };
    };
    if (verdict !== "valid" && verdict !== "held") return done({ verdict, reason, paidMicros: 0n });
    const affordable = left.get(click.campaignId) ?? 0n;
    const cost = priceMicros + funds.feeMicros;
    const unpayable: SignalName[] = affordable < cost ? ["exhausted"] : [];
    unpayable.push(...findReachedLimits(click, { judged, funds, affordable }));
    const [first] = unpayable;
    if (first) {
      unpayable.forEach(add);
      return done({ verdict: "unpaid", reason: first, paidMicros: 0n });
    }
    left.set(click.campaignId, affordable - cost);
    return done({ verdict, reason, paidMicros: verdict === "valid" ? priceMicros : 0n });
  });
}

type Claims = { judged: Pass["judged"]; funds: CampaignFunds; affordable: bigint };

/** The limits, in force at the time of the click, that the click would overrun. */
function findReachedLimits(
  click: RecordedClick,
  { judged, funds, affordable }: Claims,
): SignalName[] {
  const limits = funds.limits.filter(({ from }) => from <= click.at).at(-1);
  if (!limits) return [];
  const claimed = judged
    .filter(({ verdict }) => verdict === "valid" || verdict === "held")
    .map((before) => before.click)
    .filter(({ campaignId }) => campaignId === click.campaignId);
  const all = [...claimed, click];
  const cost = (clicks: RecordedClick[]) =>
    clicks.reduce((sum, { at }) => sum + priceThen(funds, at) + funds.feeMicros, 0n);
  const dayOf = ({ at }: { at: number }) => Math.floor(at / (24 * HOUR_MS));
  const { dailyCapMicros, creatorCapMicros, pacedUntil } = limits;
  const found: SignalName[] = [];
  const sameDay = all.filter((other) => dayOf(other) === dayOf(click));
  if (dailyCapMicros !== null && cost(sameDay) > dailyCapMicros) found.push("daily_cap");
  const sameCreator = all.filter(({ creatorId }) => creatorId === click.creatorId);
  if (creatorCapMicros !== null && cost(sameCreator) > creatorCapMicros) found.push("creator_cap");
  if (pacedUntil === null) return found;
  const budget = affordable + cost(claimed);
  const isOverrun = all.map(dayOf).some((day) => {
    const ofDay = all.filter((other) => dayOf(other) === day);
    const left = budget - cost(all.filter((other) => dayOf(other) < day));
    const days = Math.max(1, dayOf({ at: pacedUntil - 1 }) - day + 1);
    return day >= dayOf(click) && cost(ofDay) > cost([click]) && cost(ofDay) * BigInt(days) > left;
  });
  return isOverrun ? [...found, "pacing"] : found;
}

function priceThen({ prices }: CampaignFunds, at: number): bigint {
  let price = 0n;
  for (const { from, payoutMicros } of prices) if (from <= at) price = payoutMicros;
  return price;
}

function usesSharedLimits({ signals }: RecordedClick, { clickRules }: CampaignFunds): boolean {
  return clickRules === "shared-aware" && signals.includes("shared_network");
}

/** A relay, or a range that an operator declares shared. */
function isVouchedFor({ signals, sharedBy }: RecordedClick): boolean {
  return (
    signals.includes("relay") || (signals.includes("shared_network") && sharedBy?.by === "operator")
  );
}

function findBurstsOf(visits: RecordedClick[], rule: BurstRule) {
  const by = (key: "ipKey" | "deviceKey") =>
    findBursts(
      visits.map((click) => ({ ...click, key: click[key] })),
      rule,
    );
  return { byAddress: by("ipKey"), byDevice: by("deviceKey") };
}

/** At a shared address the clicks of one device count once. */
function findSharedBursts(visits: RecordedClick[], rule: BurstRule) {
  const byAddress = findDeviceBursts(
    visits.map((click) => ({ ...click, key: click.ipKey, device: click.deviceKey })),
    rule,
  );
  return { ...findBurstsOf(visits, rule), byAddress };
}

/** A click of an unknown country or device is in no chosen audience. Tablets count as phones. */
function isOutside({ country, deviceClass }: RecordedClick, { audience }: CampaignFunds): boolean {
  const kinds: Record<string, string[]> = { phone: ["phone", "tablet"] };
  const wanted = audience.devices?.flatMap((device) => kinds[device] ?? [device]);
  return (
    (audience.countries !== null && !audience.countries.includes(country ?? "")) ||
    (wanted !== undefined && !wanted.includes(deviceClass))
  );
}

function isPayable(signals: SignalName[], { effects }: Policy): boolean {
  const { verdict } = decideVerdict(signals, effects);
  return verdict === "valid" || verdict === "held";
}

/**
 * Returns the signal that a click shows compared with those judged before; held clicks count as
 * paid.
 */
function findInHistory(
  click: RecordedClick,
  { judged, policy, isShared }: Pick<Pass, "judged" | "policy"> & { isShared: boolean },
): SignalName[] {
  const found: SignalName[] = [];
  const paid = judged
    .filter(({ verdict }) => verdict === "valid" || verdict === "held")
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
  const repeatedByLooks =
    !repeated && !vouchedFor && !isShared && looksPaid(click, { judged, paid, policy });
  if (repeatedByLooks) found.push("new_device_repeat");
  const since = click.at - HOUR_MS * policy.addressHours;
  const sameAddress = paid.filter(
    ({ ipKey, at }) => ipKey === click.ipKey && at > since && at <= click.at,
  );
  const most = isShared ? maxOfSharedAddress(click, judged, policy) : policy.addressClicks;
  if (!repeated && !repeatedByLooks && sameAddress.length >= most) found.push("ip_daily");
  const ofCreator = judged.filter(
    ({ click: { creatorId, ipKey, at }, verdict }) =>
      (verdict === "valid" || verdict === "held") &&
      creatorId === click.creatorId &&
      ipKey === click.ipKey &&
      at > since &&
      at <= click.at,
  );
  if (!repeated && !repeatedByLooks && !vouchedFor && ofCreator.length >= most) {
    found.push("ip_creator_daily");
  }
  if (!repeated && !repeatedByLooks && !vouchedFor && isOfBusyNetwork(click, judged, policy)) {
    found.push("ip_network");
  }
  if (!isAtSharedAddress(click) && isOnUnusualLink(click, judged, policy))
    found.push("link_anomaly");
  return found;
}

const gainful = ["datacenter", "ip_burst", "device_burst", "new_device_repeat"];

function isAtSharedAddress({ signals }: RecordedClick): boolean {
  return signals.includes("relay") || signals.includes("shared_network");
}

/** Most of the link's last visits were refused, some of them near the click in every respect. */
function isOnUnusualLink(click: RecordedClick, judged: Pass["judged"], policy: Policy): boolean {
  const counted = judged
    .filter(
      ({ click: before, verdict, reason }) =>
        before.campaignId === click.campaignId &&
        before.creatorId === click.creatorId &&
        !before.signals.some((name) => nonVisitSignals.includes(name)) &&
        (verdict !== "invalid" || (gainful.includes(reason ?? "") && !isAtSharedAddress(before))),
    )
    .slice(-policy.anomalyClicks);
  const refused = counted.filter(({ verdict }) => verdict === "invalid");
  const network = ({ ipKey }: RecordedClick) =>
    ipKeyNetwork(ipKey, 48) ?? ipKey.split(".").slice(0, 3).join(".");
  const quarter = (at: number) => Math.floor(at / 900_000);
  const alike = refused
    .map((before) => before.click)
    .filter(
      (other) =>
        network(other) === network(click) &&
        other.deviceClass === click.deviceClass &&
        Math.abs(quarter(other.at) - quarter(click.at)) <= 4,
    );
  return (
    counted.length === policy.anomalyClicks &&
    refused.length * 100 > policy.anomalyClicks * policy.anomalyPercent &&
    new Set(alike.map(({ ipKey }) => ipKey)).size >= policy.anomalyAddresses
  );
}

/** The daily number of a shared address grows with the link's valid clicks from others, counted by the quarter of an hour. */
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

/** How long a device is the same device: by its cookie, or else by its looks. */
function repeatMs(
  { deviceKnown, sharedBy }: RecordedClick,
  { policy, isShared }: Pick<Pass, "policy"> & { isShared: boolean },
): number {
  if (deviceKnown) return HOUR_MS * policy.knownDeviceHours;
  if (!isShared) return HOUR_MS * policy.weakDeviceHours;
  return sharedBy?.fullBrowser
    ? 1_000 * policy.shared.fullBrowserSeconds
    : 60_000 * policy.shared.weakDeviceMinutes;
}

/**
 * Whether a /48 or /56 has too large a share of the link's paid clicks, which are counted per 15
 * minutes.
 */
function isOfBusyNetwork(click: RecordedClick, judged: Pass["judged"], policy: Policy): boolean {
  if (!click.ipKey.includes(":")) return false;
  const since = click.at - HOUR_MS * policy.addressHours;
  const ofLink = judged
    .filter(({ verdict }) => verdict === "valid" || verdict === "held")
    .map((before) => before.click)
    .filter((c) => c.campaignId === click.campaignId && c.creatorId === click.creatorId);
  const quarter = (at: number) => Math.floor(at / 900_000) * 900_000;
  const all = ofLink.filter(({ at }) => quarter(at) > since && quarter(at) <= click.at).length + 1;
  return ([56, 48] as const).some((bits) => {
    const network = ipKeyNetwork(click.ipKey, bits);
    const own = ofLink.filter(
      ({ ipKey, at }) => ipKeyNetwork(ipKey, bits) === network && at > since && at <= click.at,
    );
    const clicks = own.length + 1;
    return clicks > policy.networkClicks && clicks * 100 > all * policy.networkPercent;
  });
}

/**
 * Whether a device with the same weak key at the same ip address was paid, and one of the two is
 * new.
 */
function looksPaid(
  click: RecordedClick,
  { judged, paid, policy }: Pick<Pass, "judged" | "policy"> & { paid: RecordedClick[] },
): boolean {
  const periodMs = HOUR_MS * policy.weakDeviceHours;
  const looks = ({ deviceKnown, deviceKey, weakKey }: RecordedClick) =>
    deviceKnown ? weakKey : deviceKey;
  const alike = paid.filter(
    (other) =>
      looks(click) !== undefined &&
      looks(other) === looks(click) &&
      other.ipKey === click.ipKey &&
      Math.abs(other.at - click.at) < periodMs,
  );
  const isYoung = ({ deviceKey, at }: RecordedClick) =>
    at - (cookieSetAt(deviceKey) ?? 0) < periodMs;
  if (!click.deviceKnown) return alike.some((other) => other.deviceKnown && isYoung(other));
  const first = parseFirstClickId(click.deviceKey);
  const paidLately = judged.some(
    ({ click: { id, at, deviceKey, deviceKnown }, verdict }) =>
      (verdict === "valid" || verdict === "held") &&
      (deviceKnown ? deviceKey === click.deviceKey : id === first) &&
      at > click.at - HOUR_MS * policy.knownDeviceHours &&
      at <= click.at,
  );
  return alike.length > 0 && (isYoung(click) || !paidLately);
}

/**
 * Whether the click that set the device's cookie was paid, or was itself a repeat of a paid click.
 */
function followsFirst(click: RecordedClick, judged: Pass["judged"], apart: number): boolean {
  const first = click.deviceKnown ? parseFirstClickId(click.deviceKey) : null;
  return judged.some(
    ({ click: { id, deviceKnown, campaignId, at }, verdict, reason }) =>
      id === first &&
      !deviceKnown &&
      campaignId === click.campaignId &&
      (verdict === "valid" || verdict === "held" || reason === "device_repeat") &&
      Math.abs(at - click.at) < apart,
  );
}

function inClickOrder(a: RecordedClick, b: RecordedClick): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

function stateAt(funds: CampaignFunds, at: number): SignalName | null {
  if (funds.released || at >= funds.endsAt) return "ended";
  if (!funds.funded) return "unfunded";
  if (funds.stoppedAt !== null && at >= funds.stoppedAt) return "paused";
  return at < funds.startsAt ? "not_started" : null;
}
