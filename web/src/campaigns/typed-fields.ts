import {
  decimalFromMicros,
  dollarsFromMicros,
  formatExactDollars,
  MAX_AMOUNT_MICROS,
  microsFromDollars,
} from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import {
  budgetTooSmall,
  CLICKS_PER_RATE,
  capInvalid,
  defaultBudgetMicros,
  findSmallCaps,
  MIN_BUDGET_CLICKS,
  payoutMicrosFromRate,
  toTypedTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { lastMoment } from "@fairclick/core/campaigns/estimates";
import { genres } from "@fairclick/core/campaigns/genres";
import { capTooSmall } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { ApiError } from "../api/answer";
import { microsFromAmount, plainDollars } from "../ui/format";
import { type CampaignFields, calendarDay } from "./draft";

export type FieldName = keyof CampaignFields;
export type FieldErrors = Partial<Record<FieldName, string | undefined>>;

/** Returns what a developer would have entered for a campaign like this one. */
export function campaignFields(campaign: CampaignResponse): CampaignFields {
  const payoutMicros = microsFromAmount(campaign.payoutPerClick);
  const budgetMicros = microsFromAmount(campaign.budget);
  const end = lastMoment(campaign.endDate);
  end.setDate(end.getDate() + 1);
  return {
    ...toTypedTexts(campaign),
    gameUrl: campaign.gameUrl,
    gameTitle: campaign.gameTitle,
    coverHash: campaign.cover.hash ?? "",
    coverAlt: campaign.cover.alt,
    tags: genres.filter((genre) => campaign.gameGenres.includes(genre)),
    wantedCategories: campaign.wanted.categories,
    wantedPlatforms: campaign.wanted.platforms,
    whoMayJoin: campaign.whoMayJoin,
    payoutRate: formatExactDollars(payoutMicros * CLICKS_PER_RATE).replace(/[$,]/g, ""),
    paysFor: campaign.paysFor,
    clickRules: campaign.clickRules,
    countries: campaign.audience.countries ?? [],
    devices: campaign.audience.devices ?? [],
    budget:
      budgetMicros === defaultBudgetMicros(payoutMicros) ? "" : decimalFromMicros(budgetMicros),
    dailyCap: typedCap(campaign.limits.dailyCap),
    creatorCap: typedCap(campaign.limits.creatorCap),
    startDate: calendarDay(new Date(campaign.startDate)),
    endDate: calendarDay(end),
  };
}

function typedCap(dollars: number | null): string {
  return dollars === null ? "" : decimalFromMicros(microsFromAmount(dollars));
}

const fieldsByPath: Partial<Record<string, FieldName>> = {
  cover: "coverHash",
  "cover.hash": "coverHash",
  "cover.alt": "coverAlt",
  payoutPerClick: "payoutRate",
};

/** Returns the server's messages about these fields; those of audience and limits are fields of their own. */
export function findRefusals(error: unknown, names: readonly FieldName[]): FieldErrors {
  const issues = error instanceof ApiError ? error.issues : [];
  const known = issues.flatMap(({ path, message }) => {
    const name = fieldsByPath[path] ?? path.replace(/^(audience|limits)\./, "");
    return names.some((each) => each === name) ? [[name, message]] : [];
  });
  return Object.fromEntries(known);
}

/** Returns the price of one click for a typed rate per 1,000 clicks, or null if it is invalid. */
export function parsePayoutRate(rate: string): bigint | null {
  const rateMicros = microsFromDollars(plainDollars(rate));
  const payoutMicros = rateMicros === null ? null : payoutMicrosFromRate(rateMicros);
  if (payoutMicros === null) return null;
  return defaultBudgetMicros(payoutMicros) > MAX_AMOUNT_MICROS ? null : payoutMicros;
}

type Budget = { ok: true; micros: bigint } | { ok: false; message: string };

/** Parses a typed budget in dollars for the cost of a click; an empty text means the default. */
export function parseBudget(text: string, costMicros: bigint): Budget {
  if (text.trim() === "") return { ok: true, micros: defaultBudgetMicros(costMicros) };
  const micros = microsFromDollars(plainDollars(text));
  if (micros === null || micros <= 0n || micros > MAX_AMOUNT_MICROS) {
    return { ok: false, message: t`Valid budget is required` };
  }
  if (micros < costMicros * MIN_BUDGET_CLICKS) return { ok: false, message: budgetTooSmall() };
  return { ok: true, micros };
}

type TypedLimits = Pick<CampaignFields, "dailyCap" | "creatorCap">;

export type ParsedLimits = {
  limits: { dailyCap: number | null; creatorCap: number | null };
  /** Empty if the limits are valid. */
  errors: Partial<Record<keyof TypedLimits, string>>;
};

export function parseLimits(typed: TypedLimits, costMicros: bigint): ParsedLimits {
  const caps = { dailyCap: parseCap(typed.dailyCap), creatorCap: parseCap(typed.creatorCap) };
  const wrong = limitNames.filter((name) => caps[name] === undefined);
  if (wrong.length > 0) {
    const errors = Object.fromEntries(wrong.map((name) => [name, capInvalid()]));
    return { limits: { dailyCap: null, creatorCap: null }, errors };
  }
  const small = findSmallCaps(caps, costMicros).map((name) => [name, capTooSmall()]);
  const dollars = (micros: bigint | null | undefined) =>
    typeof micros === "bigint" ? dollarsFromMicros(micros) : null;
  return {
    limits: { dailyCap: dollars(caps.dailyCap), creatorCap: dollars(caps.creatorCap) },
    errors: Object.fromEntries(small),
  };
}

const limitNames = ["dailyCap", "creatorCap"] as const;

/** Null for an empty text, undefined for one that is no amount. */
function parseCap(text: string): bigint | null | undefined {
  const typed = plainDollars(text);
  if (typed === "") return null;
  const micros = microsFromDollars(typed);
  return micros === null || micros <= 0n || micros > MAX_AMOUNT_MICROS ? undefined : micros;
}

/** Returns the audience as the API has it; empty lists mean everything. */
export function toAudience({ countries, devices }: Pick<CampaignFields, "countries" | "devices">) {
  return {
    countries: countries.length > 0 ? countries : null,
    devices: devices.length > 0 ? devices : null,
  };
}

/** Start of a calendar day (`2026-03-01`) in the viewer's time zone, with its offset. */
export function localMidnight(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const minutes = -new Date(`${day}T00:00:00`).getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  return `${day}T00:00:00${sign}${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
