import { cookieSetAt, parseFirstClickId } from "../../ids";
import { type Pass, type RecordedClick, takesBudget } from "./model-types";

const HOUR_MS = 3_600_000;

/** How long a device is the same device: by its cookie, or else by its looks. */
export function repeatMs(
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
 * Whether a device with the same weak key at the same ip address was paid, and one of the two is
 * new.
 */
export function looksPaid(
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
      takesBudget(verdict) &&
      (deviceKnown ? deviceKey === click.deviceKey : id === first) &&
      at > click.at - HOUR_MS * policy.knownDeviceHours &&
      at <= click.at,
  );
  return alike.length > 0 && (isYoung(click) || !paidLately);
}

/**
 * Whether the click that set the device's cookie was paid, or was itself a repeat of a paid click.
 */
export function followsFirst(click: RecordedClick, judged: Pass["judged"], apart: number): boolean {
  const first = click.deviceKnown ? parseFirstClickId(click.deviceKey) : null;
  return judged.some(
    ({ click: { id, deviceKnown, campaignId, at }, verdict, reason }) =>
      id === first &&
      !deviceKnown &&
      campaignId === click.campaignId &&
      (takesBudget(verdict) || reason === "device_repeat") &&
      Math.abs(at - click.at) < apart,
  );
}
