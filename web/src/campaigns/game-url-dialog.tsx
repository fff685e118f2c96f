import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Form } from "../ui/form";
import { useCampaignChanges } from "./campaign-changes";

type GameUrlDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function GameUrlDialog({ campaign, onClose }: GameUrlDialogProps) {
  const [text, setText] = useState(campaign.gameUrl);
  const [error, setError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);

  function save() {
    const parsed = gameUrlSchema.safeParse(text);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    edit.mutate(
      { gameUrl: text },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Game URL`}
      description={t`New clicks lead to the new address at once. Clicks until now keep the former address in their records.`}
    >
      <Form onSubmit={save}>
        <TextField
          label={t`Game URL`}
          type="url"
          error={error}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        {parseRobloxLink(campaign.gameUrl) ? (
          <p className="text-sm">
            {t`Roblox share links of your creators are removed if the address leads to another place, because they would still lead to the former one.`}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === campaign.gameUrl || edit.isPending}
        >
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}
