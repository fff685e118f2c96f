import type { LinkReview } from "@fairclick/core/clicks/findings";
import { t } from "@fairclick/core/language/t";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { useApiChange } from "./change";
import { Count, Money } from "./figures";
import { formatDay } from "./format";
import { TextForm } from "./text-form";

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

/** An answer changes the reviews of all links, and those that the wallet shows. */
function Appeal({ campaignId }: { campaignId: string }) {
  const appeal = useApiChange(
    (text: string) =>
      readAnswer(
        api.links[":campaignId"].review.appeal.$post({ param: { campaignId }, json: { text } }),
      ),
    { failure: t`Failed to send the appeal`, refresh: [[]] },
  );
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Appeal the review`}</summary>
      <TextForm
        label={t`Who follows this link?`}
        hint={t`Say where you share it and what your audience is. One answer counts for all your links under review.`}
        rules="linkAppeal"
        send={t`Send Appeal`}
        isSending={appeal.isPending}
        onSend={appeal.mutate}
      />
    </details>
  );
}
