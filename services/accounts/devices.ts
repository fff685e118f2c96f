import type { Click } from "@fairclick/core/clicks/click";
import { ipKey } from "@fairclick/core/ip/numbers";
import type { Db } from "@fairclick/sql/db/client";
import { getSecret } from "../context";

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

/** Returns 10 bytes of the text's HMAC. Copying a hasher is cheaper than setting up its key again. */
function hash(keyed: Bun.CryptoHasher, text: string): string {
  return keyed.copy().update(text).digest("hex").slice(0, 20);
}
