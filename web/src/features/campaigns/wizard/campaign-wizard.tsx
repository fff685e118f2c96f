import { t } from "@fairclick/core/language/t";
import { Button } from "../../../ui/button";
import { PageHeading } from "../../../ui/page-heading";
import { Receipt } from "../../../ui/receipt";
import { DeployStep } from "./deploy-step";
import { GameStep } from "./game-step";
import { PaymentStep } from "./payment-step";
import { StepList } from "./step-list";
import { useWizard, type WizardProps } from "./use-wizard";
import { steps } from "./wizard-fields";

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
