import { t } from "@fairclick/core/language/t";
import type { DepositResponse } from "@fairclick/core/money/payment-schema";
import { ButtonLink } from "../../../ui/button";
import { campaignAddress } from "../../../ui/campaigns/campaign-address";
import { ShareButton } from "../../../ui/share-button";

type Launch = NonNullable<DepositResponse["launch"]>;
type LaunchOutcomeProps = { launch: Launch; status: DepositResponse["status"] };

/** The campaign that a payment was made for, what happened to it, and what comes next. */
export function LaunchOutcome({ launch, status }: LaunchOutcomeProps) {
  const { campaignId, name } = launch;
  const live = launch.launched && (launch.status === "ACTIVE" || launch.status === "SCHEDULED");
  return (
    <div className="my-4">
      <p className="mb-4 break-words">
        <strong>{name}</strong> {describe(launch, status)}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/app/campaigns/$campaignId" params={{ campaignId }}>
          {t`Open campaign`}
        </ButtonLink>
        {live ? (
          <ShareButton
            link={campaignAddress(campaignId)}
            title={name}
            label={t`Share with creators`}
          />
        ) : null}
      </div>
    </div>
  );
}

function describe({ launched, refusal, status }: Launch, deposit: DepositResponse["status"]) {
  if (refusal !== null) return t`was not launched: ${refusal}. The money is in your wallet.`;
  if (deposit === "pending") return t`launches by itself when the money arrives.`;
  if (!launched) return t`was not launched.`;
  switch (status) {
    case "ACTIVE":
      return t`is live. The payment was reserved as its budget, and creators can join it now.`;
    case "SCHEDULED":
      return t`is funded. Creators can join it now, and clicks are paid from its start date.`;
    case "IN_REVIEW":
      return t`is funded and waits for review. We tell you when creators can join.`;
    case "PAUSED":
      return t`is funded and paused. Resume it when creators may join.`;
    default:
      return t`is funded.`;
  }
}
