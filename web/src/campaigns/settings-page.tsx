import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  CLICKS_PER_RATE,
  campaignTextNames,
  pickTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { clickFee, NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import { isOver } from "@fairclick/core/campaigns/status";
import { t } from "@fairclick/core/language/t";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { campaignLinksQuery, campaignQuery } from "../queries/campaigns";
import { campaignStatsQuery } from "../queries/clicks";
import { Button, ButtonLink } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { CountLine, Line, Lines, Money, MoneyLine } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { PageHeading } from "../ui/layout";
import { type CampaignProps, type StoppableProps, useCampaignChanges } from "./campaign-changes";
import {
  AudienceField,
  ClickRulesField,
  JoinRuleField,
  LimitFields,
  PaysForField,
  WantedField,
} from "./campaign-choices";
import {
  CampaignField,
  CoverField,
  GameTextFields,
  GameUrlField,
  HashtagField,
} from "./campaign-fields";
import { settingsTitles } from "./campaign-menu";
import { StopNotice } from "./campaign-status";
import { useCoverUpload } from "./cover-picker";
import { SettingsForm, useFields, useSettings } from "./settings-form";
import {
  campaignFields,
  localMidnight,
  parseLimits,
  parsePayoutRate,
  toAudience,
} from "./typed-fields";

type SettingsPageProps = {
  id: string;
  /** Keys and code with which the game reports its players. */
  keys: ReactNode;
};

/** All that a developer can change about a campaign, by sections. */
export function SettingsPage({ id, keys }: SettingsPageProps) {
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const { data: stats } = useSuspenseQuery(campaignStatsQuery(id));
  const { stopped, pendingGameUrl } = stats;
  const isPast = isOver(campaign.status);
  const sections = listSections({ campaign, stopped, keys });
  const shown = sections.filter((section) => !isPast || section.id === "keys");
  const named = useLocation({ select: ({ hash }) => hash });
  const open = (shown.find((section) => section.id === named) ?? shown[0])?.id;
  return (
    <>
      <p className="mb-2">
        <Link to="/app/campaigns/$campaignId" params={{ campaignId: id }}>
          {t`Back to the campaign`}
        </Link>
      </p>
      <PageHeading
        title={t`Settings of ${campaign.name}`}
        lead={isPast ? t`This campaign is over: only its keys can be changed.` : null}
      />
      <StopNotice stopped={stopped} pendingGameUrl={pendingGameUrl} />
      {shown.map((section) => (
        <SettingsSection key={section.id} {...section} isOpen={section.id === open} />
      ))}
    </>
  );
}

type Section = { id: keyof typeof settingsTitles; lead: string; content: ReactNode };

function listSections({ keys, ...of }: StoppableProps & { keys: ReactNode }): Section[] {
  return [
    {
      id: "appearance",
      lead: t`What creators see before they join, and visitors in link previews.`,
      content: <Appearance {...of} />,
    },
    {
      id: "link",
      lead: t`New clicks lead to the new address at once. Clicks until now keep the former address in their records.`,
      content: <GameUrl {...of} />,
    },
    {
      id: "budget",
      lead: t`A higher price begins at once. A lower one begins in ${NOTICE_HOURS} hours, and creators see it until then. Each click pays the price of its time.`,
      content: <BudgetAndPrice {...of} />,
    },
    {
      id: "joining",
      lead: t`Creators who have joined stay, whatever you choose.`,
      content: <Joining {...of} />,
    },
    {
      id: "counting",
      lead: t`Which clicks the campaign pays for. Clicks beyond a limit are not paid. A change applies to clicks from now on, and creators see it at once.`,
      content: <Counting {...of} />,
    },
    {
      id: "end-date",
      lead: t`Later or earlier, but not before tomorrow. Creators see the new date at once. What is left of the budget on that day returns to your wallet.`,
      content: <EndDate {...of} />,
    },
    {
      id: "keys",
      lead: t`How your game reports its players: keys, code and events.`,
      content: keys,
    },
  ];
}

/** A section that unfolds, and folds the one that was open. */
function SettingsSection({ id, lead, content, isOpen }: Section & { isOpen: boolean }) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="scroll-mt-24 border-rule border-t-2 border-dashed last:border-b-2"
    >
      <details name="settings" open={isOpen} className="group">
        <summary className="flex min-h-14 list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
          <h2 id={titleId} className="text-xl">
            {settingsTitles[id]}
          </h2>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 group-open:rotate-180 motion-safe:transition-[rotate]"
          />
        </summary>
        <div className="min-w-0 max-w-2xl space-y-6 pt-1 pb-10">
          <p className="max-w-prose text-soft">{lead}</p>
          {content}
        </div>
      </details>
    </section>
  );
}

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
      <GameUrlField form={form} stored={campaign.gameUrl} />
    </SettingsForm>
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
      {hasLinks && wantsAll ? (
        <p className="text-sm text-soft">
          {t`This campaign wants all creators. Creators have joined, so it cannot want fewer any more.`}
        </p>
      ) : (
        <WantedField
          form={form}
          kept={hasLinks ? campaign.wanted : undefined}
          hint={
            hasLinks
              ? t`Creators have joined: you can want more of them, but not fewer. Creators declare in their profiles what they make; Fairclick does not check it.`
              : t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it.`
          }
        />
      )}
    </SettingsForm>
  );
}

function EndDate({ campaign }: CampaignProps) {
  const form = useSettings({
    campaign,
    names: ["endDate"],
    write: ({ endDate }) => ({ endDate: localMidnight(endDate) }),
  });
  return (
    <SettingsForm form={form}>
      <CampaignField form={form} name="endDate" />
    </SettingsForm>
  );
}

export function BudgetAndPrice({ campaign, stopped }: StoppableProps) {
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
  const costMicros = payoutMicros + clickFee(Math.round(campaign.feePercent * 100), payoutMicros);
  const isLower = payoutMicros < microsFromAmount(campaign.payoutPerClick);
  return (
    <Lines>
      <MoneyLine label={t`One valid click pays`} dollars={dollarsFromMicros(payoutMicros)} />
      <MoneyLine
        label={campaign.feePercent > 0 ? t`1,000 clicks with the fee` : t`1,000 clicks`}
        dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)}
      />
      <CountLine
        label={t`Clicks in what is left`}
        count={Number(microsFromAmount(campaign.budgetRemaining) / costMicros)}
      />
      <Line label={t`Begins`}>{isLower ? t`In ${NOTICE_HOURS} hours` : t`At once`}</Line>
    </Lines>
  );
}

export function Counting({ campaign }: CampaignProps) {
  const isFunded = campaign.status !== "AWAITING_FUNDS";
  const before = campaignFields(campaign);
  const paysForAll = before.countries.length + before.devices.length === 0;
  const form = useSettings({
    campaign,
    names: ["paysFor", "countries", "devices", "clickRules", "dailyCap", "creatorCap"],
    write: (values) => ({
      paysFor: values.paysFor,
      clickRules: values.clickRules,
      audience: toAudience(values),
      limits: parseLimits(values, microsFromAmount(campaign.payoutPerClick)).limits,
    }),
  });
  return (
    <SettingsForm form={form}>
      <PaysForField form={form} isFixed={isFunded && campaign.paysFor === "clicks"} />
      {isFunded && paysForAll ? (
        <p>{t`Pays for clicks from every country and device.`}</p>
      ) : (
        <>
          <AudienceField
            form={form}
            kept={isFunded ? before : undefined}
            hint={
              isFunded
                ? t`You can add countries and devices, but remove none: creators joined for the clicks that the campaign pays for.`
                : t`The countries and devices that the campaign pays for. Once it is funded you can only add to them.`
            }
          />
          <Button onClick={() => form.set({ countries: [], devices: [] })}>
            {t`Pay For Everybody`}
          </Button>
        </>
      )}
      <LimitFields
        form={form}
        hint={t`Clicks beyond a limit are not paid. Creators see the limits before they join; you can change them at any time.`}
      />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t`Advanced`}</summary>
        <ClickRulesField form={form} isFixed={isFunded && campaign.clickRules !== "literal"} />
      </details>
    </SettingsForm>
  );
}
