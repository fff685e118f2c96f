import type { DraftSummary } from "@fairclick/core/campaigns/draft-schema";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { draftsQuery } from "../../../queries/drafts";
import { Button, ButtonLink } from "../../../ui/button";
import { formatDay } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";

/** The developer's campaigns that are not launched yet; nothing if there are none. */
export function Drafts() {
  const { data: drafts = [] } = useQuery(draftsQuery);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className="mt-14">
      <h2 id="drafts" className="mb-5 text-xl">
        {t`Drafts`}
      </h2>
      <ul className="space-y-3">
        {drafts.map((draft) => (
          <DraftLine key={draft._id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function DraftLine({ draft }: { draft: DraftSummary }) {
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteDraft(draft._id);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-2 border-rule p-4">
      <div className="min-w-0">
        <p id={titleId} className="break-words font-semibold">
          {draft.title || t`Untitled campaign`}
        </p>
        <p className="text-soft text-sm">{t`Last changed ${formatDay(draft.updatedAt)}`}</p>
      </div>
      {isAsking ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAsking(false)}>{t`Keep`}</Button>
          <Button
            variant="primary"
            aria-describedby={titleId}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {remove.isPending ? t`Deleting...` : t`Delete this draft`}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            to="/app/campaigns/create"
            search={{ draft: draft._id, step: draft.step }}
            aria-describedby={titleId}
          >
            {t`Continue`}
          </ButtonLink>
          <Button aria-describedby={titleId} onClick={() => setAsking(true)}>
            {t`Delete`}
          </Button>
        </div>
      )}
    </li>
  );
}

function useDeleteDraft(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readAnswer(api.campaigns.drafts[":id"].$delete({ param: { id } })),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`The draft could not be deleted.`)),
    onSettled: () => queryClient.invalidateQueries(draftsQuery),
  });
}
