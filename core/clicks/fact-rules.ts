import { isInAudience } from "../campaigns/audience";
import { cookieSetAt } from "../ids";
import { plural, t } from "../language/t";
import type { ClickToJudge, JudgedBefore, Need, Neighbour, Shared } from "./facts";
import type { Policy } from "./policy";
import {
  type ClickFacts,
  countAfter,
  countBetween,
  type FactRule,
  HOUR_MS,
  hasManyDevicesAt,
  isCrowdedAt,
  leastAddressClicks,
  MAX_COUNTED_CLICKS,
  maxAddressClicks,
  usesSharedLimits,
  usesSharedNumber,
  weakDeviceMs,
} from "./rule";
import { notPaying } from "./rules/not-paying";
import { overLimit } from "./rules/over-limit";
import { isRepeat, isVisit, isVouchedFor } from "./signal";
import { claims } from "./spending";

/**
 * A visit belongs to a burst if `burstClicks` or more visits with its key lie within some window
 * that contains it, both ends included, on whatever campaign. At a shared address the number is
 * larger, and the visits of one device count once for the address. Evidence counts the visits within
 * a window before and after it, up to `MAX_COUNTED_CLICKS`.
 */
function findBursts(key: "ipKey" | "deviceKey"): Pick<FactRule, "appliesTo" | "needs" | "judge"> {
  const shared: Shared = { key, within: "everywhere" };
  return {
    appliesTo: "every click",
    needs: ({ burstClicks, windowSeconds, shared: { burstClicks: atSharedAddress } }) => [
      {
        kind: "neighbours",
        among: "visits",
        ...shared,
        beforeMs: windowSeconds * 1_000,
        afterMs: windowSeconds * 1_000,
        nearest: Math.max(burstClicks - 1, atSharedAddress, MAX_COUNTED_CLICKS),
      },
    ],
    judge: (click, facts) => {
      if (!isVisit(click.signals)) return null;
      const { history, policy } = facts;
      const isShared = usesSharedLimits(facts);
      const size = isShared ? policy.shared.burstClicks : policy.burstClicks;
      const windowMs = policy.windowSeconds * 1_000;
      const visits = history.visits(click, shared);
      const isBurst = isShared && key === "ipKey" ? hasManyDevicesAt : isCrowdedAt;
      if (!isBurst(visits, click.at, { size, windowMs })) return null;
      const around = countBetween(visits, click.at - windowMs, click.at + windowMs);
      return {
        clicks: Math.min(around, Math.max(size, MAX_COUNTED_CLICKS)),
        seconds: policy.windowSeconds,
        ...(isShared ? { shared: true } : {}),
      };
    },
  };
}

/**
 * Who profits: anybody at the same address, who can make the clicks of others there invalid within the
 * same minute. At a shared address campaigns can count devices instead (`shared-aware`).
 */
const ipBurst: FactRule = {
  signal: "ip_burst",
  category: "Too many clicks at once",
  describe: ({ burstClicks, windowSeconds }) =>
    t`${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds are all invalid.`,
  describeShared: ({ shared, windowSeconds }) =>
    t`${shared.burstClicks} or more devices at one shared address within ${windowSeconds} seconds make all their clicks invalid.`,
  ...findBursts("ipKey"),
};

/**
 * Who profits: the developer. A rival can use up only their own device: no one else has its cookie, or
 * its looks at its address.
 */
const deviceBurst: FactRule = {
  signal: "device_burst",
  category: "Too many clicks at once",
  soft: true,
  describe: ({ burstClicks, windowSeconds }) =>
    t`${burstClicks} or more clicks from one device within ${windowSeconds} seconds are all invalid.`,
  describeShared: ({ shared, windowSeconds }) =>
    t`${shared.burstClicks} or more clicks from one device at a shared address within ${windowSeconds} seconds make all their clicks invalid.`,
  ...findBursts("deviceKey"),
};

const sameDeviceOnCampaign: Shared = { key: "deviceKey", within: "campaign" };

/**
 * A device that was paid on the campaign less than a period before, or after if the click comes
 * late. The first click of a device, which set its cookie, has the weak key and counts too.
 *
 * Who profits: the developer. A rival with the same looks at the same address takes the place of one
 * visitor without a cookie for `weakDeviceHours`. Nobody can imitate a device with a cookie.
 */
