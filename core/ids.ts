declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Branded<"UserId">;
export type CampaignId = Branded<"CampaignId">;
export type CampaignKeyId = Branded<"CampaignKeyId">;
export type PersonalKeyId = Branded<"PersonalKeyId">;
export type PasskeyId = Branded<"PasskeyId">;
export type WithdrawalId = Branded<"WithdrawalId">;
export type RefundId = Branded<"RefundId">;
export type DepositId = Branded<"DepositId">;
export type OperatorId = Branded<"OperatorId">;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return text.length === 36 && uuidPattern.test(text);
}

/** Brands a string from the database or a validated request as an id. Checks nothing. */
export function asId<Id extends Branded<string>>(text: string): Id {
  return text as Id;
}

/** The nil creator: stands for all links of a campaign together. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

/** Device key of a known device with a cookie that a click set: `cookie:<device>.<click>`. */
const named = /^cookie:[0-9a-f-]{36}\.([0-9a-f-]{36})$/;

/** Returns the id of the click that set the device's cookie; null if the key has none. */
export function parseFirstClickId(deviceKey: string): string | null {
  return named.exec(deviceKey)?.[1] ?? null;
}

const VERSION_PLACE = 14;

/**
 * Returns when the device's cookie was set, in milliseconds since 1970: the time in the UUIDv7 of
 * the click that set it. Null if the device key has no such click.
 */
export function cookieSetAt(deviceKey: string): number | null {
  const click = parseFirstClickId(deviceKey);
  if (click?.[VERSION_PLACE] !== "7") return null;
  return Number.parseInt(click.slice(0, 8) + click.slice(9, 13), 16);
}

const UUID_LENGTH = 36;

/** Whether a text is a valid device cookie: `<device>`, or `<device>.<click>` with the click that set it. */
export function isDevice(text: string): boolean {
  return (
    isUuid(text.slice(0, UUID_LENGTH)) &&
    (text.length === UUID_LENGTH ||
      (text[UUID_LENGTH] === "." && isUuid(text.slice(UUID_LENGTH + 1))))
  );
}

/** Names that a link can have at the same time, such as `bio` and `video-12`. */
export const MAX_LINK_NAMES = 20;
/** Names that can ever be added to a link: the counters of each clicked one are kept. */
export const MAX_LINK_NAMES_ADDED = 100;
export const MAX_LINK_NAME_LENGTH = 24;

const pattern = /^[a-z0-9][a-z0-9-]{0,23}$/;

/** Whether a text has the form of a link's name: lower-case letters, digits and hyphens. */
export function isLinkName(text: string): boolean {
  return pattern.test(text);
}
