import { createAddressBuckets } from "@fairclick/core/address-buckets";
import { createTokenBuckets } from "@fairclick/core/token-buckets";

/** Whether one visitor may have a link looked up in Postgres. */
export type LookUpPermit = {
  /** Returns false if Postgres is not to be queried for this visitor now. */
  take: () => boolean;
  /** Undoes `take`: the link was there, or Postgres was not. */
  giveBack: () => void;
};

type Visitor = { ip: string; device: string | null };

/** Links that do not exist, per address: a scan is over quickly, and a few typing errors are free. */
const ofAddress = { burst: 50, perSecond: 5 };
/** A second chance at a crowded address, for devices that have one of our cookies. */
const ofDevice = { burst: 3, perSecond: 0.1, maxBuckets: 20_000 };
const ofDevicesAtAddress = { burst: 50, perSecond: 10 };

/**
 * Limits look-ups of links that do not exist, in the memory of this process. Look-ups of real links
 * cost nothing, so honest crowds behind one address are never stopped by themselves. Where somebody
 * else at the address is scanning, a visitor with a signed device cookie has look-ups of their own.
 */
export function createLookUpLimits(now: () => number = Date.now) {
  const addresses = createAddressBuckets(ofAddress);
  const devices = createTokenBuckets(ofDevice);
  const crowds = createAddressBuckets(ofDevicesAtAddress);
  const takeOfDevice = (ip: string, device: string): boolean => {
    if (!devices.take([device], now())) return false;
    if (crowds.take(ip, now())) return true;
    devices.giveBack([device]);
    return false;
  };
  return {
    permit: ({ ip, device }: Visitor): LookUpPermit => {
      let giveBack = () => {};
      return {
        take: () => {
          if (addresses.take(ip, now())) giveBack = () => addresses.giveBack(ip);
          else if (device && takeOfDevice(ip, device)) {
            giveBack = () => {
              devices.giveBack([device]);
              crowds.giveBack(ip);
            };
          } else return false;
          return true;
        },
        giveBack: () => giveBack(),
      };
    },
  };
}

export type LookUpLimits = ReturnType<typeof createLookUpLimits>;
