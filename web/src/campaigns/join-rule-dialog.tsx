import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Form } from "../ui/form";
import { useCampaignChanges } from "./campaign-changes";
import { JoinRuleChoice } from "./join-rule-choice";

type JoinRuleDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Changes who may join a campaign from now on. */
export function JoinRuleDialog({ campaign, onClose }: JoinRuleDialogProps) {
  const [chosen, setChosen] = useState(campaign.whoMayJoin);
  const { edit } = useCampaignChanges(campaign._id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Who May Join`}
      description={t`Creators who have joined stay, whatever you choose.`}
    >
      <Form onSubmit={() => edit.mutate({ whoMayJoin: chosen }, { onSuccess: onClose })}>
        <JoinRuleChoice chosen={chosen} onChange={setChosen} />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
