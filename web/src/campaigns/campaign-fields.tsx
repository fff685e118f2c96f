import {
  MAX_HASHTAGS,
  RECOMMENDED_RATE_DOLLARS,
  suggestHashtags,
  type TypedTexts,
} from "@fairclick/core/campaigns/campaign-input";
import {
  type ClickIdCarrier,
  carriesClickIds,
  compileDestination,
  findClickIdCarrier,
  TEST_CLICK_ID,
} from "@fairclick/core/campaigns/destination";
import { genreName } from "@fairclick/core/campaigns/genres";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { rich } from "../language/rich";
import { Button, buttonClass } from "../ui/button";
import { Field, TextArea, TextField } from "../ui/fields";
import { formatLastDay } from "../ui/format";
import { CoverPicker, type CoverUpload } from "./cover-picker";
import type { CampaignFields } from "./draft";
import { type FieldErrors, localMidnight } from "./typed-fields";

/** A form about a campaign. The fields below are those of the wizard and of the settings. */
export type CampaignForm = {
  values: CampaignFields;
  errors: FieldErrors;
  /** Changes fields, and clears their errors. */
  set: (next: Partial<CampaignFields>) => void;
};

export type FieldProps = { form: CampaignForm };

const figures = { inputMode: "decimal", className: "font-figures" } as const;

const inputs = {
  gameUrl: {
    label: t`Game URL`,
    type: "url",
    placeholder: "https://www.roblox.com/games/…",
    hint: t`Where every click leads. A Roblox game in any form: its page, a start link, roblox:// or ro.blox.com.`,
  },
  gameTitle: { label: t`Game title` },
  description: { label: t`Description`, rows: 4 },
  coverAlt: {
    label: t`Cover description (optional)`,
    hint: t`For people who do not see the image.`,
  },
  targetAudience: {
    label: t`Target audience`,
    placeholder: t`Players of 9 to 13 who like obbies`,
  },
  trailerLink: { label: t`Trailer link (optional)`, type: "url" },
  conversionTips: {
    label: t`Content to display`,
    rows: 5,
    hint: t`What creators should show and say.`,
  },
  payoutRate: {
    label: t`Payout rate`,
    placeholder: RECOMMENDED_RATE_DOLLARS.toFixed(2),
    hint: t`Dollars per 1,000 valid clicks. Recommended: $${RECOMMENDED_RATE_DOLLARS.toFixed(2)} per 1,000 clicks.`,
    ...figures,
  },
  dailyCap: {
    label: t`Per day (optional)`,
    hint: t`Dollars that the clicks of one day can spend. Days begin at midnight UTC.`,
    ...figures,
  },
  creatorCap: {
    label: t`Per creator (optional)`,
    hint: t`Dollars that all clicks of one creator can spend.`,
    ...figures,
  },
  startDate: { label: t`Start date`, type: "date" },
  endDate: { label: t`End date`, type: "date" },
} as const satisfies Partial<Record<keyof CampaignFields, object>> &
  Record<Exclude<keyof TypedTexts, "hashtags">, object>;

const optional = ["coverAlt", "trailerLink", "dailyCap", "creatorCap"];

