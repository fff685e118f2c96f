import { dollarsFromMicros } from "@fairclick/core/amounts";
import { type CreateCampaignInput, pickTexts } from "@fairclick/core/campaigns/campaign-input";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { type Genre, genreName, genres } from "@fairclick/core/campaigns/genres";
import { clickFee } from "@fairclick/core/campaigns/prices";
import { formatList, t } from "@fairclick/core/language/t";
import { printableText } from "@fairclick/core/texts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useFeeBasisPoints } from "../policy/facts";
import { readGame, reviewQuery } from "../queries/campaigns";
import { walletQuery } from "../queries/money";
import { focusFirstError } from "../ui/fields";
import { notify } from "../ui/notify";
import { type CampaignForm, findErrors, findGameUrl } from "./campaign-fields";
import { useCoverUpload } from "./cover-picker";
import { type CampaignFields, clearDraft, type Draft, type Step, storeDraft } from "./draft";
import { missingCents, useCampaignPayment } from "./pay-and-launch";
import {
  type FieldErrors,
  type FieldName,
  findRefusals,
  localMidnight,
  parseBudget,
  parseLimits,
  parsePayoutRate,
  toAudience,
} from "./typed-fields";

const ANIMATION_MS = 200;
const allSteps: Step[] = [1, 2, 3];

export const stepFields: Record<Step, readonly FieldName[]> = {
  1: [
    ...(["gameUrl", "gameTitle", "description", "targetAudience", "trailerLink"] as const),
    ...(["tags", "hashtags", "coverHash", "coverAlt"] as const),
  ],
  2: ["payoutRate", "budget", "paysFor", "countries", "dailyCap", "creatorCap"],
  3: ["startDate", "endDate", "conversionTips"],
};

export type WizardProps = {
  /** What the wizard starts with. */
  draft: Draft;
  step: Step;
  onStep: (step: Step) => void;
  onChange: () => void;
};

