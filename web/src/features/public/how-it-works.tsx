import { t } from "@fairclick/core/language/t";
import { usePolicyNumbers } from "../../policy/use-policy-numbers";
import { judgingTime } from "./judging-time";
import { Section } from "./section";

const describeSteps = (windowSeconds: number) => [
  {
    title: t`Launch a campaign`,
    text: t`A developer names the game, the payout per click and the dates. The budget is reserved before the first click, so it cannot be exceeded, and everybody sees what is left.`,
  },
  {
    title: t`Creators join and promote`,
    text: t`A creator picks a campaign, gets a tracked link, and puts it where people watch: a bio, a description, a pinned comment.`,
  },
  {
    title: t`Earn and track in real time`,
    text: t`Every click is judged ${judgingTime(windowSeconds)} after it happened. Valid ones pay the creator at once; the others say why they did not.`,
  },
];

export function HowItWorks() {
  const steps = describeSteps(usePolicyNumbers().windowSeconds);
  return (
    <Section title={t`How it works`}>
      <ol className="receipt-shadow grid bg-paper md:grid-cols-3">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className="border-rule border-dashed p-6 not-first:border-t-2 md:not-first:border-t-0 md:not-first:border-l-2"
          >
            <p aria-hidden="true" className="font-bold font-figures text-3xl">
              {index + 1}
            </p>
            <h3 className="mt-2 mb-2 text-lg">{step.title}</h3>
            <p className="text-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
