import { type LinkReview, linkAppealSchema } from "@fairclick/core/clicks/findings";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { Button } from "./button";
import { TextArea } from "./fields";
import { Count, Money } from "./figures";
import { formatDay } from "./format";
import { notify } from "./notify";

type ReviewsProps = { reviews: readonly LinkReview[] };

/** Says what waits because too few players came, why, and what ends it; takes one appeal for all. */
export function Reviews({ reviews }: ReviewsProps) {
  if (reviews.length === 0) return null;
  const unanswered = reviews.find(({ appealed }) => !appealed);
  return (
    <section
      aria-label={t`Under review`}
      className="mb-3 border-2 border-held border-dashed px-3 py-2 text-sm"
    >
      {reviews.map((review) => (
        <Review key={review.campaignId} review={review} />
      ))}
      {unanswered ? (
        <Appeal campaignId={unanswered.campaignId} />
      ) : (
        <p className="font-semibold">{t`You have appealed. An operator will read it.`}</p>
      )}
    </section>
  );
}

function Review({ review }: { review: LinkReview }) {
  const { campaign, since, until, clicks, players, usualPlayers, unexplained, waiting } = review;
  return (
    <>
      <h2 className="font-semibold">{t`Under review: your clicks for ${campaign}`}</h2>
      <p className="mb-2 text-soft">
        {rich`Since ${formatDay(since)}, ${<Count of={clicks} />} of your clicks were paid, and ${<Count of={players} />} players joined the game by them. As many clicks of other creators bring ${<Count of={usualPlayers} />}. What ${<Count of={unexplained} />} clicks were paid waits, ${<Money dollars={waiting} />}: your players do not explain these. All else is free.`}{" "}
        {until === null
          ? t`It ends when players come, or when an operator has looked at it.`
          : t`It ends when players come or an operator has looked at it, at the latest on ${formatDay(until)}.`}
      </p>
    </>
  );
}

function Appeal({ campaignId }: { campaignId: string }) {
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
          hint={t`Say where you share it and what your audience is. One answer counts for all your links under review.`}
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

/** An answer changes the reviews of all links, and those that the wallet shows. */
function useAppeal(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      readAnswer(
        api.links[":campaignId"].review.appeal.$post({ param: { campaignId }, json: { text } }),
      ),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the appeal`)),
    onSettled: () => queryClient.invalidateQueries(),
  });
}