const deviceRepeat: FactRule = {
  signal: "device_repeat",
  category: "Repeated click",
  soft: true,
  describe: ({ knownDeviceHours, weakDeviceHours }) =>
    t`In each campaign, only one click per device is paid in ${knownDeviceHours} hours, or in ${plural(weakDeviceHours, "# hour", "# hours")} if the device does not keep cookies.`,
  describeShared: ({ shared }) =>
    t`At a shared address, a device without a cookie counts as the same device for ${shared.weakDeviceMinutes} minutes, or for ${shared.fullBrowserSeconds} seconds if it is a full browser, which would have sent its cookie back.`,
  appliesTo: "payable clicks",
  needs: (policy) => {
    const reachMs = HOUR_MS * Math.max(policy.knownDeviceHours, policy.weakDeviceHours);
    return [
      {
        kind: "neighbours",
        among: "paid",
        ...sameDeviceOnCampaign,
        beforeMs: reachMs,
        afterMs: reachMs,
        nearest: 1,
      },
      { kind: "first click", withinMs: HOUR_MS * policy.knownDeviceHours },
    ];
  },
  judge: (click, facts) => {
    const { history, policy } = facts;
    const periodMs = click.deviceKnown ? HOUR_MS * policy.knownDeviceHours : weakDeviceMs(facts);
    const isNear = ({ at }: { at: number }) => Math.abs(at - click.at) < periodMs;
    const before =
      history
        .paid(click, sameDeviceOnCampaign)
        .findLast((paid) => paid.deviceKnown === click.deviceKnown && isNear(paid)) ??
      ownFirstClick(click, history.firstClick(click));
    if (!before || !isNear(before)) return null;
    const paidAt = new Date(before.at).toISOString();
    return !click.deviceKnown && usesSharedLimits(facts)
      ? { paidAt, seconds: periodMs / 1_000, shared: true }
      : { paidAt, hours: periodMs / HOUR_MS };
  },
};

/** Returns the device's first click if it was paid, or is invalid only as a repeat of a similar device. */
function ownFirstClick({ campaignId }: ClickToJudge, first: JudgedBefore | null) {
  if (!first || first.deviceKnown || first.campaignId !== campaignId) return null;
  return claims(first) || first.reason === "device_repeat" ? first : null;
}

const sameLooks: Shared = { key: "looks", within: "link" };
const sameDevice: Shared = { key: "deviceKey", within: "everywhere" };

/**
 * A program that takes a new cookie from each response would be a new device with every click. Until a
 * device is established, it therefore also counts by its fingerprint, as one without a cookie.
 *
 * Who profits: nobody much. A rival with the same looks at the same address has to click on this very
 * link, and then visitors are held, not refused. Addresses that are vouched for as shared are left out.
 */
const newDeviceRepeat: FactRule = {
  signal: "new_device_repeat",
  category: "Repeated click",
  soft: true,
  describe: ({ weakDeviceHours, knownDeviceHours }) =>
    t`Until its cookie is ${plural(weakDeviceHours, "# hour", "# hours")} old and a click of it was paid in the last ${knownDeviceHours} hours, a device counts as the same as similar devices at its IP address, and is held for review.`,
  describeShared: () =>
    t`At a shared address, a new device does not count as the same as similar devices.`,
  appliesTo: "payable clicks",
  needs: ({ knownDeviceHours, weakDeviceHours }) => [
    {
      kind: "neighbours",
      among: "paid",
      ...sameLooks,
      beforeMs: HOUR_MS * weakDeviceHours,
      afterMs: HOUR_MS * weakDeviceHours,
      nearest: 1,
    },
    {
      kind: "neighbours",
      among: "paid",
      ...sameDevice,
      beforeMs: HOUR_MS * knownDeviceHours,
      afterMs: 0,
      nearest: 1,
    },
    { kind: "first click", withinMs: HOUR_MS * knownDeviceHours },
  ],
  judge: (click, facts) => {
    const { found, history, policy } = facts;
    if (found.has("device_repeat") || isVouchedFor(found) || usesSharedLimits(facts)) return null;
    if (click.deviceKnown && isEstablished(click, facts)) return null;
    const hours = policy.weakDeviceHours;
    const before = history
      .paid(click, sameLooks)
      .findLast(
        (paid) =>
          Math.abs(paid.at - click.at) < HOUR_MS * hours &&
          (click.deviceKnown || isNew(paid, HOUR_MS * hours)),
      );
    return before ? { paidAt: new Date(before.at).toISOString(), hours } : null;
  },
};

