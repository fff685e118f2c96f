import type { UserResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../api/answer";
import { campaignQuery } from "../queries/own-campaigns";
import { ButtonLink } from "../ui/button";
import { Empty, PageSpinner } from "../ui/layout";
import { CampaignWizard, copyCampaign } from "./campaign-wizard";
import { newDraft, readDraft } from "./draft";
import type { WizardProps } from "./wizard";

type OpenDraftProps = Omit<WizardProps, "draft"> & {
  user: UserResponse | null;
  /** The campaign to copy, as the address names it when the page is opened. */
  copy: string | undefined;
};

/** Opens the wizard with a copy of a campaign, or with the draft of this tab. */
export function OpenDraft({ user, copy, ...wizard }: OpenDraftProps) {
  const owner = user?._id ?? null;
  const [draft] = useState(() => readDraft(owner) ?? newDraft(owner));
  if (owner !== null && copy !== undefined) return <Copy {...wizard} id={copy} owner={owner} />;
  return <CampaignWizard {...wizard} draft={draft} />;
}

type CopyProps = Omit<WizardProps, "draft"> & { id: string; owner: string };

function Copy({ id, owner, ...wizard }: CopyProps) {
  const { data, error } = useQuery({ ...campaignQuery(id), refetchInterval: false, meta: {} });
  if (error) {
    return <Unavailable message={errorMessage(error, t`The campaign could not be loaded.`)} />;
  }
  if (!data) return <PageSpinner />;
  if (data.createdBy._id !== owner) return <Unavailable message={t`This is not your campaign.`} />;
  return <CampaignWizard {...wizard} draft={newDraft(owner, copyCampaign(data))} />;
}

function Unavailable({ message }: { message: string }) {
  return (
    <Empty
      title={message}
      action={
        <ButtonLink to="/app/developer-hub" variant="primary">
          {t`Back to Developer Hub`}
        </ButtonLink>
      }
    />
  );
}
