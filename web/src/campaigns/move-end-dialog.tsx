import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { checkCampaignDates } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Form } from "../ui/form";
import { useCampaignChanges } from "./campaign-changes";
import { localMidnight } from "./local-midnight";

type MoveEndDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function MoveEndDialog({ campaign, onClose }: MoveEndDialogProps) {
  const [day, setDay] = useState(localDay(campaign.endDate));
  const [error, setError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);

  function move() {
    const endDate = localMidnight(day);
    const wrong =
      day === ""
        ? t`End date is required`
        : checkCampaignDates({ startDate: campaign.startDate, endDate }, new Date());
    if (wrong) return setError(wrong);
    edit.mutate(
      { endDate },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change End Date`}
      description={t`Later or earlier, but not before tomorrow. Creators see the new date at once.`}
    >
      <Form onSubmit={move}>
        <TextField
          label={t`End date`}
          type="date"
          hint={t`The campaign ends as this day begins.`}
          error={error}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" className="w-full" disabled={edit.isPending}>
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Calendar day (`2026-03-01`) of a time in the viewer's time zone, as date inputs need it. */
function localDay(moment: string): string {
  const at = new Date(moment);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}
