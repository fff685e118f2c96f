import { t } from "@fairclick/core/language/t";
import { Check, ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useUser } from "../session/session";
import { Button } from "../ui/button";

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
  const [isEnded, setEnded] = useState(false);
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

export type Guide = "creator" | "developer";

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
