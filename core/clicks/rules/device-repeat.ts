import type { ClickToJudge, JudgedBefore, Shared } from "../facts";
import { type FactRule, HOUR_MS } from "../rule";
import { claims } from "../verdict";

const sameDevice: Shared = { key: "deviceKey", within: "campaign" };

/**
 * A device that was paid on the campaign less than a period before, or after if the click comes
 * late. The click whose answer set its cookie is the device's own, under its weak name.
 */
export const deviceRepeat: FactRule = {
  signal: "device_repeat",
  category: "Repeated click",
  soft: true,
  describe: ({ knownDeviceHours, weakDeviceHours }) =>
    `In each campaign, only one click per device is paid in ${knownDeviceHours} hours, or in ${weakDeviceHours === 1 ? "1 hour" : `${weakDeviceHours} hours`} if the device does not keep cookies.`,
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
  judge: (click, { history, policy }) => {
    const hours = click.deviceKnown ? policy.knownDeviceHours : policy.weakDeviceHours;
    const isNear = ({ at }: { at: number }) => Math.abs(at - click.at) < HOUR_MS * hours;
    const before =
      history
        .paid(click, sameDevice)
        .findLast((paid) => paid.deviceKnown === click.deviceKnown && isNear(paid)) ??
      ownFirstClick(click, history.firstClick(click));
    return before && isNear(before) ? { paidAt: new Date(before.at).toISOString(), hours } : null;
  },
};

/** Returns the device's first click if it was paid, or is invalid only as a repeat of a similar device. */
function ownFirstClick({ campaignId }: ClickToJudge, first: JudgedBefore | null) {
  if (!first || first.deviceKnown || first.campaignId !== campaignId) return null;
  return claims(first) || first.reason === "device_repeat" ? first : null;
}
