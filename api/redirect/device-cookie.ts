import { timingSafeEqual } from "node:crypto";
import { isDevice } from "@fairclick/core/ids";
import { getSecret } from "@fairclick/services/context";
import type { Db } from "@fairclick/sql/db/client";

const NAME = "fc_device";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** 22 characters of base64url: 132 of the 256 bits. */
const SIGNATURE_LENGTH = 22;

export type DeviceCookies = {
  /**
   * Returns `<deviceId>`, or `<deviceId>.<clickId>` if a click's response set the cookie. Null without
   * a cookie signed by this installation.
   */
  read: (cookieHeader: string | null) => string | null;
  /**
   * Returns a `set-cookie` header for a new device. With the id of the answered click, the next click
   * of the device is linked to that one.
   */
  issue: (device: { secure: boolean; clickId?: string }) => string;
};

export async function getDeviceCookies(db: Db): Promise<DeviceCookies> {
  return createDeviceCookies(await getSecret(db, "device_cookies"));
}

export function createDeviceCookies(secret: Uint8Array): DeviceCookies {
  const sign = createSigner(secret);
  return {
    read: (cookieHeader) => {
      const value = cookieHeader && findValue(cookieHeader);
      return value ? readSigned(sign, value) : null;
    },
    issue: ({ secure, clickId }) => {
      const device = clickId ? `${crypto.randomUUID()}.${clickId}` : crypto.randomUUID();
      const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      return `${writeSigned(sign, device)}; ${attributes}${secure ? "; Secure" : ""}`;
    },
  };
}

/** Returns the signed device cookie: `name=device.signature`. */
export function signedDevice(secret: Uint8Array, device: string): string {
  return writeSigned(createSigner(secret), device);
}

type Sign = (device: string) => string;

/** Copies a hasher that knows the key: half the cost of keying one each time. */
function createSigner(secret: Uint8Array): Sign {
  const keyed = new Bun.CryptoHasher("sha256", secret);
  return (device) => keyed.copy().update(device).digest("base64url").slice(0, SIGNATURE_LENGTH);
}

function writeSigned(sign: Sign, device: string): string {
  return `${NAME}=${device}.${sign(device)}`;
}

/** Filled wholly by each comparison. */
const [given, expected] = [Buffer.alloc(SIGNATURE_LENGTH), Buffer.alloc(SIGNATURE_LENGTH)];

function readSigned(sign: Sign, value: string): string | null {
  const dot = value.length - SIGNATURE_LENGTH - 1;
  const device = value.slice(0, Math.max(0, dot));
  if (value[dot] !== "." || !isDevice(device)) return null;
  expected.write(sign(device), "latin1");
  given.write(value.slice(dot + 1), "latin1");
  return timingSafeEqual(given, expected) ? device : null;
}

function findValue(header: string): string | null {
  for (let at = header.indexOf(`${NAME}=`); at >= 0; at = header.indexOf(`${NAME}=`, at + 1)) {
    const before = header[at - 1];
    if (before !== undefined && before !== " " && before !== ";") continue;
    const start = at + NAME.length + 1;
    const semicolon = header.indexOf(";", start);
    return header.slice(start, semicolon < 0 ? undefined : semicolon);
  }
  return null;
}
