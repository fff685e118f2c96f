import { z } from "zod";
import { isDevice } from "./device";

/** Why a campaign could not pay at the moment of the click, as the redirect saw it. */
export const unpaidReasons = ["not_started", "paused", "ended", "exhausted", "unfunded"] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/** The last moment that JavaScript has a date for. */
const LATEST_DATE_MS = 8_640_000_000_000_000;
const header = z.string().max(2_048).nullable();

/**
 * One click as the redirect took it down and as a `record-clicks` job carries it. `id` is a uuid
 * v7 made at the redirect and `at` its milliseconds since 1970: the same click delivered twice is
 * the same id. `ip` is the client's address in canonical form (IPv4-mapped IPv6 is IPv4).
 * `device` is the device cookie that came back with the request, if one did: the device and, behind a
 * dot, the click by whose answer it was given the cookie.
 */
export const clickSchema = z.object({
  id: z.uuid(),
  at: z.number().int().positive().max(LATEST_DATE_MS),
  campaignId: z.uuid(),
  creatorId: z.uuid(),
  ip: z.union([z.ipv4(), z.ipv6()]),
  device: z.string().refine(isDevice).nullable(),
  method: z.string().max(16),
  userAgent: header,
  referrer: header,
  acceptLanguage: header,
  purpose: header,
  secFetchDest: header,
  secFetchMode: header,
  secFetchSite: header,
  secChUa: header,
  secChUaMobile: header,
  secChUaPlatform: header,
  unpaid: z.enum(unpaidReasons).nullable(),
});
export type Click = z.infer<typeof clickSchema>;
