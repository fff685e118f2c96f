import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import {
  CLICKS_PER_RATE,
  campaignTextNames,
  pickTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../api/answer";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/numbers";
import { campaignLinksQuery, campaignQuery, campaignStatsQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button, ButtonLink } from "../ui/button";
import { FieldError } from "../ui/fields";
import { Count, Line, Lines, Money, Receipt } from "../ui/figures";
import { focusFirstError } from "../ui/focus-first-error";
import { microsFromAmount } from "../ui/format";
import { PageHeading } from "../ui/layout";
import { NextPrice } from "../ui/next-price";
import { type CampaignEdit, useCampaignChanges } from "./campaign-changes";
import {
  AudienceField,
  CampaignField,
  type CampaignForm,
  ClickRulesField,
  CoverField,
  GameTextFields,
  HashtagField,
  JoinRuleField,
  WantedField,
} from "./campaign-fields";
import { useCoverUpload } from "./cover-picker";
import type { CampaignFields } from "./draft";
import {
  campaignFields,
  type FieldErrors,
  type FieldName,
  findErrors,
  findRefusals,
  localMidnight,
  parseLimits,
  parsePayoutRate,
  toAudience,
} from "./field-rules";
import { GameUrlField } from "./game-url-field";
import { PauseButton, StopNotice } from "./stop-notice";

type SettingsPageProps = {
  id: string;
  /** Whether the developer is asked if the campaign is to end. */
  asksToEnd: boolean;
  onAskToEnd: (asks: boolean) => void;
  /** Keys and code with which the game reports its players. */
  keys: ReactNode;
};

/** All that a developer can change about a campaign, by sections. */
export function SettingsPage({ id, asksToEnd, onAskToEnd, keys }: SettingsPageProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const { data: stats } = useLoadedQuery(campaignStatsQuery(id));
  const { stopped, pendingGameUrl } = stats;
  const isOver = campaign.status === "ENDED" || campaign.status === "DISABLED";
  const sections = listSections({ campaign, stats, keys, onEnd: () => onAskToEnd(true) });
  const shown = sections.filter((section) => !isOver || section.id === "keys");
  return (
    <>
      <p className="mb-2">
        <Link to="/app/campaigns/$campaignId" params={{ campaignId: id }}>
          {t`Back to the campaign`}
        </Link>
      </p>
      <PageHeading
        title={t`Settings of ${campaign.name}`}
        lead={isOver ? t`This campaign is over: only its keys can be changed.` : null}
      >
        <ButtonLink to="/app/campaigns/create" search={{ copy: id }}>
          {t`Duplicate`}
        </ButtonLink>
      </PageHeading>
      <StopNotice stopped={stopped} pendingGameUrl={pendingGameUrl} />
      <nav aria-label={t`Sections of the settings`} className="mb-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {shown.map((section) => (
            <li key={section.id}>
              <Link to="." hash={section.id} className="inline-block py-2">
                {section.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-12">
        {shown.map((section) => (
          <SettingsSection key={section.id} {...section} />
        ))}
      </div>
      <Suspense fallback={null}>
        {asksToEnd ? (
          <EndCampaignDialog campaign={campaign} stats={stats} onClose={() => onAskToEnd(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

const EndCampaignDialog = lazy(async () => ({
  default: (await import("./end-campaign-dialog")).EndCampaignDialog,
}));

type Section = { id: string; title: string; lead: string; content: ReactNode };

type SectionsInput = {
  campaign: CampaignResponse;
  stats: CampaignStatsResponse;
  keys: ReactNode;
  onEnd: () => void;
};

function listSections({ campaign, stats, keys, onEnd }: SectionsInput): Section[] {
  const { stopped } = stats;
  return [
    {
      id: "appearance",
      title: t`Appearance`,
      lead: t`What creators see before they join, and visitors in link previews.`,
      content: <Appearance campaign={campaign} />,
    },
    {
      id: "link",
      title: t`Link`,
      lead: t`New clicks lead to the new address at once. Clicks until now keep the former address in their records.`,
      content: <GameUrl campaign={campaign} stopped={stopped} />,
    },
    {
      id: "budget",
      title: t`Budget and price`,
      lead: t`A higher price begins at once. A lower one begins in ${NOTICE_HOURS} hours, and creators see it until then. Each click pays the price of its time.`,
      content: <BudgetAndPrice campaign={campaign} stopped={stopped} />,
    },
    {
      id: "joining",
      title: t`Who may join`,
      lead: t`Creators who have joined stay, whatever you choose.`,
      content: <Joining campaign={campaign} />,
    },
    {
      id: "counting",
      title: t`Who counts`,
      lead: t`Which clicks the campaign pays for. Clicks beyond a limit are not paid. A change applies to clicks from now on, and creators see it at once.`,
      content: <Counting campaign={campaign} />,
    },
    {
      id: "keys",
      title: t`Keys and events`,
      lead: t`How your game reports its players: keys, code and events.`,
      content: keys,
    },
    {
      id: "stop",
      title: t`Stop`,
      lead: t`A paused campaign can be resumed. One that has ended cannot be restarted.`,
      content: <Stop campaign={campaign} stopped={stopped} onEnd={onEnd} />,
    },
  ];
}

function SettingsSection({ id, title, lead, content }: Section) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-24 grid-cols-1 gap-6 border-rule border-t-2 border-dashed pt-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="mb-2 text-xl">
          {title}
        </h2>
        <p className="max-w-prose text-sm text-soft">{lead}</p>
      </div>
      <div className="min-w-0 space-y-8">{content}</div>
    </section>
  );
}

type CampaignProps = { campaign: CampaignResponse };
type StoppableProps = CampaignProps & { stopped: CampaignStatsResponse["stopped"] };

function Appearance({ campaign }: CampaignProps) {
  const form = useSettings({
    campaign,
    names: ["coverHash", "coverAlt", ...campaignTextNames],
    write: ({ coverHash, coverAlt, ...values }) => ({
      cover: coverHash === "" ? null : { hash: coverHash, alt: coverAlt },
      ...pickTexts(values),
    }),
  });
  const upload = useCoverUpload((coverHash) => form.set({ coverHash }));
  return (
    <SettingsForm form={form} isBlocked={upload.isPending || upload.isError}>
      <CoverField form={form} upload={upload} />
      <CampaignField form={form} name="description" />
      <GameTextFields form={form} />
      <HashtagField form={form} />
      <CampaignField form={form} name="conversionTips" />
    </SettingsForm>
  );
}

function GameUrl({ campaign, stopped }: StoppableProps) {
  const form = useSettings({
    campaign,
    names: ["gameUrl"],
    write: ({ gameUrl }) => ({ gameUrl }),
  });
  if (campaign.status === "IN_REVIEW" || stopped?.by === "report") {
    return (
      <p className="break-words">
        {t`The game URL cannot be changed while Fairclick keeps the campaign from paying: ${campaign.gameUrl}`}
      </p>
    );
  }
  return (
    <SettingsForm form={form}>
      <GameUrlField form={form} />
      {parseRobloxLink(campaign.gameUrl) ? (
        <p className="text-sm">
          {t`Roblox share links of your creators are removed if the address leads to another place, because they would still lead to the former one.`}
        </p>
      ) : null}
    </SettingsForm>
  );
}

function BudgetAndPrice({ campaign, stopped }: StoppableProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          {rich`${<Money dollars={campaign.budgetRemaining} />} of ${<Money dollars={campaign.budget} />} is left.`}
        </p>
        {stopped || campaign.status === "AWAITING_FUNDS" ? null : (
          <ButtonLink
            to="/app/campaigns/$campaignId"
            params={{ campaignId: campaign._id }}
            search={{ dialog: "add-budget" }}
          >
            {t`Add Budget`}
          </ButtonLink>
        )}
      </div>
      {campaign.nextPrice ? (
        <AnnouncedPrice campaign={campaign} />
      ) : (
        <PriceForm campaign={campaign} />
      )}
    </>
  );
}

function AnnouncedPrice({ campaign }: CampaignProps) {
  const { withdrawPrice } = useCampaignChanges(campaign._id);
  return (
    <div className="space-y-5">
      <NextPrice campaign={campaign} />
      <Button disabled={withdrawPrice.isPending} onClick={() => withdrawPrice.mutate()}>
        {withdrawPrice.isPending ? t`Withdrawing...` : t`Keep the Old Price`}
      </Button>
    </div>
  );
}

function PriceForm({ campaign }: CampaignProps) {
  const { changePrice } = useCampaignChanges(campaign._id);
  const form = useFields({
    campaign,
    names: ["payoutRate"],
    isSaving: changePrice.isPending,
    send: ({ payoutRate }, outcome) => {
      const payoutMicros = parsePayoutRate(payoutRate);
      if (payoutMicros === null) throw new RangeError("The payout rate has not been validated");
      changePrice.mutate({ payoutPerClick: dollarsFromMicros(payoutMicros) }, outcome);
    },
  });
  const payoutMicros = parsePayoutRate(form.values.payoutRate);
  return (
    <SettingsForm form={form}>
      <CampaignField form={form} name="payoutRate" />
      {payoutMicros !== null && form.isChanged ? (
        <PriceMeaning campaign={campaign} payoutMicros={payoutMicros} />
      ) : null}
    </SettingsForm>
  );
}

/** What the new price costs, and how many clicks the rest of the budget pays for. */
function PriceMeaning({ campaign, payoutMicros }: CampaignProps & { payoutMicros: bigint }) {
  const costMicros = payoutMicros + microsFromAmount(campaign.feePerClick);
  const isLower = payoutMicros < microsFromAmount(campaign.payoutPerClick);
  return (
    <Lines>
      <Line label={t`One valid click pays`}>
        <Money dollars={dollarsFromMicros(payoutMicros)} />
      </Line>
      <Line label={campaign.feePerClick > 0 ? t`1,000 clicks with the fee` : t`1,000 clicks`}>
        <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
      </Line>
      <Line label={t`Clicks in what is left`}>
        <Count of={Number(microsFromAmount(campaign.budgetRemaining) / costMicros)} />
      </Line>
      <Line label={t`Begins`}>{isLower ? t`In ${NOTICE_HOURS} hours` : t`At once`}</Line>
    </Lines>
  );
}

function Joining({ campaign }: CampaignProps) {
  const { data: links } = useQuery(campaignLinksQuery(campaign._id));
  const hasLinks = links === undefined || links.length > 0;
  const { categories, platforms } = campaign.wanted;
  const wantsAll = categories.length + platforms.length === 0;
  const form = useSettings({
    campaign,
    names: ["whoMayJoin", "wantedCategories", "wantedPlatforms"],
    write: ({ whoMayJoin, wantedCategories, wantedPlatforms }) => ({
      whoMayJoin,
      wanted: { categories: wantedCategories, platforms: wantedPlatforms },
    }),
  });
  return (
    <SettingsForm form={form}>
      <JoinRuleField form={form} />
      <h3 className="text-lg">{t`Wanted creators`}</h3>
      <p className="text-sm text-soft">
        {hasLinks
          ? wantsAll
            ? t`This campaign wants all creators. Creators have joined, so it cannot want fewer any more.`
            : t`Creators have joined: you can want more of them, but not fewer. Creators declare in their profiles what they make; Fairclick does not check it.`
          : t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it.`}
      </p>
      {hasLinks && wantsAll ? null : (
        <WantedField form={form} kept={hasLinks ? campaign.wanted : undefined} />
      )}
    </SettingsForm>
  );
}

function Counting({ campaign }: CampaignProps) {
  const isFunded = campaign.status !== "AWAITING_FUNDS";
  const before = campaignFields(campaign);
  const paysForAll = before.countries.length + before.devices.length === 0;
  const form = useSettings({
    campaign,
    names: ["countries", "devices", "clickRules", "dailyCap", "creatorCap"],
    write: (values) => ({
      audience: toAudience(values),
      limits: parseLimits(values, microsFromAmount(campaign.payoutPerClick)).limits,
      ...(values.clickRules ? { clickRules: values.clickRules } : {}),
    }),
  });
  return (
    <SettingsForm form={form}>
      <h3 className="text-lg">{t`Countries and devices`}</h3>
      <p className="text-sm text-soft">
        {isFunded
          ? t`You can add countries and devices, but remove none: creators joined for the clicks that the campaign pays for.`
          : t`The countries and devices that the campaign pays for. Once it is funded you can only add to them.`}
      </p>
      {isFunded && paysForAll ? (
        <p>{t`Pays for clicks from every country and device.`}</p>
      ) : (
        <>
          <AudienceField form={form} kept={isFunded ? before : undefined} />
          <Button onClick={() => form.set({ countries: [], devices: [] })}>
            {t`Pay For Everybody`}
          </Button>
        </>
      )}
      {isFunded ? <FixedClickRules campaign={campaign} /> : <ClickRulesField form={form} />}
      <h3 className="text-lg">{t`Limits`}</h3>
      <CampaignField form={form} name="dailyCap" />
      <CampaignField form={form} name="creatorCap" />
    </SettingsForm>
  );
}

/** Creators joined a funded campaign under its click rules. */
function FixedClickRules({ campaign: { clickRules } }: CampaignProps) {
  const numbers = usePolicyNumbers();
  return (
    <div>
      <h3 className="mb-2 text-lg">{t`Click rules`}</h3>
      <p>{clickRuleNames[clickRules]}</p>
      <p className="text-sm text-soft">
        {describeClickRules(clickRules, numbers)}{" "}
        {t`Creators see your choice before they join. It cannot be changed once the campaign is funded.`}
      </p>
    </div>
  );
}

function Stop({ campaign, stopped, onEnd }: StoppableProps & { onEnd: () => void }) {
  const form = useSettings({
    campaign,
    names: ["endDate"],
    write: ({ endDate }) => ({ endDate: localMidnight(endDate) }),
  });
  return (
    <>
      <SettingsForm form={form}>
        <CampaignField form={form} name="endDate" />
        <p className="text-sm text-soft">
          {t`Later or earlier, but not before tomorrow. Creators see the new date at once.`}
        </p>
      </SettingsForm>
      <div className="flex flex-wrap gap-3">
        {stopped ? null : <PauseButton campaign={campaign} />}
        {stopped && stopped.by !== "review" && stopped.by !== "report" ? null : (
          <Button onClick={onEnd}>{t`End Campaign`}</Button>
        )}
      </div>
    </>
  );
}

type SettingsInput = {
  campaign: CampaignResponse;
  /** The fields of the form. */
  names: readonly FieldName[];
  /** Returns the request for valid fields; only what differs from the campaign is sent. */
  write: (values: CampaignFields) => CampaignEdit;
};

function useSettings({ campaign, names, write }: SettingsInput) {
  const { edit } = useCampaignChanges(campaign._id);
  return useFields({
    campaign,
    names,
    isSaving: edit.isPending,
    send: (values, outcome) => {
      const before = write(campaignFields(campaign));
      const changes = Object.entries(write(values)).filter(
        ([name, value]) => !isSame(value, before[name as keyof CampaignEdit]),
      );
      if (changes.length === 0) return outcome.onSuccess();
      edit.mutate(Object.fromEntries(changes), outcome);
    },
  });
}

type Outcome = { onSuccess: () => void; onError: (error: Error) => void };

type FieldsInput = {
  campaign: CampaignResponse;
  names: readonly FieldName[];
  isSaving: boolean;
  /** Called with fields that are valid. */
  send: (values: CampaignFields, outcome: Outcome) => void;
};

/**
 * A form about a campaign. A field shows what is stored, also when it changes elsewhere, until it is
 * edited; what was typed stays until the server has stored it.
 */
function useFields({ campaign, names, isSaving, send }: FieldsInput) {
  const stored = campaignFields(campaign);
  const [edited, setEdited] = useState<Partial<CampaignFields>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const values = { ...stored, ...edited };

  function showErrors(wrong: FieldErrors) {
    flushSync(() => setErrors(wrong));
    focusFirstError(element.current);
  }

  function submit() {
    const wrong = findErrors(values, names, { now: new Date(), feeBasisPoints: 0 });
    if (Object.keys(wrong).length > 0) return showErrors(wrong);
    setErrors({});
    setFailure(undefined);
    send(values, {
      onSuccess: () =>
        setEdited((now) =>
          Object.fromEntries(
            Object.entries(now).filter(
              ([name, value]) => !isSame(value, values[name as FieldName]),
            ),
          ),
        ),
      onError: (error) => {
        const refusals = findRefusals(error, names);
        const [only, ...others] = names;
        if (Object.keys(refusals).length > 0) return showErrors(refusals);
        const message = errorMessage(error, t`Failed to change campaign`);
        if (only && others.length === 0) return showErrors({ [only]: message });
        setFailure(message);
      },
    });
  }

  return {
    ...{ element, values, errors, failure, isSaving, submit },
    isChanged: names.some((name) => !isSame(values[name], stored[name])),
    set: (next: Partial<CampaignFields>) => {
      setEdited((now) => ({ ...now, ...next }));
      setErrors((now) => ({
        ...now,
        ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])),
      }));
      setFailure(undefined);
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type SettingsFormProps = {
  form: CampaignForm & ReturnType<typeof useFields>;
  /** Whether the form cannot be saved yet. */
  isBlocked?: boolean;
  children: ReactNode;
};

function SettingsForm({ form, isBlocked = false, children }: SettingsFormProps) {
  const isOff = isBlocked || form.isSaving || !form.isChanged;
  return (
    <Receipt>
      <form
        ref={form.element}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) form.submit();
        }}
      >
        {children}
        <FieldError message={form.failure} />
        <Button type="submit" variant="primary" disabled={isOff}>
          {form.isSaving ? t`Saving...` : t`Save`}
        </Button>
      </form>
    </Receipt>
  );
}
