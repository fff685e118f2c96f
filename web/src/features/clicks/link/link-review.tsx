import { categoryName } from "@fairclick/core/clicks/category-names";
import { linkAppealSchema } from "@fairclick/core/clicks/link-findings";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { linkStatsQuery } from "../../../queries/own-campaigns";
import { Button } from "../../../ui/button";
import { TextArea } from "../../../ui/field";
import { formatDay } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";

/** Says that an operator reviews the link, and takes the creator's appeal; nothing otherwise. */
export function LinkReview({ campaignId }: { campaignId: string }) {
  const { data: stats } = useQuery(linkStatsQuery(campaignId));
  const review = stats?.review;
  if (!review) return null;
  return (
    <section
      aria-label={t`Under review`}
      className="mb-3 border-2 border-held border-dashed px-3 py-2 text-sm"
    >
      <h2 className="font-semibold">
        {t`Under review: ${categoryName(review.category).toLowerCase()}`}
      </h2>
      <p className="text-soft">
        {t`An operator is going to look at this link. Until then its new clicks are held and its earnings wait, at the latest until ${formatDay(review.until)}: then they are paid.`}
      </p>
      {review.appealed ? (
        <p className="font-semibold">{t`You have appealed. An operator will read it.`}</p>
      ) : (
        <AppealReview campaignId={campaignId} />
      )}
    </section>
  );
}

function AppealReview({ campaignId }: { campaignId: string }) {
  const appeal = useAppeal(campaignId);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(linkAppealSchema),
    defaultValues: { text: "" },
  });
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">
        {t`Appeal the review`}
      </summary>
      <form
        noValidate
        className="space-y-3 pb-2"
        onSubmit={handleSubmit(({ text }) => appeal.mutate(text))}
      >
        <TextArea
          label={t`Who follows this link?`}
          rows={3}
          hint={t`Say where you share it and what your audience is.`}
          error={formState.errors.text?.message}
          {...register("text")}
        />
        <Button type="submit" disabled={appeal.isPending}>
          {appeal.isPending ? t`Sending...` : t`Send Appeal`}
        </Button>
      </form>
    </details>
  );
}

function useAppeal(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      readAnswer(
        api.links[":campaignId"].review.appeal.$post({ param: { campaignId }, json: { text } }),
      ),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the appeal`)),
    onSettled: () => queryClient.invalidateQueries(linkStatsQuery(campaignId)),
  });
}
