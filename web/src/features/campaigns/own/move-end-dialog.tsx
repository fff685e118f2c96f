import {
  type CampaignResponse,
  checkCampaignDates,
} from "@fairclick/core/campaigns/campaign-schema";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { TextField } from "../../../ui/field";
import { localMidnight } from "../local-midnight";
import { useCampaignChanges } from "./campaign-changes";
import { localDay } from "./local-day";

type MoveEndDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function MoveEndDialog({ campaign, onClose }: MoveEndDialogProps) {
  const [day, setDay] = useState(localDay(campaign.endDate));
  const [error, setError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);

  function move() {
    const endDate = localMidnight(day);
    const wrong =
      day === ""
        ? "End date is required"
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
      title="Change End Date"
      description="Later or earlier, but not before tomorrow. Creators see the new date at once."
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <TextField
          label="End date"
          type="date"
          hint="The campaign ends as this day begins."
          error={error}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" className="w-full" disabled={edit.isPending}>
          {edit.isPending ? "Saving..." : "Save"}
        </Button>
      </form>
    </Dialog>
  );
}
