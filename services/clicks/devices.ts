import { createAddressBuckets } from "@fairclick/core/buckets";
import { ipKey, isPublicAddress } from "@fairclick/core/clicks/addresses";
import type { Click } from "@fairclick/core/clicks/click";
import { findInAppBrowser } from "@fairclick/core/clicks/user-agent";
import { memoize } from "@fairclick/core/memory";
import { upsertHoneypotMarks } from "@fairclick/sql/clicks/retention";
import type { Db } from "@fairclick/sql/db/client";
import Bowser from "bowser";
import { type Ctx, getSecret } from "../context";

/** The parts of a request that identify its device. */
export type Visitor = Pick<
  Click,
  "ip" | "device" | "userAgent" | "acceptLanguage" | "secChUa" | "secChUaMobile" | "secChUaPlatform"
>;

export type DeviceKeys = {
  /** Device key of a device that sent its cookie back. */
  known: (device: string) => string;
  /** Device key from the device's traits: similar devices share one. */
  weak: (visitor: Visitor) => string;
};

/**
 * Returns functions that name devices. Weak keys are hashed with a secret that all processes share
 * through the database, so that nobody can find a visitor by trying values.
 */
export async function getDeviceKeys(db: Db): Promise<DeviceKeys> {
  const keyed = new Bun.CryptoHasher("sha256", await getSecret(db, "device_keys"));
  return {
    known: (device) => `cookie:${device}`,
    weak: (visitor) => `like:${hash(keyed, describe(visitor))}`,
  };
}

function describe(visitor: Visitor): string {
  const { ip, userAgent, acceptLanguage, secChUa, secChUaMobile, secChUaPlatform } = visitor;
  const traits = [userAgent, acceptLanguage, secChUa, secChUaMobile, secChUaPlatform];
  return JSON.stringify([ipKey(ip), ...traits]);
}

/** Returns the start of the text's HMAC. Copying a hasher is cheaper than setting up its key again. */
function hash(keyed: Bun.CryptoHasher, text: string): string {
  return keyed.copy().update(text).digest("base64url").slice(0, 22);
}

export type VisitorDescription = { deviceClass: string; browser: string };

/** Common names. Everything else is 'Other', so that the statistics stay short. */
const families: ReadonlyMap<string, string> = new Map([
  ["Chrome", "Chrome"],
  ["Chromium", "Chrome"],
  ["Safari", "Safari"],
  ["Firefox", "Firefox"],
  ["Focus", "Firefox"],
  ["Microsoft Edge", "Edge"],
  ["Opera", "Opera"],
  ["Samsung Internet for Android", "Samsung Internet"],
  ["Android Browser", "Android Browser"],
  ["UC Browser", "UC Browser"],
  ["Yandex Browser", "Yandex"],
  ["Vivaldi", "Vivaldi"],
  ["Brave", "Brave"],
  ["DuckDuckGo", "DuckDuckGo"],
  ["Internet Explorer", "Internet Explorer"],
]);
const deviceClasses: ReadonlyMap<string, string> = new Map([
  ["mobile", "phone"],
  ["tablet", "tablet"],
  ["desktop", "desktop"],
  ["tv", "tv"],
]);

/** Returns browser, system and kind of device; 'unknown' if the user agent does not say. */
export function describeVisitor(userAgent: string | null): VisitorDescription {
  return userAgent ? describeAddress(userAgent) : { deviceClass: "unknown", browser: "unknown" };
}

/** Their browsers name them: PlayStation, Xbox, Switch and their forerunners. */
const consoles = /playstation|xbox|nintendo/i;

const describeAddress = memoize((userAgent): VisitorDescription => {
  const { browser, platform } = Bowser.parse(userAgent);
  const inApp = findInAppBrowser(userAgent) !== null;
  return {
    deviceClass: consoles.test(userAgent)
      ? "console"
      : (deviceClasses.get(platform.type ?? "") ?? "other"),
    browser: inApp ? "In an app" : (families.get(browser.name ?? "") ?? "Other"),
  };
});

/** A mark lasts for hours: a few at once cover the devices behind one address, later ones extend them. */
const buckets = createAddressBuckets({ burst: 10, perSecond: 1 / 60 });

/**
 * Records the device and address that followed an invisible link; private addresses are left out.
 * Above ten marks per address, plus one per minute, nothing is written.
 */
export async function markHoneypot(
  ctx: Pick<Ctx, "db" | "now" | "log">,
  visitor: Visitor,
): Promise<void> {
  if (!buckets.take(visitor.ip, ctx.now().getTime())) return;
  const deviceKeys = await getDeviceKeys(ctx.db);
  const devices = [deviceKeys.weak(visitor)];
  if (visitor.device) devices.push(deviceKeys.known(visitor.device));
  const marks = [
    ...devices.map((key) => ({ kind: "device" as const, key })),
    ...(isPublicAddress(visitor.ip) ? [{ kind: "ip" as const, key: ipKey(visitor.ip) }] : []),
  ];
  await upsertHoneypotMarks(ctx.db.sql, { marks, markedAt: ctx.now() });
}
