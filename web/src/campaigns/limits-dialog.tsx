import { decimalFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Form } from "../ui/form";
import { microsFromAmount } from "../ui/format";
import { useCampaignChanges } from "./campaign-changes";
import { limitTexts } from "./limit-texts";
import { parseLimits, type TypedLimits } from "./limits";

type LimitsDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function LimitsDialog({ campaign, onClose }: LimitsDialogProps) {
  const [typed, setTyped] = useState(() => asTyped(campaign.limits));
  const [errors, setErrors] = useState<ReturnType<typeof parseLimits>["errors"]>({});
  const { edit } = useCampaignChanges(campaign._id);

  function change(next: Partial<TypedLimits>) {
    setTyped({ ...typed, ...next });
    setErrors({});
  }

  function save() {
    const { limits, errors: wrong } = parseLimits(typed, microsFromAmount(campaign.payoutPerClick));
    if (Object.keys(wrong).length > 0) return setErrors(wrong);
    edit.mutate({ limits }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Limits`}
      description={t`Clicks beyond a limit are not paid. A change applies to clicks from now on, and creators see it at once.`}
    >
      <Form onSubmit={save}>
        {(["dailyCap", "creatorCap"] as const).map((name) => (
          <TextField
            key={name}
            {...limitTexts[name]}
            inputMode="decimal"
            className="font-figures"
            error={errors[name]}
            value={typed[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" variant="primary" className="w-full" disabled={edit.isPending}>
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}

function asTyped({ dailyCap, creatorCap }: CampaignResponse["limits"]): TypedLimits {
  const text = (dollars: number | null) =>
    dollars === null ? "" : decimalFromMicros(microsFromAmount(dollars));
  return { dailyCap: text(dailyCap), creatorCap: text(creatorCap) };
}
