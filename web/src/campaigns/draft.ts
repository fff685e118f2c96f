import type { ContentCategory, ContentPlatform } from "@fairclick/core/accounts/creator-content";
import type { AudienceDevice } from "@fairclick/core/campaigns/audience";
import {
  type ClickRules,
  DEFAULT_CLICK_RULES,
  emptyTexts,
  RECOMMENDED_RATE_DOLLARS,
  type TypedTexts,
} from "@fairclick/core/campaigns/campaign-input";
import type { Genre } from "@fairclick/core/campaigns/genres";
import type { JoinRule } from "@fairclick/core/campaigns/join-rule";
import { DEFAULT_PAYS_FOR, type PaysFor } from "@fairclick/core/campaigns/pays-for";

/** What a developer enters about a campaign, in the wizard and in the settings. */
export type CampaignFields = TypedTexts & {
  gameUrl: string;
  gameTitle: string;
  /** The hash of the uploaded image; empty without one. */
  coverHash: string;
  coverAlt: string;
  tags: Genre[];
  /** The creators who can join; empty lists want all. */
  wantedCategories: ContentCategory[];
  wantedPlatforms: ContentPlatform[];
  whoMayJoin: JoinRule;
  /** Dollars per 1,000 clicks, as typed. */
  payoutRate: string;
  paysFor: PaysFor;
  clickRules: ClickRules;
  /** What the campaign pays for; empty for all. */
  countries: string[];
  devices: AudienceDevice[];
  /** In dollars, as typed; empty for the default. */
  budget: string;
  /** Limits in dollars, as typed; empty for none. */
  dailyCap: string;
  creatorCap: string;
  /** Calendar days in the viewer's own zone, `2026-03-01`. */
  startDate: string;
  endDate: string;
};

export const emptyFields: CampaignFields = {
  ...emptyTexts,
  gameUrl: "",
  gameTitle: "",
  coverHash: "",
  coverAlt: "",
  tags: [],
  wantedCategories: [],
  wantedPlatforms: [],
  whoMayJoin: "everybody",
  payoutRate: "",
  paysFor: DEFAULT_PAYS_FOR,
  clickRules: DEFAULT_CLICK_RULES,
  countries: [],
  devices: [],
  budget: "",
  dailyCap: "",
  creatorCap: "",
  startDate: "",
  endDate: "",
};

export type Step = 1 | 2 | 3;

const KEY = "campaign-draft";

export type Draft = {
  /** The account that it belongs to; null for a visitor's. */
  owner: string | null;
  fields: CampaignFields;
  step: Step;
};

const PRESET_DAYS = 14;

/** What stands in a new campaign's form before anything is typed: the usual price, and dates from today on. */
export function presetFields(now: Date): CampaignFields {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + PRESET_DAYS);
  return {
    ...emptyFields,
    payoutRate: RECOMMENDED_RATE_DOLLARS.toFixed(2),
    startDate: calendarDay(now),
    endDate: calendarDay(end),
  };
}

/** Calendar day (`2026-03-01`) of a time in the viewer's time zone, as date inputs need it. */
export function calendarDay(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}

export function newDraft(owner: string | null, fields = presetFields(new Date())): Draft {
  return { owner, fields, step: 1 };
}

/**
 * Returns the draft of this tab, which survives reloads, sign-in and adding funds; null without one,
 * and if it belongs to another account. A visitor's draft becomes the account's only if it `claims` it:
 * the sign-in was begun on its page.
 */
export function readDraft(owner: string | null, claims = false): Draft | null {
  const draft = parseDraft(sessionStorage.getItem(KEY));
  if (!draft || draft.owner === owner) return draft;
  if (draft.owner !== null || !claims) return null;
  const claimed = { ...draft, owner };
  storeDraft(claimed);
  return claimed;
}

export function storeDraft(draft: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY);
}

function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const { owner, fields, step } = JSON.parse(text);
    return { owner, fields: toFields(fields), step: step === 2 || step === 3 ? step : 1 };
  } catch {
    return null;
  }
}

/** Takes the known fields of a stored draft that have the right type; the others are empty. */
function toFields(stored: Record<string, unknown>): CampaignFields {
  const known = Object.entries(emptyFields).map(([name, empty]) => {
    const value = stored[name];
    const fits = typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty);
    return [name, fits ? value : empty];
  });
  return Object.fromEntries(known);
}
