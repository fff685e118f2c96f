import { t } from "@fairclick/core/language/t";
import { BotRules } from "../../../policy/bot-rules";
import { ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { PageHeading } from "../../../ui/page-heading";
import { Start } from "../start/start";
import { CampaignAnalytics } from "./campaign-analytics";
import { WalletCard } from "./wallet-card";

export function DeveloperHub() {
  return (
    <>
      <PageHeading
        title={t`Developer Hub`}
        lead={t`A budget is reserved before the first click, and pays for valid clicks only.`}
      />
      <Start guide="developer" />
      <div className="grid gap-6 md:grid-cols-2">
        <WalletCard />
        <Card title={t`Create Campaign`}>
          <p className="mb-5 text-soft">{t`Three steps: the game, what a click pays, when it runs.`}</p>
          <div className="mt-auto">
            <ButtonLink to="/app/campaigns/create" variant="primary">
              {t`Create Campaign`}
            </ButtonLink>
          </div>
        </Card>
        <Card title={t`Quick Tips`}>
          <ul className="mb-5 list-disc space-y-1 pl-5">
            <li>{t`Set competitive payouts to attract top creators`}</li>
            <li>{t`Target specific creator communities`}</li>
          </ul>
          <div className="mt-auto">
            <ButtonLink to="/campaigns">{t`View all campaigns`}</ButtonLink>
          </div>
        </Card>
        <Card title={t`Bot Detection`}>
          <BotRules />
        </Card>
      </div>
      <CampaignAnalytics />
    </>
  );
}
