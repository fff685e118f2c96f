import { type CreatorContent, describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignLinksQuery } from "../queries/own-campaigns";
import { Button } from "../ui/button";
import { ContentPicker } from "../ui/content-picker";
import { Dialog } from "../ui/dialog";
import { Form } from "../ui/form";
import { useCampaignChanges } from "./campaign-changes";

type WantedDialogProps = { campaign: CampaignResponse; onClose: () => void };

const noWish: CreatorContent = { categories: [], platforms: [] };

/** Changes which creators can join. Once somebody has joined, it only adds to them. */
export function WantedDialog({ campaign, onClose }: WantedDialogProps) {
  const { data: links } = useQuery(campaignLinksQuery(campaign._id));
  const [wanted, setWanted] = useState<CreatorContent>(campaign.wanted);
  const { edit } = useCampaignChanges(campaign._id);
  const hasLinks = links === undefined || links.length > 0;
  if (hasLinks && describeWanted(campaign.wanted) === null) return <WantsAll onClose={onClose} />;
  const summary = describeWanted(wanted);
  const save = (next: CreatorContent) => edit.mutate({ wanted: next }, { onSuccess: onClose });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Wanted Creators`}
      description={
        hasLinks
          ? t`Creators have joined: you can want more of them, but not fewer. Creators declare in their profiles what they make; Fairclick does not check it.`
          : t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it.`
      }
    >
      <Form onSubmit={() => save(wanted)}>
        <ContentPicker
          value={wanted}
          kept={hasLinks ? campaign.wanted : undefined}
          onChange={setWanted}
          categoriesLabel={t`They make`}
          platformsLabel={t`They publish on`}
        />
        <p className="text-sm text-soft" aria-live="polite">
          {summary === null ? t`All creators can join.` : t`Wants creators of: ${summary}`}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={edit.isPending} onClick={() => save(noWish)}>
            {t`Want All Creators`}
          </Button>
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function WantsAll({ onClose }: Pick<WantedDialogProps, "onClose">) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Wanted Creators`}
      description={t`This campaign wants all creators. Creators have joined, so it cannot want fewer any more.`}
    >
      <div className="flex justify-end">
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  );
}
