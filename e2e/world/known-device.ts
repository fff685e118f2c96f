import { signedDevice } from "@fairclick/api/redirect/device-cookie";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { keepSecret } from "@fairclick/sql/db/secrets";

/** Of databases that are measured and thrown away; visitors in other processes sign with it too. */
const secret = new Uint8Array(32).fill(7);

/** The `cookie` header of a device that has been here before. */
export function knownDevice(id: string): string {
  return signedDevice(secret, id);
}

/** To be called before the first api starts, which would make a secret of its own. */
export async function keepKnownSecret(ownerUrl: string): Promise<void> {
  const owner = connectAsOwner(ownerUrl);
  try {
    await keepSecret(owner.sql, "device_cookies", secret);
  } finally {
    await owner.end();
  }
}
