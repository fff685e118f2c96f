import { t } from "@fairclick/core/language/t";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Check, ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { dashboardQuery } from "../queries/campaigns";
import { readSide, useSide, useUser } from "../session/session";
import { Button, ButtonLink } from "../ui/button";

/** Loads what stands at the top of the Creator Hub: what appears later would move the page. */
export async function loadStart(queryClient: QueryClient, userId: string): Promise<void> {
  if (readSide() !== "developer" && !isGuideEnded("creator", userId)) {
    await queryClient.prefetchQuery(dashboardQuery);
  }
}

/** `onLinks` shows the creator's own links; null while they are shown. */
type StartProps = { onLinks: (() => void) | null };

/** A creator's guide, or a developer's way on. */
export function Start({ onLinks }: StartProps) {
  if (useSide() === "creator") return <CreatorStart onLinks={onLinks} />;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-rule border-y-2 border-dashed py-3">
      <p>{t`Creators choose campaigns here. You run yours in the Developer Hub.`}</p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/app/developer-hub">{t`Open Developer Hub`}</ButtonLink>
        <ButtonLink to="/app/campaigns/create" variant="primary">
          {t`Create Campaign`}
        </ButtonLink>
      </p>
    </div>
  );
}

/** The guide from the first join to the first payout. */
function CreatorStart({ onLinks }: StartProps) {
  const { data: stats } = useQuery(dashboardQuery);
  const user = useUser();
  if (!stats || !user) return null;
  return (
    <StartGuide
      guide="creator"
      title={t`Earn your first dollar`}
      steps={[
        {
          word: t`Join`,
          title: t`Join a campaign`,
          isDone: stats.activeLinks > 0 || stats.totalClicks > 0,
          hint: t`Choose one below. Joining is free, and its card says what a valid click pays.`,
        },
        {
          word: t`Post`,
          title: t`Post your link`,
          isDone: stats.totalClicks > 0,
          hint: t`Put it where your viewers look: a description, a bio, a pinned comment. Say there that you are paid for clicks. Do not click it yourself: your own clicks are not paid.`,
          action: onLinks && <Button onClick={onLinks}>{t`Show my link`}</Button>,
        },
        {
          word: t`Get paid`,
          title: t`Get your first paid click`,
          isDone: stats.totalEarnings > 0,
          hint: t`Each click is judged within minutes. The page of your link shows every verdict with its reason.`,
          action: onLinks && <Button onClick={onLinks}>{t`Show my links`}</Button>,
        },
        {
          word: t`Bank`,
          title: t`Connect your bank`,
          isDone: user.stripeAccountVerified,
          hint: t`Stripe asks who is paid, and sends the money to their bank. Payouts also need your confirmed email address.`,
          action: (
            <ButtonLink to="/app/payments" hash="payouts">
              {t`Go to payouts`}
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}

export type StartStep = {
  /** One word, for the line of all steps. */
  word: string;
  title: string;
  isDone: boolean;
  /** Shown while this is the next step. */
  hint: string;
  action?: ReactNode;
};

type StartGuideProps = { guide: Guide; title: string; steps: StartStep[] };

/**
 * One line of steps with the next one marked, which unfolds to what to do for it. Never shown again once
 * all are done or it is dismissed.
 */
export function StartGuide({ guide, title, steps }: StartGuideProps) {
  const userId = useUser()?._id ?? "";
  const [isEnded, setEnded] = useState(() => isGuideEnded(guide, userId));
  const next = steps.find(({ isDone }) => !isDone);
  const isComplete = next === undefined;
  useEffect(() => {
    if (isComplete) endGuide(guide, userId);
  }, [isComplete, guide, userId]);
  if (isEnded || isComplete) return null;

  function dismiss() {
    endGuide(guide, userId);
    setEnded(true);
  }

  return (
    <section aria-label={title} className="mb-6">
      {/* A creator has games to see first; a developer has nothing but the next step. */}
      <details open={guide === "developer"} className="group border-rule border-y-2 border-dashed">
        <summary className="flex min-h-11 list-none items-center justify-between gap-2 py-1 [&::-webkit-details-marker]:hidden">
          <span className="flex flex-wrap items-baseline gap-x-2">
            {steps.map((step, index) => (
              <Fragment key={step.word}>
                {index > 0 ? (
                  <span aria-hidden="true" className="text-soft">
                    →
                  </span>
                ) : null}
                <StepWord step={step} isNext={step === next} />
              </Fragment>
            ))}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 group-open:rotate-180 motion-safe:transition-[rotate]"
          />
        </summary>
        <div className="pb-4">
          <p className="font-bold">{next.title}</p>
          <p className="mt-1 max-w-prose">{next.hint}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {next.action}
            <Button variant="quiet" onClick={dismiss}>
              {t`Hide this guide`}
            </Button>
          </div>
        </div>
      </details>
    </section>
  );
}

function StepWord({ step: { word, isDone }, isNext }: { step: StartStep; isNext: boolean }) {
  if (isDone) {
    return (
      <span>
        {word} <Check aria-hidden="true" className="inline size-4 text-valid" />
        <span className="sr-only">{t`(done)`}</span>
      </span>
    );
  }
  return isNext ? (
    <strong aria-current="step">{word}</strong>
  ) : (
    <span className="text-soft">{word}</span>
  );
}

const KEY = "ended-guides";
const KEPT = 10;

type Guide = "creator" | "developer";

/** Returns whether an account's guide was finished or dismissed in this browser. */
export function isGuideEnded(guide: Guide, userId: string): boolean {
  return readEnded().includes(guideKey(guide, userId));
}

/** Stores that the guide ended. Keeps the last ten, so that many accounts in one browser cannot fill the storage. */
export function endGuide(guide: Guide, userId: string): void {
  const name = guideKey(guide, userId);
  const others = readEnded().filter((ended) => ended !== name);
  localStorage.setItem(KEY, [...others, name].slice(-KEPT).join(" "));
}

const guideKey = (guide: Guide, userId: string) => `${guide}:${userId}`;

function readEnded(): string[] {
  return localStorage.getItem(KEY)?.split(" ") ?? [];
}