/** Whether a known device's cookie had just been set when it clicked. */
function isNew({ deviceKnown, deviceKey, at }: Neighbour, periodMs: number): boolean {
  const setAt = deviceKnown && deviceKey !== null ? cookieSetAt(deviceKey) : null;
  return setAt !== null && at - setAt < periodMs;
}

/** Whether the cookie is old enough and one of the device's clicks was paid recently. */
function isEstablished(click: ClickToJudge, { history, policy }: ClickFacts): boolean {
  if (isNew(click, HOUR_MS * policy.weakDeviceHours)) return false;
  const since = click.at - HOUR_MS * policy.knownDeviceHours;
  const isRecent = ({ at }: { at: number }) => at > since && at <= click.at;
  const first = history.firstClick(click);
  if (first && !first.deviceKnown && claims(first) && isRecent(first)) return true;
  return history.paid(click, sameDevice).some((paid) => paid.deviceKnown && isRecent(paid));
}

const sameAddressAndCreator: Shared = { key: "ipKey", within: "creator" };

/**
 * An address with as many recent paid clicks on the links of one creator as it may have: a click farm
 * spreads its clicks over the creator's campaigns. Ignores repeats, which are not paid anyway.
 *
 * Who profits: nobody. Only paid clicks use up the number, and they were paid to the same creator. A
 * rival's own links have a number of their own. Further clicks are held, not refused.
 */
const ipDaily: FactRule = {
  signal: "ip_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    t`After ${addressClicks} paid clicks from one IP address in ${addressHours} hours on all campaigns of a creator, further clicks are held for review.`,
  describeShared: ({ shared, addressHours }) => {
    const { addressClicks, addressPermille, mostAddressClicks } = shared;
    return t`From a shared address, ${addressClicks} clicks are paid in ${addressHours} hours. If ${addressPermille / 10}% of the link's valid clicks from addresses that are not shared is more, that many are paid, at most ${mostAddressClicks}.`;
  },
  appliesTo: "payable clicks",
  needs: (policy) => {
    const beforeMs = HOUR_MS * policy.addressHours;
    const { addressClicks, mostAddressClicks } = policy.shared;
    const nearest = Math.max(
      policy.addressClicks,
      addressClicks,
      mostAddressClicks,
      MAX_COUNTED_CLICKS,
    );
    return [
      {
        kind: "neighbours",
        among: "valid",
        ...sameAddressAndCreator,
        beforeMs,
        afterMs: 0,
        nearest,
      },
      {
        kind: "paid of link",
        beforeMs,
        above: leastAddressClicks(policy),
        shared: sameAddressAndCreator,
        signal: "shared_network",
      },
    ];
  },
  judge: (click, facts) => {
    if (isRepeat(facts.found)) return null;
    const { history, policy } = facts;
    const hours = policy.addressHours;
    const before = history.valid(click, sameAddressAndCreator);
    const paid = countAfter(before, click.at - HOUR_MS * hours, click.at);
    if (paid < leastAddressClicks(policy)) return null;
    const most = maxAddressClicks(click, facts);
    if (paid < most) return null;
    const clicks = Math.min(paid, Math.max(most, MAX_COUNTED_CLICKS)) + 1;
    return { clicks, hours, ...(usesSharedNumber(facts) ? { shared: true } : {}) };
  },
};

/** Max counted paid clicks of a network; a network with more is always held. */
const MAX_NETWORK_CLICKS = 2_000;

/** Typical networks of one customer: a home (/56, 256 networks of /64) and a site (/48, 65,536). */
const networks: { name: string; shared: Shared }[] = [
  { name: "/56", shared: { key: "network56", within: "link" } },
  { name: "/48", shared: { key: "network48", within: "link" } },
];

