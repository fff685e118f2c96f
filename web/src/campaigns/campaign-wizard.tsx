import type { UserResponse } from "@fairclick/core/accounts/account";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../api/answer";
import { campaignQuery } from "../queries/own-campaigns";
import { Button, ButtonLink } from "../ui/button";
import { Receipt } from "../ui/figures";
import { Empty, PageHeading, PageSpinner } from "../ui/layout";
import { type CampaignFields, newDraft, readDraft, type Step } from "./draft";
import { campaignFields } from "./field-rules";
import { useWizard, type WizardProps } from "./wizard";
import { DeployStep, GameStep, PaymentStep } from "./wizard-steps";

type OpenDraftProps = Omit<WizardProps, "draft"> & {
  user: UserResponse | null;
  /** The campaign to copy, as the address names it when the page is opened. */
  copy: string | undefined;
  /** Names the draft of the visitor who has signed in for it. */
  claim: string | undefined;
};

/** Opens the wizard with a copy of a campaign, or with the draft of this tab. */
export function OpenDraft({ user, copy, claim, ...wizard }: OpenDraftProps) {
  const owner = user?._id ?? null;
  const [draft] = useState(() => readDraft(owner, claim) ?? newDraft(owner));
  if (owner !== null && copy !== undefined) return <Copy {...wizard} id={copy} owner={owner} />;
  return <CampaignWizard {...wizard} draft={draft} />;
}

type CopyProps = Omit<WizardProps, "draft"> & { id: string; owner: string };

function Copy({ id, owner, ...wizard }: CopyProps) {
  const { data, error } = useQuery({ ...campaignQuery(id), refetchInterval: false, meta: {} });
  if (error) {
    return <Unavailable message={errorMessage(error, t`The campaign could not be loaded.`)} />;
  }
  if (!data) return <PageSpinner />;
  if (data.createdBy._id !== owner) return <Unavailable message={t`This is not your campaign.`} />;
  return <CampaignWizard {...wizard} draft={newDraft(owner, copyCampaign(data))} />;
}

/** The wizard's fields for a campaign like this one, without its dates. */
export function copyCampaign(campaign: CampaignResponse): CampaignFields {
  return { ...campaignFields(campaign), startDate: "", endDate: "" };
}

function Unavailable({ message }: { message: string }) {
  return (
    <Empty
      title={message}
      action={
        <ButtonLink to="/app/developer-hub" variant="primary">
          {t`Back to Developer Hub`}
        </ButtonLink>
      }
    />
  );
}

function CampaignWizard(props: WizardProps) {
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
            {step === 1 ? <GameStep form={wizard.form} coverUpload={wizard.coverUpload} /> : null}
            {step === 2 ? <PaymentStep form={wizard.form} /> : null}
            {step === 3 ? <DeployStep form={wizard.form} /> : null}
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

const steps = [t`Game`, t`Payment`, t`Deploy`] as const;

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