/** A field that holds a text, an amount or a day. */
export function CampaignField({ form, name }: FieldProps & { name: keyof typeof inputs }) {
  const input = inputs[name];
  const { endDate } = form.values;
  const isEnd = name === "endDate" && Date.parse(endDate);
  const state = {
    name,
    value: form.values[name],
    error: form.errors[name],
    required: !optional.includes(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.set({ [name]: currentTarget.value }),
    ...(isEnd && { hint: t`The last day that pays is ${formatLastDay(localMidnight(endDate))}.` }),
  };
  return "rows" in input ? <TextArea {...input} {...state} /> : <TextField {...input} {...state} />;
}

/** The texts about the game between the description and what creators should show. */
export function GameTextFields({ form }: FieldProps) {
  return (
    <>
      <CampaignField form={form} name="targetAudience" />
      <CampaignField form={form} name="trailerLink" />
    </>
  );
}

/** The cover and its description. `upload` is null for visitors, who cannot upload. */
export function CoverField({ form, upload }: FieldProps & { upload: CoverUpload | null }) {
  const { coverHash, gameTitle, tags } = form.values;
  return (
    <CoverPicker
      hash={coverHash}
      game={{ title: gameTitle, genres: tags }}
      upload={upload}
      error={form.errors.coverHash}
      onRemove={() => form.set({ coverHash: "", coverAlt: "" })}
    >
      <CampaignField form={form} name="coverAlt" />
    </CoverPicker>
  );
}

export function HashtagField({ form }: FieldProps) {
  const { hashtags: chosen, gameTitle, tags } = form.values;
  const [typed, setTyped] = useState("");
  const full = chosen.length >= MAX_HASHTAGS;
  const suggestions = suggestHashtags(gameTitle, tags.map(genreName)).filter(
    (tag) => !chosen.some((each) => each.toLowerCase() === tag.toLowerCase()),
  );

  function add(tag: string) {
    form.set({ hashtags: addHashtag(chosen, tag) });
    setTyped("");
  }

  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t`Hashtags`}</legend>
      <Field label={t`Hashtags (up to ${MAX_HASHTAGS})`} error={form.errors.hashtags}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              value={typed}
              disabled={full}
              placeholder={t`#YourHashtag`}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add(typed);
              }}
            />
            <Button disabled={full} onClick={() => add(typed)}>
              {t`Add`}
            </Button>
          </div>
        )}
      </Field>
      <ChosenItems
        items={chosen}
        onRemove={(tag) => form.set({ hashtags: chosen.filter((each) => each !== tag) })}
      />
      {suggestions.length > 0 && !full ? (
        <div>
          <p className="mb-1.5 text-sm text-soft">{t`Suggestions`}</p>
          <div className="flex flex-wrap gap-2">
            {suggestions.map((tag) => (
              <button key={tag} type="button" className="chip" onClick={() => add(tag)}>
                {tag}
              </button>
            ))}
          </div>
        </div>
      ) : null}
    </fieldset>
  );
}

