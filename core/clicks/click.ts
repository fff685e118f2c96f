import { z } from "zod";
import { isLinkLabel } from "../campaigns/link-label";
import { isDevice } from "./device";

/** Why a campaign could not pay at the time of the click, as the redirect saw it. */
export const unpaidReasons = ["not_started", "paused", "ended", "exhausted", "unfunded"] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/** The latest date that JavaScript supports. */
const LATEST_DATE_MS = 8_640_000_000_000_000;
const header = z.string().max(2_048).nullable();

/**
 * A click as the redirect captures it and a `record-clicks` job carries it. `id` is a UUIDv7 created by
 * the redirect, so a click that is delivered twice keeps its id; `at` is in milliseconds since 1970.
 * `ip` is the client's address in canonical form (IPv4-mapped IPv6 is IPv4). `device` is the device
 * cookie of the request, or null: the device and, after a dot, the click that set the cookie.
 * `secure` is true if the visitor's connection is known to have been https.
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
  secure: z.boolean(),
  unpaid: z.enum(unpaidReasons).nullable(),
  /** The label of the named link that was clicked; left out without one. It decides nothing. */
  label: z.string().refine(isLinkLabel).optional(),
});
export type Click = z.infer<typeof clickSchema>;
