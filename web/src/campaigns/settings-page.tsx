import { campaignTextNames, pickTexts } from "@fairclick/core/campaigns/campaign-input";
import { NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { campaignLinksQuery, campaignQuery, campaignStatsQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { PageHeading } from "../ui/layout";
import { JoinRuleField, WantedField } from "./campaign-choices";
import { CampaignField, CoverField, GameTextFields, HashtagField } from "./campaign-fields";
import { settingsTitles } from "./campaign-menu";
import { useCoverUpload } from "./cover-picker";
import { localMidnight } from "./field-rules";
import { GameUrlField } from "./game-url-field";
import {
  type CampaignProps,
  SettingsForm,
  type StoppableProps,
  useSettings,
} from "./settings-form";
import { BudgetAndPrice, Counting } from "./spending-settings";
import { StopNotice } from "./stop-notice";

type SettingsPageProps = {
  id: string;
  /** Keys and code with which the game reports its players. */
  keys: ReactNode;
};

/** All that a developer can change about a campaign, by sections. */
export function SettingsPage({ id, keys }: SettingsPageProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const { data: stats } = useLoadedQuery(campaignStatsQuery(id));
  const { stopped, pendingGameUrl } = stats;
  const isOver = campaign.status === "ENDED" || campaign.status === "DISABLED";
  const sections = listSections({ campaign, stopped, keys });
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
      />
      <StopNotice stopped={stopped} pendingGameUrl={pendingGameUrl} />
      <nav aria-label={t`Sections of the settings`} className="mb-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {shown.map((section) => (
            <li key={section.id}>
              <Link to="." hash={section.id} className="inline-block py-2">
                {settingsTitles[section.id]}
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
      lead: t`Later or earlier, but not before tomorrow. Creators see the new date at once.`,
      content: <EndDate {...of} />,
    },
    {
      id: "keys",
      lead: t`How your game reports its players: keys, code and events.`,
      content: keys,
    },
  ];
}

function SettingsSection({ id, lead, content }: Section) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-24 grid-cols-1 gap-6 border-rule border-t-2 border-dashed pt-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="mb-2 text-xl">
          {settingsTitles[id]}
        </h2>
        <p className="max-w-prose text-sm text-soft">{lead}</p>
      </div>
      <div className="min-w-0 space-y-8">{content}</div>
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
      <GameUrlField form={form} />
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
