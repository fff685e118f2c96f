import { noIpData } from "@fairclick/core/ip/ip-data";
import type { IpDataFollower } from "../ip/ip-data";

/** For tests of jobs that look no address up, and of installations without address data. */
export const followNoIpData: IpDataFollower = {
  get: async () => noIpData,
  ages: () => [],
  stop: async () => {},
};
