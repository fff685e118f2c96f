import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { isOver } from "@fairclick/core/campaigns/status";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button";

/** The sections of a campaign's settings by their ids, as their page and the campaign's menu name them. */
export const settingsTitles = {
  appearance: t`Appearance`,
  link: t`Link`,
  budget: t`Budget and price`,
  joining: t`Who may join`,
  counting: t`Who counts`,
  "end-date": t`End date`,
  keys: t`Keys and events`,
} as const;

const MENU = "campaign-menu";

type CampaignMenuProps = {
  campaign: CampaignResponse;
  stopped: CampaignStatsResponse["stopped"];
  onEnd: () => void;
};

/** Everything that is done to a campaign once in a while, in groups; what ends it stands at the bottom. */
export function CampaignMenu({ campaign, stopped, onEnd }: CampaignMenuProps) {
  const { _id: campaignId, status } = campaign;
  const isPast = isOver(status);
  const isEndable = !isPast && (!stopped || stopped.by === "review" || stopped.by === "report");
  const settings = (...sections: (keyof typeof settingsTitles)[]) =>
    sections.map((section) => (
      <Link
        key={section}
        to="/app/campaigns/$campaignId/settings"
        params={{ campaignId }}
        hash={section}
        className={itemClass}
      >
        {settingsTitles[section]}
      </Link>
    ));
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={t`More about this campaign`}
        className={buttonClass("secondary", "px-3")}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are what is clicked, by keyboard too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles up from them */}
      <div
        id={MENU}
        popover="auto"
        onClick={(event) => event.currentTarget.hidePopover()}
        className="menu-sheet rounded-t-md border-2 border-edge bg-paper p-3 text-ink shadow-lifted sm:rounded-md"
      >
        {isPast ? null : (
          <>
            <Group title={t`Money`}>{settings("budget", "end-date")}</Group>
            <Group title={t`Audience`}>{settings("joining", "counting")}</Group>
          </>
        )}
        <Group title={isPast ? t`Game` : t`Texts`}>
          {isPast ? settings("keys") : settings("appearance", "link", "keys")}
          {isPast || status === "AWAITING_FUNDS" ? null : (
            <a href={`/campaigns/${campaignId}`} className={itemClass}>
              {t`Public page`}
            </a>
          )}
          <Link to="/app/campaigns/create" search={{ copy: campaignId }} className={itemClass}>
            {t`Duplicate`}
          </Link>
        </Group>
        {isEndable ? (
          <div className="mt-2 border-rule border-t-2 border-dashed pt-2">
            <button type="button" className={`${itemClass} text-refused`} onClick={onEnd}>
              {t`End Campaign`}
            </button>
          </div>
        ) : null}
      </div>
    </>
  );
}

const itemClass =
  "block min-h-11 w-full rounded-md px-3 py-2.5 sm:min-h-9 sm:py-1.5 text-left font-semibold no-underline hover:bg-bar focus-visible:bg-bar";

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p aria-hidden="true" className="px-3 pt-2 text-sm text-soft">
        {title}
      </p>
      {children}
    </section>
  );
}
