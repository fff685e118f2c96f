import { plural, t } from "../../language/t";
import type { ClickToJudge, JudgedBefore, Shared } from "../facts";
import { type FactRule, HOUR_MS, usesSharedLimits, weakDeviceMs } from "../rule";
import { claims } from "../spending";

const sameDevice: Shared = { key: "deviceKey", within: "campaign" };

/**
 * A device that was paid on the campaign less than a period before, or after if the click comes
 * late. The first click of a device, which set its cookie, has the weak key and counts too.
 *
 * Who profits: the developer. A rival with the same looks at the same address takes the place of one
 * visitor without a cookie for `weakDeviceHours`. Nobody can imitate a device with a cookie.
 */
export const deviceRepeat: FactRule = {
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
        ...sameDevice,
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
        .paid(click, sameDevice)
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
