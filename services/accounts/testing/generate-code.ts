import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows at a time, for a secret in base32. */
export function generateCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

export function secretBytes(secret: string): Uint8Array {
  return new Uint8Array(Secret.fromBase32(secret).buffer);
}
