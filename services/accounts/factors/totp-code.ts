import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** RFC 6238 recommends at least 160 bits. */
const SECRET_BYTES = 20;

function openTotp(secret: Uint8Array<ArrayBuffer>, label = ""): TOTP {
  return new TOTP({
    issuer: "Fairclick",
    label,
    secret: new Secret({ buffer: secret.buffer }),
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

export function makeTotpSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

/** Returns what an authenticator app reads: as text to type, and as the content of a QR code. */
export function describeTotp(
  secret: Uint8Array<ArrayBuffer>,
  email: string,
): { secret: string; uri: string } {
  const totp = openTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns the time step of a code: the current one, the one before or the one after, for clocks that
 * are off. Null if it is none of these.
 */
export function findTotpStep(
  secret: Uint8Array<ArrayBuffer>,
  { code, at }: { code: string; at: Date },
): number | null {
  const timestamp = at.getTime();
  const delta = openTotp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
