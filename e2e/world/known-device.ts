import { signedDevice } from "@fairclick/api/redirect/device-cookie";
import { connectAsOwner, getOrCreateSecret } from "@fairclick/sql/db/client";

/**
 * Only for databases that are measured and deleted. Visitors in other processes sign with it too.
 */
export const knownDeviceSecret = new Uint8Array(32).fill(7);

/** Returns the `cookie` header of a known device. */
export function knownDevice(id: string): string {
  return signedDevice(knownDeviceSecret, id);
}

/** Stores the shared secret. Call it before the first api starts and creates its own. */
export async function storeKnownSecret(ownerUrl: string): Promise<void> {
  const owner = connectAsOwner(ownerUrl);
  try {
    await getOrCreateSecret(owner.sql, "device_cookies", knownDeviceSecret);
  } finally {
    await owner.end();
  }
}
