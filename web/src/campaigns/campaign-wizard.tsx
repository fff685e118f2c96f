import { decimalFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { CLICKS_PER_RATE, defaultBudgetMicros } from "@fairclick/core/campaigns/campaign-input";
import { genres } from "@fairclick/core/campaigns/genres";
import { t } from "@fairclick/core/language/t";
import { Button } from "../ui/button";
import { Receipt } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { PageHeading } from "../ui/layout";
import { useWizard, type WizardProps } from "./wizard";
import { DeployStep } from "./wizard-deploy";
import { type Step, steps, type WizardFields } from "./wizard-fields-more";
import { GameStep } from "./wizard-game";
import { PaymentStep } from "./wizard-payment";

export function CampaignWizard(props: WizardProps) {
  const { step } = props;
  const wizard = useWizard(props);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        title={t`Create Campaign`}
        lead={t`What you enter stays in this tab until you launch the campaign.`}
      />
      <StepList current={step} />
      <Receipt>
        <form
          ref={wizard.element}
          noValidate
          onChange={wizard.keep}
          onSubmit={(event) => {
            event.preventDefault();
            wizard.next();
          }}
        >
          <div
            key={step}
            data-leaving={wizard.leaving}
            className="space-y-6 motion-safe:animate-step-in motion-safe:data-[leaving=true]:animate-step-out"
          >
            <h2 className="text-xl">{steps[step - 1]}</h2>
            {step === 1 ? <GameStep wizard={wizard} /> : null}
            {step === 2 ? <PaymentStep wizard={wizard} /> : null}
            {step === 3 ? <DeployStep wizard={wizard} /> : null}
          </div>
          <div className="mt-8 flex justify-between gap-3">
            {step > 1 ? (
              <Button onClick={wizard.back} disabled={wizard.deploying}>
                {t`Back`}
              </Button>
            ) : null}
            <Button type="submit" variant="primary" className="ml-auto" disabled={wizard.deploying}>
              {step < 3 ? t`Continue` : wizard.deploying ? t`Deploying...` : t`Deploy`}
            </Button>
          </div>
        </form>
      </Receipt>
    </div>
  );
}

/** The steps of the wizard with the current one marked. */
function StepList({ current }: { current: Step }) {
  return (
    <ol className="mb-5 flex gap-x-6 gap-y-1">
      {steps.map((name, index) => (
        <li
          key={name}
          {...(index + 1 === current ? { "aria-current": "step" } : {})}
          className="font-semibold text-soft aria-[current=step]:text-ink"
        >
          <span className="in-aria-[current=step]:marked">
            <span className="font-figures">{index + 1}</span> {name}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The wizard's fields for a campaign like this one, without its dates. */
export function copyCampaign(campaign: CampaignResponse): WizardFields {
  const payoutMicros = microsFromAmount(campaign.payoutPerClick);
  const budgetMicros = microsFromAmount(campaign.budget);
  return {
    gameUrl: campaign.gameUrl,
    gameTitle: campaign.gameTitle,
    description: campaign.description,
    coverHash: campaign.cover.hash ?? "",
    coverAlt: campaign.cover.alt,
    targetAudience: campaign.targetAudience,
    trailerLink: campaign.trailerLink ?? "",
    tags: genres.filter((genre) => campaign.gameGenres.includes(genre)),
    hashtags: campaign.hashtags,
    wantedCategories: campaign.wanted.categories,
    wantedPlatforms: campaign.wanted.platforms,
    whoMayJoin: campaign.whoMayJoin === "everybody" ? "" : campaign.whoMayJoin,
    payoutRate: decimalFromMicros(payoutMicros * CLICKS_PER_RATE),
    clickRules: campaign.clickRules,
    countries: campaign.audience.countries ?? [],
    devices: campaign.audience.devices ?? [],
    budget:
      budgetMicros === defaultBudgetMicros(payoutMicros) ? "" : decimalFromMicros(budgetMicros),
    dailyCap: typedCap(campaign.limits.dailyCap),
    creatorCap: typedCap(campaign.limits.creatorCap),
    startDate: "",
    endDate: "",
    contentToDisplay: campaign.conversionTips,
  };
}

function typedCap(dollars: number | null): string {
  return dollars === null ? "" : decimalFromMicros(microsFromAmount(dollars));
}
