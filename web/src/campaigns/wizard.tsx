import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { ClickRules, CreateCampaignInput } from "@fairclick/core/campaigns/campaign-input";
import type { Genre } from "@fairclick/core/campaigns/genres";
import type { JoinRule } from "@fairclick/core/campaigns/join-rule";
import { feePerClick } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldPath, useForm } from "react-hook-form";
import { ApiError, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useFeeBasisPoints } from "../policy/use-fee-basis-points";
import { focusFirstError } from "../ui/focus-first-error";
import { notify } from "../ui/notify";
import { toAudience } from "./audience";
import { useCoverUpload } from "./cover-picker";
import { clearDraft, type Draft, storeDraft } from "./draft";
import { parseLimits } from "./limits";
import { localMidnight } from "./local-midnight";
import { parseBudget, parsePayoutRate, validateStep } from "./wizard-fields";
import type { Step, WizardFields } from "./wizard-fields-more";

const ANIMATION_MS = 200;
const allSteps: Step[] = [1, 2, 3];

const stepsByField: Partial<Record<string, Step>> = {
  gameUrl: 1,
  trailerLink: 1,
  coverHash: 1,
  coverAlt: 1,
  budget: 2,
  countries: 2,
  dailyCap: 2,
  creatorCap: 2,
  endDate: 3,
};
const findStep = (field: string) => stepsByField[field] ?? null;
const fieldsByPath: Partial<Record<string, string>> = {
  cover: "coverHash",
  "cover.alt": "coverAlt",
};
/** The field of an issue's path: those of the audience and of the limits are fields of their own. */
const findField = (path: string) => fieldsByPath[path] ?? path.replace(/^(audience|limits)\./, "");

export type WizardProps = {
  /** What the wizard starts with. */
  draft: Draft;
  step: Step;
  onStep: (step: Step) => void;
  /** Called at every change. */
  onChange: () => void;
};

/** State of the wizard: fields, errors, steps and the draft. */
export function useWizard({ draft, step, onStep, onChange }: WizardProps) {
  const form = useForm<WizardFields>({ defaultValues: draft.fields });
  const [leaving, setLeaving] = useState(false);
  const feeBasisPoints = useFeeBasisPoints();
  const launch = useLaunchCampaign(feeBasisPoints);
  const upload = useCoverUpload(chooseCover);
  const navigate = useNavigate();

  // A step that opens because of its errors shows the first one.
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (step) focusFirstError(element.current);
  }, [step]);

  function keep(at: Step, { awaitsSignIn = false } = {}) {
    storeDraft({ owner: draft.owner, fields: form.getValues(), step: at, awaitsSignIn });
    onChange();
  }

  function chooseCover(hash: string) {
    form.setValue("coverHash", hash);
    if (hash === "") form.setValue("coverAlt", "");
    form.clearErrors(["coverHash", "coverAlt"]);
    keep(step);
  }

  function goTo(next: Step) {
    keep(next);
    onStep(next);
  }

  function check(which: Step): boolean {
    const errors = Object.entries(
      validateStep(which, form.getValues(), { now: new Date(), feeBasisPoints }),
    );
    form.clearErrors();
    for (const [name, message] of errors) {
      form.setError(name as FieldPath<WizardFields>, { message });
    }
    return errors.length === 0;
  }

  function deploy() {
    const wrong = flushSync(() => allSteps.find((each) => !check(each)));
    if (wrong === step) return focusFirstError(element.current);
    if (wrong) return goTo(wrong);
    if (upload.isPending) return notify.info(t`Your cover image is still being uploaded.`);
    if (upload.isError) {
      notify.error(t`Your cover image is not uploaded: try again, or remove it.`);
      return goTo(1);
    }
    if (draft.owner === null) {
      keep(step, { awaitsSignIn: true });
      notify.info(t`Log in to launch your campaign. Your draft is kept.`);
      return void navigate({ to: "/login", search: { next: "/app/campaigns/create?step=3" } });
    }
    launch.mutate(form.getValues(), {
      onSuccess: ({ data }) => void navigate({ to: "/creator-hub", state: { deployed: data._id } }),
      onError: (error) => {
        keep(step);
        showAtField(error);
      },
    });
  }

  /** Shows an error of the server at the field that it concerns. */
  function showAtField(error: unknown) {
    const issues = error instanceof ApiError ? error.issues : [];
    const issue = issues.find(({ path }) => findStep(findField(path)));
    const at = issue ? findStep(findField(issue.path)) : null;
    if (!issue || !at) return;
    form.setError(findField(issue.path) as FieldPath<WizardFields>, { message: issue.message });
    if (at !== step) return goTo(at);
    setTimeout(() => focusFirstError(element.current));
  }

  function next() {
    if (leaving) return;
    if (!flushSync(() => check(step))) return focusFirstError(element.current);
    if (step === 3) return deploy();
    setLeaving(true);
    setTimeout(() => {
      setLeaving(false);
      goTo(step === 1 ? 2 : 3);
    }, ANIMATION_MS);
  }

  return {
    form,
    element,
    leaving,
    deploying: launch.isPending,
    next,
    back: () => goTo(step === 3 ? 2 : 1),
    keep: () => keep(step),
    field: (name: FieldPath<WizardFields>) =>
      form.register(name, { onChange: () => form.clearErrors(name) }),
    /** Null for visitors, who cannot upload. */
    coverUpload: draft.owner === null ? null : upload,
    chooseCover,
    chooseClickRules: (clickRules: ClickRules) => {
      form.setValue("clickRules", clickRules);
      keep(step);
    },
    chooseAudience: ({ countries, devices }: Pick<WizardFields, "countries" | "devices">) => {
      form.setValue("countries", countries);
      form.setValue("devices", devices);
      form.clearErrors("countries");
      keep(step);
    },
    chooseBudget: (dollars: string) => {
      form.setValue("budget", dollars);
      form.clearErrors("budget");
      keep(step);
    },
    chooseWanted: ({ categories, platforms }: CreatorContent) => {
      form.setValue("wantedCategories", categories);
      form.setValue("wantedPlatforms", platforms);
      keep(step);
    },
    chooseJoinRule: (rule: JoinRule) => {
      form.setValue("whoMayJoin", rule === "everybody" ? "" : rule);
      keep(step);
    },
    chooseTags: (tags: Genre[]) => {
      form.setValue("tags", tags);
      form.clearErrors("tags");
      keep(step);
    },
    chooseHashtags: (hashtags: string[]) => {
      form.setValue("hashtags", hashtags);
      form.clearErrors("hashtags");
      keep(step);
    },
  };
}

