import { t } from "@fairclick/core/language/t";
import { Button } from "../../../ui/button";
import { PageHeading } from "../../../ui/page-heading";
import { Receipt } from "../../../ui/receipt";
import { DeployStep } from "./deploy-step";
import type { Saving } from "./draft-saver";
import { GameStep } from "./game-step";
import { PaymentStep } from "./payment-step";
import { StepList } from "./step-list";
import { useWizard, type WizardProps } from "./use-wizard";
import { steps } from "./wizard-fields";

const KEPT = t`Your draft is kept in your account until you launch it.`;
const KEPT_IN_TAB = t`Your draft stays in this tab until you log in.`;

export function CampaignWizard(props: WizardProps) {
  const { step, draft } = props;
  const wizard = useWizard(props);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading title={t`Create Campaign`} lead={draft.owner === null ? KEPT_IN_TAB : KEPT}>
        {wizard.putAway ? (
          <Button disabled={wizard.deploying} onClick={() => void wizard.putAway?.()}>
            {t`Save Draft`}
          </Button>
        ) : null}
      </PageHeading>
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
      <p role="status" className="mt-3 text-right text-sm text-soft">
        {describeSaving(wizard.saving)}
      </p>
    </div>
  );
}

function describeSaving(saving: Saving): string {
  switch (saving.state) {
    case "new":
      return "";
    case "saving":
      return t`Saving the draft...`;
    case "saved":
      return t`The draft is saved.`;
    case "failed":
      return t`The draft is not saved: ${saving.message}`;
  }
}
