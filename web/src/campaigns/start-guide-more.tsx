import { t } from "@fairclick/core/language/t";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useUser } from "../session/session";
import { Button } from "../ui/button";
import { Card } from "../ui/layout";

export type StartStep = {
  title: string;
  isDone: boolean;
  /** Shown while this is the next step. */
  hint: string;
  action?: ReactNode;
};

type StartGuideProps = { guide: Guide; title: string; steps: StartStep[] };

/** Shows which steps are done and which is next. Never shown again once all are done or it is dismissed. */
export function StartGuide({ guide, title, steps }: StartGuideProps) {
  const userId = useUser()?._id ?? "";
  const [isEnded, setEnded] = useState(false);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const isComplete = next === -1;
  useEffect(() => {
    if (isComplete) endGuide(guide, userId);
  }, [isComplete, guide, userId]);
  if (isEnded || isComplete) return null;

  function dismiss() {
    endGuide(guide, userId);
    setEnded(true);
  }

  return (
    <Card title={title} className="mb-8">
      <ol className="space-y-3">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
      <Button className="mt-5 self-start" onClick={dismiss}>
        {t`Hide this guide`}
      </Button>
    </Card>
  );
}

type StepProps = { step: StartStep; number: number; isNext: boolean };

function Step({ step: { title, isDone, hint, action }, number, isNext }: StepProps) {
  return (
    <li className="flex gap-3" {...(isNext ? { "aria-current": "step" as const } : {})}>
      <span className="w-6 shrink-0 text-center font-figures" aria-hidden="true">
        {isDone ? <Check className="inline size-4 text-valid" /> : number}
      </span>
      <div className="min-w-0">
        <p className={isNext ? "font-bold" : isDone ? "" : "text-soft"}>
          {title}
          {isDone ? <span className="sr-only"> {t`(done)`}</span> : null}
        </p>
        {isNext ? <p className="mt-1">{hint}</p> : null}
        {isNext && action ? <div className="mt-3">{action}</div> : null}
      </div>
    </li>
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