export function useWizard({ draft, step, onStep, onChange }: WizardProps) {
  const [values, setValues] = useState(draft.fields);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [leaving, setLeaving] = useState(false);
  const feeBasisPoints = useFeeBasisPoints();
  const launch = useLaunchCampaign(feeBasisPoints);
  const pay = useCampaignPayment();
  const { data: wallet } = useQuery({ ...walletQuery, enabled: draft.owner !== null });
  const { data: review } = useQuery({
    ...reviewQuery(values.gameUrl, dollarsFromMicros(parsePayoutRate(values.payoutRate) ?? 0n)),
    enabled: draft.owner !== null && step === 3,
  });
  const upload = useCoverUpload((coverHash) => set({ coverHash }));
  const navigate = useNavigate();
  // An upload that ends sees what was typed meanwhile.
  const latest = useRef(values);

  // A step that opens is read from its heading on, or from the first of its errors.
  const element = useRef<HTMLFormElement>(null);
  const opened = useRef(step);
  useEffect(() => {
    if (opened.current === step) return;
    opened.current = step;
    element.current?.querySelector("h2")?.focus();
    focusFirstError(element.current);
  }, [step]);

  const fillIn = useGameFacts(latest, draft.owner !== null, set);

  function set(next: Partial<CampaignFields>) {
    const { tags, targetAudience: known } = latest.current;
    const follows = known === suggestAudience(tags);
    const targetAudience = follows ? suggestAudience(next.tags ?? tags) : known;
    latest.current = { ...latest.current, targetAudience, ...next };
    setValues(latest.current);
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])),
    }));
    keep(step);
    if (next.gameUrl !== undefined) void fillIn(next.gameUrl);
  }

  function keep(at: Step) {
    storeDraft({ owner: draft.owner, fields: latest.current, step: at });
    onChange();
  }

  function goTo(next: Step) {
    keep(next);
    onStep(next);
  }

  /** Shows the errors of the first of these steps that has any, and returns it. */
  async function findWrong(steps: readonly Step[]): Promise<Step | undefined> {
    for (const each of steps) {
      const terms = { now: new Date(), feeBasisPoints };
      const wrong = await findErrors(values, stepFields[each], terms);
      flushSync(() => setErrors(wrong));
      if (Object.keys(wrong).length > 0) return each;
    }
  }

  const cost = findCost(values, feeBasisPoints);
  const owed = cost && wallet ? missingCents(cost.dollars, wallet.walletBalance) : 0;

  /** With `pays`, the browser leaves for the payment that launches the campaign. */
  async function deploy(pays: boolean) {
    const wrong = await findWrong(allSteps);
    if (wrong === step) return focusFirstError(element.current);
    if (wrong) return goTo(wrong);
    if (upload.isPending) return notify.info(t`Your cover image is still being uploaded.`);
    if (upload.isError) {
      notify.error(t`Your cover image is not uploaded: try again, or remove it.`);
      return goTo(1);
    }
    if (draft.owner === null) return signUp();
    launch.mutate(values, {
      onSuccess: ({ data }) => {
        const isUnpaid = data.status === "AWAITING_FUNDS";
        const cents =
          pays && isUnpaid && wallet ? missingCents(data.budget, wallet.walletBalance) : 0;
        const open = () => void navigate({ to: "/creator-hub", state: { deployed: data._id } });
        if (cents === 0) return open();
        pay.mutate({ amount: cents, campaignId: data._id }, { onError: open });
      },
      onError: (error) => {
        keep(step);
        showAtField(error);
      },
    });
  }

  function signUp() {
    keep(step);
    notify.info(t`Sign up or log in to launch your campaign. What you typed is kept.`);
    void navigate({ to: "/register", search: { next: "/app/campaigns/create?step=3&draft=mine" } });
  }

  /** Shows errors of the server at the fields that they concern. */
  function showAtField(error: unknown) {
    const refusals = findRefusals(error, Object.values(stepFields).flat());
    const at = allSteps.find((each) => stepFields[each].some((name) => refusals[name]));
    if (!at) return;
    setErrors(refusals);
    if (at !== step) return goTo(at);
    setTimeout(() => focusFirstError(element.current));
  }

  async function next() {
    if (leaving) return;
    if (await findWrong([step])) return focusFirstError(element.current);
    if (step === 3) return deploy(owed > 0);
    setLeaving(true);
    setTimeout(() => {
      setLeaving(false);
      goTo(step === 1 ? 2 : 3);
    }, ANIMATION_MS);
  }

  const form: CampaignForm = { values, errors, set };
  return {
    form,
    element,
    leaving,
    deploying: launch.isPending || pay.isPending || pay.isSuccess,
    next,
    save: () => deploy(false),
    cost,
    owed,
    /** Why the campaign waits for review once it is paid; null if it does not. */
    review: review ?? null,
    back: () => goTo(step === 3 ? 2 : 1),
    coverUpload: draft.owner === null ? null : upload,
  };
}

/** What the typed budget costs, and for how many valid clicks it pays; null if it is wrong. */
function findCost({ payoutRate, budget }: CampaignFields, feeBasisPoints: number) {
  const payoutMicros = parsePayoutRate(payoutRate);
  if (payoutMicros === null) return null;
  const perClick = payoutMicros + clickFee(feeBasisPoints, payoutMicros);
  const parsed = parseBudget(budget, perClick);
  if (!parsed.ok) return null;
  return { dollars: dollarsFromMicros(parsed.micros), clicks: Number(parsed.micros / perClick) };
}

const LAUNCHED = t`Campaign created successfully! Your campaign is now available for creators to join.`;

