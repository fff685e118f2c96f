import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { coverInputSchema } from "@fairclick/core/campaigns/covers";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Form } from "../ui/form";
import { useCampaignChanges } from "./campaign-changes";
import { CoverPicker, useCoverUpload } from "./cover-picker";

type CoverDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Replaces or removes the cover of a campaign, and its description. */
export function CoverDialog({ campaign, onClose }: CoverDialogProps) {
  const [hash, setHash] = useState(campaign.cover.hash ?? "");
  const [alt, setAlt] = useState(campaign.cover.alt);
  const [altError, setAltError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);
  const upload = useCoverUpload(setHash);
  const busy = upload.isPending || edit.isPending;

  function save() {
    const parsed = coverInputSchema.shape.alt.safeParse(alt);
    if (!parsed.success) return setAltError(parsed.error.issues[0]?.message);
    edit.mutate({ cover: hash === "" ? null : { hash, alt } }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Cover Image`}
      description={t`Creators see it on the campaign's card, and visitors in link previews.`}
    >
      <Form
        onSubmit={() => {
          if (!busy) save();
        }}
      >
        <CoverPicker
          hash={hash}
          game={{ title: campaign.gameTitle, genres: campaign.gameGenres }}
          upload={upload}
          onRemove={() => {
            setHash("");
            setAlt("");
          }}
        >
          <TextField
            label={t`Cover description (optional)`}
            hint={t`For people who do not see the image.`}
            value={alt}
            error={altError}
            onChange={(event) => {
              setAlt(event.currentTarget.value);
              setAltError(undefined);
            }}
          />
        </CoverPicker>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" disabled={busy || upload.isError}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
