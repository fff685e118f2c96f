import { ButtonLink } from "../../../ui/button";
import { readDraft } from "./draft";

/** For whoever left the wizard to add funds: the way back to the step where they were. */
export function BackToDraft() {
  const draft = readDraft();
  if (!draft) return null;
  return (
    <ButtonLink
      to="/app/campaigns/create"
      search={draft.step === 1 ? {} : { step: draft.step }}
      variant="primary"
    >
      Back to your campaign
    </ButtonLink>
  );
}
