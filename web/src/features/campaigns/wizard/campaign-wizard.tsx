import { Button } from "../../../ui/button";
import { PageHeading } from "../../../ui/page-heading";
import { Receipt } from "../../../ui/receipt";
import { DeployStep } from "./deploy-step";
import { GameStep } from "./game-step";
import { PaymentStep } from "./payment-step";
import { StepList } from "./step-list";
import { useWizard } from "./use-wizard";
import { type Step, steps } from "./wizard-fields";

type CampaignWizardProps = { step: Step; onStep: (step: Step) => void };

export function CampaignWizard({ step, onStep }: CampaignWizardProps) {
  const wizard = useWizard(step, onStep);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        title="Create Campaign"
        lead="Your draft stays in this tab until you launch it."
      />
      <StepList current={step} />
      <Receipt>
        <form
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
                Back
              </Button>
            ) : null}
            <Button type="submit" variant="primary" className="ml-auto" disabled={wizard.deploying}>
              {step < 3 ? "Continue" : wizard.deploying ? "Deploying..." : "Deploy"}
            </Button>
          </div>
        </form>
      </Receipt>
    </div>
  );
}
