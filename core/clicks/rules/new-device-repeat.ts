import { cookieSetAt } from "../../ids";
import { plural, t } from "../../language/t";
import type { ClickToJudge, Neighbour, Shared } from "../facts";
import { type ClickFacts, type FactRule, HOUR_MS, usesSharedLimits } from "../rule";
import { isVouchedFor } from "../signal";
import { claims } from "../spending";

const sameLooks: Shared = { key: "looks", within: "link" };
const sameDevice: Shared = { key: "deviceKey", within: "everywhere" };

/**
 * A program that takes a new cookie from each response would be a new device with every click. Until a
 * device is established, it therefore also counts by its fingerprint, as one without a cookie.
 *
 * Who profits: nobody much. A rival with the same looks at the same address has to click on this very
 * link, and then visitors are held, not refused. Addresses that are vouched for as shared are left out.
 */
export const newDeviceRepeat: FactRule = {
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
