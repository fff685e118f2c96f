import { z } from "zod";
import { unpaidReasons } from "../campaigns/status";
import { isDevice, isLinkName } from "../ids";
import { MAX_READ_LENGTH } from "../memory";

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
  /** The name of the link that was clicked; left out without one. It decides nothing. */
  linkName: z.string().refine(isLinkName).optional(),
});
export type Click = z.infer<typeof clickSchema>;

const VERSION = 1;
/** Texts shorter than this are repeated in each row: a reference would not save space. */
const SHARED_LENGTH = 16;

/**
 * Payload of a job with many clicks. It has no field names and stores each long text that several
 * clicks share, such as a user agent, once. Rows are validated one by one later, so that only a
 * malformed click is parked.
 */
export const clickBatchSchema = z.object({
  version: z.literal(VERSION),
  /** Base of the rows' relative times, in milliseconds since 1970. */
  at: z.number(),
  texts: z.array(z.string()),
  rows: z.array(z.unknown()).min(1),
});
/** Returns the version of a batch if this program is too old for it; null for any other payload. */
export function findNewerVersion(payload: unknown): number | null {
  const batch = z.object({ version: z.int().min(VERSION + 1) }).safeParse(payload);
  return batch.success ? batch.data.version : null;
}

/** Returns the number of clicks in a payload of any version, or null if it is malformed. */
export function countPackedClicks(payload: unknown): number | null {
  const batch = z.object({ rows: z.array(z.unknown()) }).safeParse(payload);
  return batch.success ? batch.data.rows.length : null;
}

type ClickBatch = z.infer<typeof clickBatchSchema>;

export function packClicks(clicks: readonly Click[]): ClickBatch {
  const at = clicks[0]?.at ?? 0;
  const texts: string[] = [];
  const places = new Map<string, number>();
  const share = (text: string | null): string | number | null => {
    if (text === null || text.length < SHARED_LENGTH) return text;
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const rows = clicks.map((click) => [
    click.id,
    click.at - at,
    share(click.campaignId),
    share(click.creatorId),
    click.ip,
    click.device,
    click.method,
    share(click.userAgent),
    share(click.referrer),
    share(click.acceptLanguage),
    click.purpose,
    click.secFetchDest,
    click.secFetchMode,
    click.secFetchSite,
    share(click.secChUa),
    click.secChUaMobile,
    click.secChUaPlatform,
    click.unpaid,
    click.secure,
    ...(click.linkName === undefined ? [] : [click.linkName]),
  ]);
  return { version: VERSION, at, texts, rows };
}

/** Returns a batch of one entry as it was delivered, a click or not. */
export function packEntry(entry: unknown): ClickBatch {
  return { version: VERSION, at: 0, texts: [], rows: [entry] };
}

/**
 * Returns the clicks of a batch, in order and unvalidated. A row that is not an array is returned
 * unchanged.
 */
export function unpackClicks({ at, texts, rows }: ClickBatch): unknown[] {
  const read = (cell: unknown) => (typeof cell === "number" ? texts[cell] : cell);
  return rows.map((row) => {
    if (!Array.isArray(row)) return row;
    return {
      id: row[0],
      at: typeof row[1] === "number" ? at + row[1] : row[1],
      campaignId: read(row[2]),
      creatorId: read(row[3]),
      ip: row[4],
      device: row[5],
      method: row[6],
      userAgent: read(row[7]),
      referrer: read(row[8]),
      acceptLanguage: read(row[9]),
      purpose: row[10],
      secFetchDest: row[11],
      secFetchMode: row[12],
      secFetchSite: row[13],
      secChUa: read(row[14]),
      secChUaMobile: row[15],
      secChUaPlatform: row[16],
      unpaid: row[17],
      secure: row[18] === true,
      ...(row[19] === undefined ? {} : { linkName: row[19] }),
    } satisfies Record<Exclude<keyof Click, "linkName">, unknown>;
  });
}

const texts = [
  "userAgent",
  "referrer",
  "acceptLanguage",
  "purpose",
  "secFetchDest",
  "secFetchMode",
  "secFetchSite",
  "secChUa",
  "secChUaMobile",
  "secChUaPlatform",
] as const satisfies readonly (keyof Click)[];

/** Returns the click with its texts cut to `MAX_READ_LENGTH`; the same object if all are short. */
export function boundTexts(click: Click): Click {
  let bounded = click;
  for (const name of texts) {
    const text = click[name];
    if (text === null || text.length <= MAX_READ_LENGTH) continue;
    if (bounded === click) bounded = { ...click };
    bounded[name] = text.slice(0, MAX_READ_LENGTH);
  }
  return bounded;
}

const LONGEST = 100;

/**
 * Returns the host of a referrer in lower case without `www.`; 'direct' without a usable referrer,
 * 'other' for very long hosts.
 */
export function referrerHost(referrer: string | null): string {
  if (!referrer) return "direct";
  const url = URL.parse(referrer);
  if (!url) return "direct";
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  if (host === "") return "direct";
  return host.length > LONGEST ? "other" : host;
}