/**
 * An IPv6 network that makes too many of a link's paid clicks, unless it is a relay or a campus's or an
 * operator says that many people share it. It is held and never invalid: carriers hand out /64s from pools like these.
 *
 * Who profits: nobody. Only clicks that this very link was paid for use up the network's share.
 */
const ipNetwork: FactRule = {
  signal: "ip_network",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ networkClicks, networkPercent, addressHours }) =>
    t`After ${networkClicks} paid clicks from one IPv6 network (/48 or /56) in ${addressHours} hours, further clicks are held for review while they are over ${networkPercent}% of the link's paid clicks.`,
  appliesTo: "payable clicks",
  needs: (policy) => networks.flatMap(({ shared }) => listNetworkNeeds(shared, policy)),
  judge: (click, { found, history, policy }) => {
    if (click.ipKey === null || isRepeat(found) || isVouchedFor(found)) return null;
    const { networkClicks, networkPercent, addressHours: hours } = policy;
    for (const { name, shared } of networks) {
      const before = history.valid(click, shared);
      if (before.length < networkClicks) continue;
      const clicks = countAfter(before, click.at - HOUR_MS * hours, click.at) + 1;
      if (clicks <= networkClicks) continue;
      const ofLink = history.paidOfLink(click, HOUR_MS * hours) + 1;
      if (clicks > MAX_NETWORK_CLICKS || clicks * 100 > ofLink * networkPercent) {
        return { network: name, clicks: Math.min(clicks, MAX_NETWORK_CLICKS), ofLink, hours };
      }
    }
    return null;
  },
};

function listNetworkNeeds(shared: Shared, { addressHours, networkClicks }: Policy): Need[] {
  const beforeMs = HOUR_MS * addressHours;
  return [
    {
      kind: "neighbours",
      among: "valid",
      ...shared,
      beforeMs,
      afterMs: 0,
      nearest: MAX_NETWORK_CLICKS,
    },
    { kind: "paid of link", beforeMs, above: networkClicks, shared },
  ];
}

/** Countries that evidence names; the others are counted. */
const MAX_NAMED = 12;

/**
 * A click from a country or a kind of device that the campaign does not pay for. The country is that of
 * the address that reached us, the device what its user agent says; what is not known is outside.
 *
 * Who profits: the developer, who gets the visit for nothing. The audience is shown before creators
 * join, and can only grow once the campaign is funded. The click may be honest, so it is unpaid and not
 * invalid: it speaks neither against its link nor against its address.
 */
export const outsideAudience: FactRule = {
  signal: "outside_audience",
  category: "Outside the campaign's audience",
  describe: () =>
    t`A campaign can pay only for clicks from certain countries, or from phones (with tablets), computers or consoles. It lists them before you join and can add some later, but remove none. Other clicks are not paid, nor are clicks whose country or device is not known.`,
  appliesTo: "every click",
  needs: () => [],
  judge: (click, { campaign: { audience } }) => {
    if (isInAudience(audience, click)) return null;
    const { countries, devices } = audience;
    return {
      country: click.country ?? "unknown",
      device: click.deviceClass ?? "unknown",
      ...(countries ? { countries: listFirst(countries) } : {}),
      ...(devices ? { devices: devices.join(", ") } : {}),
    };
  },
};

function listFirst(countries: readonly string[]): string {
  const left = countries.length - MAX_NAMED;
  const named = countries.slice(0, MAX_NAMED).join(", ");
  return left > 0 ? `${named} and ${left} more` : named;
}

/** The rules that need other clicks or the campaign, in deciding order: they run at settlement. */
export const factRules: readonly FactRule[] = [
  ipBurst,
  deviceBurst,
  deviceRepeat,
  newDeviceRepeat,
  ipDaily,
  ipNetwork,
  outsideAudience,
  ...notPaying,
  ...overLimit,
];

/** The facts that the rules need under any of the policies. */
export function listNeeds(policies: readonly Policy[]): Need[] {
  return policies.flatMap((policy) => factRules.flatMap((rule) => rule.needs(policy)));
}
