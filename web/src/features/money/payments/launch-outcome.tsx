import { t } from "@fairclick/core/language/t";
import type { DepositResponse } from "@fairclick/core/money/deposits";
import type { ReactNode } from "react";
import { rich } from "../../../language/rich";
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
      <p className="mb-4 break-words">{describe(launch, status)}</p>
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

function describe(launch: Launch, deposit: DepositResponse["status"]): ReactNode {
  const { launched, refusal, status } = launch;
  const name = <strong>{launch.name}</strong>;
  if (refusal !== null)
    return rich`${name} was not launched: ${refusal}. The money is in your wallet.`;
  if (deposit === "pending") return rich`${name} launches by itself when the money arrives.`;
  if (!launched) return rich`${name} was not launched.`;
  switch (status) {
    case "ACTIVE":
      return rich`${name} is live. The payment was reserved as its budget, and creators can join it now.`;
    case "SCHEDULED":
      return rich`${name} is funded. Creators can join it now, and clicks are paid from its start date.`;
    case "IN_REVIEW":
      return rich`${name} is funded and waits for review. We tell you when creators can join.`;
    case "PAUSED":
      return rich`${name} is funded and paused. Resume it when creators may join.`;
    default:
      return rich`${name} is funded.`;
  }
}