/** Adds a hashtag, unless it is empty, a duplicate (ignoring case) or above the maximum. */
export function addHashtag(chosen: string[], typed: string): string[] {
  const word = typed.trim().replace(/^#+/, "");
  const tag = `#${word}`;
  const known = chosen.some((each) => each.toLowerCase() === tag.toLowerCase());
  return word === "" || known || chosen.length >= MAX_HASHTAGS ? chosen : [...chosen, tag];
}

type ChosenItemsProps = {
  items: string[];
  /** The text of an item; the item itself if it is left out. */
  nameOf?: (item: string) => string;
  /** Items without a button that removes them. */
  kept?: readonly string[];
  onRemove: (item: string) => void;
};

/** What was chosen, each with a button that removes it. */
export function ChosenItems({
  items,
  nameOf = (item) => item,
  kept = [],
  onRemove,
}: ChosenItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item} className="chip" data-chosen="true">
          {nameOf(item)}
          {kept.includes(item) ? null : (
            <button
              type="button"
              aria-label={t`Remove ${nameOf(item)}`}
              onClick={() => onRemove(item)}
              className="-my-2 -mr-2 p-2"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

// With zod, an eighth of a page's script, and needed only when a form is used.
const loadRules = () => import("./field-rules");

/** Returns the errors of these fields; none if the rules cannot be loaded: the server then checks alone. */
export async function findErrors(...input: Parameters<Rules["findErrors"]>): Promise<FieldErrors> {
  return (await loadRules().catch(() => null))?.findErrors(...input) ?? {};
}

/** Returns the address that a typed game URL stands for; null if it is invalid. */
export async function findGameUrl(typed: string): Promise<string | null> {
  return (await loadRules()).parseGameUrl(typed);
}

type Rules = Awaited<ReturnType<typeof loadRules>>;

type GameUrlFieldProps = { form: CampaignForm; stored?: string };

/** The game's URL, and where a click leads with it. `stored` is known to be valid. */
export function GameUrlField({ form, stored }: GameUrlFieldProps) {
  const typed = form.values.gameUrl;
  const { data = null } = useQuery({
    queryKey: ["game-url", typed],
    queryFn: () => findGameUrl(typed),
    enabled: typed !== "" && typed !== stored,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const gameUrl = typed === stored ? stored : data;
  return (
    <>
      <CampaignField form={form} name="gameUrl" />
      {gameUrl === null ? null : <GameLinkCheck gameUrl={gameUrl} />}
    </>
  );
}

/** Any phone's user agent: it decides which link Roblox games get. */
const PHONE = "iPhone";

/** Shows the address that a visitor gets for a game's URL, and opens it. */
function GameLinkCheck({ gameUrl }: { gameUrl: string }) {
  const guide = writeClickIdGuide(gameUrl);
  const write = compileDestination(gameUrl);
  const computer = write(TEST_CLICK_ID);
  const phone = write(TEST_CLICK_ID, PHONE);
  return (
    <section aria-label={t`Where a click leads`} className="text-sm">
      <p className={guide.isCarried ? "font-semibold text-valid" : "border-held border-l-4 pl-3"}>
        {guide.isCarried ? t`Clicks can be counted in this game ✓` : guide.text}
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{t`Details`}</summary>
        <div className="space-y-3 border-2 border-rule p-4">
          {guide.isCarried ? <p>{guide.text}</p> : null}
          <dl className="space-y-2">
            <Address
              label={phone === computer ? t`A visitor's address` : t`On a computer`}
              url={computer}
            />
            {phone === computer ? null : <Address label={t`On a phone`} url={phone} />}
          </dl>
          <a
            href={write(TEST_CLICK_ID, navigator.userAgent)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass()}
          >
            {t`Try it`}
          </a>
          {guide.isCarried ? (
            <p className="text-soft">
              {rich`The sample id is ${<code>{TEST_CLICK_ID}</code>}. A report with it shows as a test on your campaign's page, and counts nowhere.`}
            </p>
          ) : null}
        </div>
      </details>
    </section>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div>
      <dt className="font-semibold">{label}</dt>
      <dd className="break-all font-figures">{url}</dd>
    </div>
  );
}

export type ClickIdGuide = {
  /** What the game receives, or why it receives nothing. */
  text: string;
  /** Whether the game can read the id. */
  isCarried: boolean;
};

/** Explains how the click id gets from a valid game URL into the game. */
export function writeClickIdGuide(gameUrl: string): ClickIdGuide {
  const carrier = findClickIdCarrier(gameUrl);
  return { text: texts[carrier], isCarried: carriesClickIds(gameUrl) };
}

const texts: Record<ClickIdCarrier, string> = {
  launch_data: t`Every visitor gets a link that starts your game and hands it the id of the click as launch data. To add launch data of your own, use a link with launchData=… and write {click_id} where the id belongs.`,
  own_launch_data: t`Every visitor gets a link that starts your game with your launch data. The id of the click replaces {click_id} in it.`,
  placeholder: t`The id of the click replaces {click_id} in your URL.`,
  query: t`Every visitor arrives with the id of the click in the parameter fc_click. To have it elsewhere, write {click_id} into the URL where the id belongs.`,
  none_launch_data: t`Your launch data has no {click_id}, so your game cannot tell which click brought a player. Write {click_id} where the id belongs, or leave the launch data out.`,
  none_share_link: t`A share link cannot carry the id of a click: Roblox fixes its launch data when you make it. Clicks are counted and paid, but your game cannot tell which click brought a player. Use the address of your game's page instead to receive the id.`,
  none_page: t`This page of Roblox is no game, so it cannot carry the id of a click. Use the address of your game's page: https://www.roblox.com/games/…`,
};
