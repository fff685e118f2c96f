import { createHmac } from "node:crypto";
import type { Click } from "@fairclick/core/clicks/click";
import { ipKey } from "@fairclick/core/clicks/ip-key";
import type { Db } from "@fairclick/sql/db/client";
import { getSecret } from "../../secret";

/** The part of a request that tells something of who made it. */
export type Visitor = Pick<
  Click,
  "ip" | "device" | "userAgent" | "acceptLanguage" | "secChUa" | "secChUaMobile" | "secChUaPlatform"
>;

export type DeviceKeys = {
  /** By its own cookie, once that has come back. */
  known: (device: string) => string;
  /** By what the device looks like from outside: many that are alike share one. */
  weak: (visitor: Visitor) => string;
};

/**
 * How devices are named. The weak names are made with a secret that all processes share through the
 * database, so that nobody who sees one can find out whose it is by trying.
 */
export async function getDeviceKeys(db: Db): Promise<DeviceKeys> {
  const secret = await getSecret(db, "device_keys");
  return {
    known: (device) => `cookie:${device}`,
    weak: (visitor) => `like:${hash(secret, describe(visitor))}`,
  };
}

function describe(visitor: Visitor): string {
  const { ip, userAgent, acceptLanguage, secChUa, secChUaMobile, secChUaPlatform } = visitor;
  const traits = [userAgent, acceptLanguage, secChUa, secChUaMobile, secChUaPlatform];
  return JSON.stringify([ipKey(ip), ...traits]);
}

function hash(secret: Uint8Array, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, 22);
}
