import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { draftsQuery } from "../../../queries/drafts";
import { clearDraft, type Draft, readDraft, storeDraft } from "./draft";
import { createDraftSaver, type Saving } from "./draft-saver";

const NOT_SAVED = t`The server could not be reached.`;

/** Keeps a draft in the tab at every change, and at the server if an account owns it. */
export function useDraft({ id, owner }: Draft) {
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState<Saving>({ state: "new" });
  const [saver] = useState(() =>
    createDraftSaver<Pick<Draft, "fields" | "step">>({
      send: async (json) => {
        await readAnswer(api.campaigns.drafts[":id"].$put({ param: { id }, json }));
      },
      onChange: (next) => {
        setSaving(next);
        if (next.state !== "saved") return;
        const open = readDraft(owner);
        if (open?.id === id) storeDraft({ ...open, isSaved: true });
        void queryClient.invalidateQueries(draftsQuery);
      },
      describeError: (error) => errorMessage(error, NOT_SAVED),
    }),
  );
  // A change just before the page is left would otherwise wait in this tab.
  useEffect(() => () => void saver.flush(), [saver]);

  function keep(content: Pick<Draft, "fields" | "step">) {
    storeDraft({ id, owner, ...content, isSaved: false, awaitsSignIn: false });
    if (owner !== null) saver.save(content);
  }

  return {
    saving,
    keep,
    keepForSignIn: (content: Pick<Draft, "fields" | "step">) =>
      storeDraft({ id, owner, ...content, isSaved: false, awaitsSignIn: true }),
    flush: saver.flush,
    stop: saver.stop,
    /** Takes the draft out of this tab. */
    close: async () => {
      await saver.stop();
      clearDraft();
      await queryClient.invalidateQueries(draftsQuery);
    },
  };
}
