import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Form } from "../ui/form";
import { AudienceChoice, type ChosenAudience, toAudience } from "./audience";
import { useCampaignChanges } from "./campaign-changes";

type AudienceDialogProps = { campaign: CampaignResponse; onClose: () => void };

const everybody: ChosenAudience = { countries: [], devices: [] };

/** Changes the audience of a campaign; of a funded one it only adds. */
export function AudienceDialog({ campaign, onClose }: AudienceDialogProps) {
  const before = {
    countries: campaign.audience.countries ?? [],
    devices: campaign.audience.devices ?? [],
  };
  const [chosen, setChosen] = useState<ChosenAudience>(before);
  const { edit } = useCampaignChanges(campaign._id);
  const isFunded = campaign.status !== "AWAITING_FUNDS";
  const save = (audience: ChosenAudience) =>
    edit.mutate({ audience: toAudience(audience) }, { onSuccess: onClose });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Audience`}
      description={
        isFunded
          ? t`You can add countries and devices, but remove none: creators joined for the clicks that the campaign pays for.`
          : t`The countries and devices that the campaign pays for. Once it is funded you can only add to them.`
      }
    >
      <Form onSubmit={() => save(chosen)}>
        <AudienceChoice chosen={chosen} kept={isFunded ? before : everybody} onChange={setChosen} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={edit.isPending} onClick={() => save(everybody)}>
            {t`Pay For Everybody`}
          </Button>
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
