import { describe, expect, it } from "vitest";
import { usernameSchema } from "./accounts/account";
import {
  deployStepSchema,
  editCampaignSchema,
  gameStepSchema,
  newCampaignSchema,
} from "./campaigns/campaign-input";
import { changeInputSchema } from "./changes";
import { appealInputSchema } from "./clicks/campaign-clicks";
import { clickDecisionInputSchema } from "./clicks/decisions";
import { linkAppealSchema } from "./clicks/findings";
import { newKeySchema } from "./conversions/conversions";
import { ipRangeInputSchema } from "./ip/operated";
import { printableText } from "./texts";

const { gameTitle, targetAudience, description, hashtags } = gameStepSchema.shape;

const oneLine = {
  "a game's title": gameTitle,
  "a target audience": targetAudience,
  "a campaign's name": newCampaignSchema.shape.name,
  "a key's name": newKeySchema.shape.name,
  "an operator's reason": changeInputSchema.shape.reason,
  "a decision's reason": clickDecisionInputSchema.shape.reason,
  "a range's reason": ipRangeInputSchema.shape.reason,
};
const multiline = {
  "a description": description,
  "an edited description": editCampaignSchema.shape.description,
  "the content to display": deployStepSchema.shape.conversionTips,
  "an appeal": appealInputSchema.shape.text,
  "an appeal of a review": linkAppealSchema.shape.text,
};
const patterned = { "a username": usernameSchema };

const refused = [
  "\u0000", // null
  "\u001b", // escape
  "\u0007", // bell
  "\u0008", // backspace
  "\u007f", // delete
  "\u009b", // control sequence introducer, in C1
  "\u009d", // operating system command, in C1
  "\u2028",
  "\u2029",
  "\u061c",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
  "\u{e0041}",
  "\u{e007f}",
];

const honest = [
  "Family 👩‍👩‍👧‍👦 and 🏳️‍🌈, 👍🏽",
  "Flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇩🇪",
  "لعبة المغامرات الكبرى",
  "משחק הרפתקאות חדש",
  "می‌خواهم بازی کنم",
  "हिन्दी का खेल अच्छा है",
  "Cafe\u0301 with a combining acute",
  "日本語のゲームです。楽しい",
];

describe.each(Object.entries({ ...oneLine, ...multiline, ...patterned }))("%s", (_, schema) => {
  it.each(refused)("refuses %j", (character) => {
    expect(schema.safeParse(`An obby${character} for friends`).success).toBe(false);
  });
});

describe.each(Object.entries({ ...oneLine, ...multiline }))("%s", (_, schema) => {
  it.each(honest)("accepts %s unchanged", (text) => {
    expect(schema.parse(text)).toBe(text);
  });

  it("names the field and the character", () => {
    const [issue] = schema.safeParse("An obby \u202efor friends").error?.issues ?? [];
    expect(issue?.message).toMatch(/^[A-Z][a-z' ]+ contains U\+202E, /);
  });

  it("makes half a surrogate pair well-formed", () => {
    expect(schema.parse("An obby \ud800 for friends")).toBe("An obby \ufffd for friends");
  });
});

describe.each(Object.entries(oneLine))("%s", (_, schema) => {
  it.each(["\n", "\r", "\t"])("is one line: %j is refused", (character) => {
    expect(schema.safeParse(`An obby${character}for friends`).success).toBe(false);
  });
});

describe.each(Object.entries(multiline))("%s", (_, schema) => {
  it("may have several lines", () => {
    const text = "First line, and\n\n\tsecond line,\r\nthird line";
    expect(schema.parse(text)).toBe(text);
    expect(schema.safeParse("First line\rforged line").success).toBe(false);
  });
});

it.each(["\u200b\u200b", "\u2060", "\u3164", "\ufeff"])(
  "a required text of invisible characters alone is missing: %j",
  (text) => {
    expect(gameTitle.safeParse(text).error?.issues[0]?.message).toBe("Game title is required");
  },
);

it("hashtags may be written in any script, and hold nothing else", () => {
  expect(hashtags.parse(["हिन्दी", "#عربي", "#עברית"])).toEqual(["#हिन्दी", "#عربي", "#עברית"]);
  for (const character of [...refused, "\n", "\u200d"]) {
    expect(hashtags.safeParse([`#ob${character}by`]).success).toBe(false);
  }
});

it("replaces unsafe characters in texts that no form has refused, and keeps flags", () => {
  const england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
  expect(printableText(` a\r\nb\u202Ec\u{e0041}d ${england}${england} e\ud800\n`)).toBe(
    `a b c d ${england}${england} e\ufffd`,
  );
});