export type Wizard = ReturnType<typeof useWizard>;

const LAUNCHED = t`Campaign created successfully! Your campaign is now available for creators to join.`;

/** Launches the campaign of the draft, which this tab then forgets. */
function useLaunchCampaign(feeBasisPoints: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: WizardFields) =>
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

/** Builds the request body from validated fields. */
export function buildCampaign(fields: WizardFields, feeBasisPoints: number): CreateCampaignInput {
  const payoutMicros = parsePayoutRate(fields.payoutRate);
  if (payoutMicros === null) throw new RangeError("The payout rate has not been validated");
  const feeMicros = feePerClick(feeBasisPoints, payoutMicros);
  const costMicros = payoutMicros + feeMicros;
  const budget = parseBudget(fields.budget, costMicros);
  if (!budget.ok) throw new RangeError("The budget has not been validated");
  return {
    name: fields.gameTitle,
    gameTitle: fields.gameTitle,
    description: fields.description,
    gameUrl: fields.gameUrl,
    payoutPerClick: dollarsFromMicros(payoutMicros),
    feePerClick: dollarsFromMicros(feeMicros),
    budget: dollarsFromMicros(budget.micros),
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
    conversionTips: fields.contentToDisplay,
    tags: fields.tags,
    targetAudience: fields.targetAudience,
    trailerLink: fields.trailerLink,
    hashtags: fields.hashtags,
    wanted: { categories: fields.wantedCategories, platforms: fields.wantedPlatforms },
    ...(fields.whoMayJoin ? { whoMayJoin: fields.whoMayJoin } : {}),
    ...(fields.coverHash ? { cover: { hash: fields.coverHash, alt: fields.coverAlt } } : {}),
    isActive: true,
    ...(fields.clickRules ? { clickRules: fields.clickRules } : {}),
    audience: toAudience(fields),
    limits: parseLimits(fields, costMicros).limits,
  };
}
