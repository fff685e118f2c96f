import type { UserResponse } from "@fairclick/core/accounts/account-schema";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/answer";
import { draftQuery } from "../../../queries/drafts";
import { campaignQuery } from "../../../queries/own-campaigns";
import { ButtonLink } from "../../../ui/button";
import { Empty } from "../../../ui/notices";
import { PageSpinner } from "../../../ui/spinner";
import { CampaignWizard } from "./campaign-wizard";
import { copyCampaign } from "./copy-campaign";
import { clearDraft, newDraft, readDraft, toFields } from "./draft";
import type { WizardProps } from "./use-wizard";

/** What the wizard opens: a draft of the account, a copy of a campaign, or the tab's own draft. */
export type Origin = { draft?: string; copy?: string };

type OpenDraftProps = Omit<WizardProps, "draft"> & { user: UserResponse | null; origin: Origin };

/** Opens the wizard with what the address names when the page is opened. */
export function OpenDraft({ user, origin, ...wizard }: OpenDraftProps) {
  const owner = user?._id ?? null;
  const [start] = useState(() => {
    const inTab = readDraft(owner);
    const saved = origin.draft ?? (origin.copy === undefined && inTab?.isSaved ? inTab.id : null);
    const unsaved = inTab && !inTab.isSaved && (saved ?? inTab.id) === inTab.id ? inTab : null;
    if (owner === null || (unsaved && origin.copy === undefined)) {
      return { draft: unsaved ?? newDraft(owner) };
    }
    return { draft: newDraft(owner), copy: origin.copy, saved };
  });
  if (owner === null) return <CampaignWizard {...wizard} draft={start.draft} />;
  if (start.copy) return <Copy {...wizard} id={start.copy} owner={owner} />;
  if (start.saved) return <Saved {...wizard} id={start.saved} owner={owner} />;
  return <CampaignWizard {...wizard} draft={start.draft} />;
}

type LoadedProps = Omit<WizardProps, "draft"> & { id: string; owner: string };

function Saved({ id, owner, ...wizard }: LoadedProps) {
  const { data, error } = useQuery(draftQuery(id));
  if (error)
    return <Unavailable message={errorMessage(error, t`The draft could not be loaded.`)} />;
  if (!data) return <PageSpinner />;
  const content = { fields: toFields(data.fields), step: data.step };
  return <CampaignWizard {...wizard} draft={{ ...newDraft(owner), id, ...content }} />;
}

function Copy({ id, owner, ...wizard }: LoadedProps) {
  const [draftId] = useState(() => newDraft(owner).id);
  const { data, error } = useQuery({ ...campaignQuery(id), refetchInterval: false, meta: {} });
  if (error) {
    return <Unavailable message={errorMessage(error, t`The campaign could not be loaded.`)} />;
  }
  if (!data) return <PageSpinner />;
  if (data.createdBy._id !== owner) return <Unavailable message={t`This is not your campaign.`} />;
  return (
    <CampaignWizard {...wizard} draft={{ ...newDraft(owner, copyCampaign(data)), id: draftId }} />
  );
}

function Unavailable({ message }: { message: string }) {
  return (
    <Empty
      title={message}
      action={
        <ButtonLink to="/app/developer-hub" variant="primary" onClick={clearDraft}>
          {t`Back to Developer Hub`}
        </ButtonLink>
      }
    />
  );
}
