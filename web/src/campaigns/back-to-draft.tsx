import { t } from "@fairclick/core/language/t";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { readDraft } from "./draft";

/** Link back to the unfinished campaign, if there is one. */
export function BackToDraft() {
  const draft = readDraft(useUser()?._id ?? null);
  if (!draft) return null;
  return (
    <ButtonLink
      to="/app/campaigns/create"
      search={draft.step === 1 ? {} : { step: draft.step }}
      variant="primary"
    >
      {t`Back to your campaign`}
    </ButtonLink>
  );
}