/** Launches the campaign of the draft, which this tab then forgets. */
function useLaunchCampaign(feeBasisPoints: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: CampaignFields) =>
      readAnswer(api.campaigns.$post({ json: buildCampaign(fields, feeBasisPoints) })),
    onSuccess: async ({ message, data }) => {
      clearDraft();
      if (data.status === "AWAITING_FUNDS" || data.status === "IN_REVIEW") notify.warning(message);
      else notify.success(message || LAUNCHED);
      await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      await queryClient.invalidateQueries({ queryKey: ["wallet"] });
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to create campaign`)),
  });
}

export function buildCampaign(fields: CampaignFields, feeBasisPoints: number): CreateCampaignInput {
  const payoutMicros = parsePayoutRate(fields.payoutRate);
  if (payoutMicros === null) throw new RangeError("The payout rate has not been validated");
  const feeMicros = clickFee(feeBasisPoints, payoutMicros);
  const costMicros = payoutMicros + feeMicros;
  const budget = parseBudget(fields.budget, costMicros);
  if (!budget.ok) throw new RangeError("The budget has not been validated");
  return {
    ...pickTexts(fields),
    name: fields.gameTitle,
    gameTitle: fields.gameTitle,
    gameUrl: fields.gameUrl,
    payoutPerClick: dollarsFromMicros(payoutMicros),
    feePerClick: dollarsFromMicros(feeMicros),
    budget: dollarsFromMicros(budget.micros),
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
    tags: fields.tags,
    wanted: { categories: fields.wantedCategories, platforms: fields.wantedPlatforms },
    whoMayJoin: fields.whoMayJoin,
    ...(fields.coverHash ? { cover: { hash: fields.coverHash, alt: fields.coverAlt } } : {}),
    isActive: true,
    paysFor: fields.paysFor,
    clickRules: fields.clickRules,
    audience: toAudience(fields),
    limits: parseLimits(fields, costMicros).limits,
  };
}

const PAUSE_MS = 600;
type Fields = { current: CampaignFields };

/**
 * Returns a function that fills in what the address of a game and its page say, once the address is typed.
 * A field that somebody edited stays as it is.
 */
export function useGameFacts(
  latest: Fields,
  isSignedIn: boolean,
  set: (next: Partial<CampaignFields>) => void,
) {
  const filled = useRef<Partial<CampaignFields>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function put(found: Partial<CampaignFields>) {
    const open = Object.entries(found).filter(([name, value]) => {
      const now = latest.current[name as FieldName];
      return value.length > 0 && (now.length === 0 || now === filled.current[name as FieldName]);
    });
    filled.current = { ...filled.current, ...found };
    if (open.length > 0) set(Object.fromEntries(open));
  }

  return async (typed: string) => {
    clearTimeout(timer.current);
    const gameUrl = await findGameUrl(typed).catch(() => null);
    if (gameUrl === null || latest.current.gameUrl !== typed) return;
    const titled = titleInAddress(gameUrl);
    if (titled !== null) put(suggestFields(titled, ""));
    if (!isSignedIn) return;
    timer.current = setTimeout(async () => {
      const facts = await readGame(gameUrl).catch(() => null);
      if (!facts || latest.current.gameUrl !== typed) return;
      const { description, coverHash } = facts;
      const title = facts.title ?? titled;
      put({
        ...(title === null ? {} : suggestFields(title, description ?? "")),
        ...(description === null ? {} : { description }),
        ...(coverHash === null ? {} : { coverHash }),
      });
    }, PAUSE_MS);
  };
}

/** What a game's title and text suggest for the fields that nothing says exactly. */
function suggestFields(gameTitle: string, text: string) {
  const tags = guessGenres(`${gameTitle} ${text}`);
  return {
    gameTitle,
    tags,
    targetAudience: suggestAudience(tags),
    conversionTips: t`Play ${gameTitle} on camera, say its name, and put your link where viewers see it.`,
  };
}

/** Follows the genres until somebody writes another one. */
function suggestAudience(tags: Genre[]): string {
  return tags.length > 0 ? t`Players who like ${formatList(tags.map(genreName))}` : "";
}

const signs: Record<Genre, RegExp> = {
  Obby: /\bobby|obstacle|parkour|\btower\b/i,
  Simulator: /simulator|\bsim\b/i,
  RPG: /\brpg\b|dungeon|quest/i,
  Tycoon: /tycoon|factory/i,
  Fighting: /fight|battle|combat|\bboxing\b/i,
  Roleplay: /role-?play|\brp\b/i,
  Anime: /anime|manga/i,
  Adventure: /adventure|explor/i,
  Shooter: /shooter|\bfps\b|\bguns?\b/i,
};

/** Returns up to three genres that a game's title and description name; the widest one if they name none. */
function guessGenres(text: string): Genre[] {
  const found = genres.filter((genre) => signs[genre].test(text)).slice(0, 3);
  return found.length > 0 ? found : guessGenres("adventure");
}

const MAX_TITLE = 120;

/** Returns the title in the address of a Roblox game's page; null if it has none. */
export function titleInAddress(gameUrl: string): string | null {
  if (parseRobloxLink(gameUrl)?.form !== "place") return null;
  const words = /\/games\/\d+\/([^/?#]+)/.exec(new URL(gameUrl).pathname)?.[1];
  if (words === undefined) return null;
  try {
    return (
      printableText(decodeURIComponent(words).replaceAll("-", " ")).slice(0, MAX_TITLE) || null
    );
  } catch {
    return null;
  }
}
