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
