import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import { plural, t } from "@fairclick/core/language/t";
import { lazy, type ReactNode } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/numbers";
import { WithdrawalRules } from "../policy/withdrawal-rules";
import { ButtonLink } from "../ui/button";
import { Line, Lines, Receipt, Total } from "../ui/figures";
import { Part } from "../ui/layout";
import { Stamp } from "../ui/stamp";

export function Hero() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-12 pb-16 lg:grid-cols-[1.25fr_1fr] lg:gap-16 lg:pb-24">
      <div>
        <h1 className="break-words font-extrabold text-hero tracking-[-0.035em]">
          {rich`Ad systems are broken. This one
            ${<span className="hero-mark">{t`prints\u00a0receipts.`}</span>}`}
        </h1>
        <p className="mt-6 max-w-prose text-lg text-soft">
          {t`Game developers pay for clicks that nobody made. Creators are paid next to nothing for views that they earned. Fairclick reserves the budget first, judges every click, and pays for each valid one.`}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/register" search={{ role: "developer" }} variant="primary">
            {t`Join as Game Developer`}
          </ButtonLink>
          <ButtonLink to="/register" search={{ role: "creator" }}>
            {t`Join as UGC Creator`}
          </ButtonLink>
          <ButtonLink to="/campaigns" variant="quiet">
            {t`See open campaigns`}
          </ButtonLink>
        </div>
      </div>
      <DemoReceipt />
    </section>
  );
}

export function Problems() {
  return (
    <Section title={t`What is broken`}>
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2">
        <Problem
          who={t`For developers`}
          figure="$0.08+"
          meaning={t`per click, for under 3% retention`}
        >
          {t`Payouts start at $0.08+ per click for under 3% retention. What the money bought stays in a black box: how many of those clicks were bots, nobody can show you. Here retention is measured, not promised: how many players came back on day 1 and on day 7, per campaign and per creator.`}
        </Problem>
        <Problem who={t`For creators`} figure="≈ $50" meaning={t`for 10M views`}>
          {t`10M views are worth roughly $50. Views are paid by somebody else's formula, weeks later, and no creator can check the sum.`}
        </Problem>
      </div>
    </Section>
  );
}

type ProblemProps = { who: string; figure: string; meaning: string; children: ReactNode };

function Problem({ who, figure, meaning, children }: ProblemProps) {
  return (
    <div>
      <h3 className="mb-3 text-lg">{who}</h3>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <span className="font-bold font-figures text-3xl">{figure}</span>
        <span className="text-soft">{meaning}</span>
      </p>
      <p className="max-w-prose">{children}</p>
    </div>
  );
}

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
    text: t`Every click is judged ${judgingTime(windowSeconds)} after it happened. Valid ones are in the creator's earnings at once; the others say why they are not.`,
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

/** What lies between a valid click and a bank account, before anybody has earned one. */
export function WayToBank() {
  return (
    <Section title={t`From earnings to your bank`}>
      <div className="max-w-prose space-y-4">
        <p>{t`Earnings can leave as soon as nothing keeps them. Your wallet shows what waits, why, and until when.`}</p>
        <WithdrawalRules />
        <p>{t`Withdrawals go through Stripe and may take 2-3 business days.`}</p>
      </div>
    </Section>
  );
}

export function LinkTracking() {
  return (
    <Section title={t`Redirect link tracking`}>
      <div className="grid items-start gap-10 md:grid-cols-2">
        <div className="max-w-prose space-y-4">
          <p>
            {t`Each creator has a link of their own for each campaign. A visitor who follows it is redirected to the game at once; the click is stored first.`}
          </p>
          <p>{t`Clicks are logged with IP, timestamp, referrer and user agent.`}</p>
          <p>
            {t`Developers can disable links: one switch, and a link stops within a second, without touching the others.`}
          </p>
        </div>
        <Receipt>
          <p className="mb-3 font-bold">{t`One click, as it is logged`}</p>
          <Lines className="text-sm">
            <Line label="IP">203.0.113.24</Line>
            <Line label={t`Timestamp`}>16:04:07.412</Line>
            <Line label={t`Referrer`}>tiktok.com</Line>
            <Line label={t`User agent`}>Mobile Safari 26</Line>
            <Line label={t`Verdict`}>
              <Stamp verdict="valid" />
            </Line>
            <Line label={t`Paid`}>$0.0015</Line>
          </Lines>
        </Receipt>
      </div>
    </Section>
  );
}

export function BotDetection() {
  return (
    <Section title={t`Bot detection`}>
      <p className="mb-8 max-w-prose">
        {t`Bot protection uses per-IP and per-device rate limits, headless-browser detection and hidden honeypot elements. These are the rules that judge clicks on this server right now.`}
      </p>
      <RuleTable />
      <RuleTrials />
    </Section>
  );
}

type DemoClick = { at: string; visitor: string; verdict: FinalVerdict; reason?: string };

const demoClicks = (burstClicks: number): DemoClick[] => [
  { at: "16:04:07", visitor: "iPhone, TikTok", verdict: "valid" },
  { at: "16:04:09", visitor: t`Android, Discord`, verdict: "valid" },
  { at: "16:04:11", visitor: "HeadlessChrome", verdict: "invalid", reason: "headless" },
  { at: "16:04:15", visitor: t`Windows, YouTube`, verdict: "valid" },
  { at: "16:04:20", visitor: "python-requests", verdict: "invalid", reason: "bot" },
  {
    at: "16:04:22",
    visitor: plural(burstClicks, "# click, one IP", "# clicks, one IP"),
    verdict: "invalid",
    reason: t`burst`,
  },
  { at: "16:04:51", visitor: t`Mac, VPN exit`, verdict: "held", reason: "VPN" },
];

/** Animated example: clicks arrive as pending and then get their verdicts. */
function DemoReceipt() {
  const clicks = demoClicks(usePolicyNumbers().burstClicks);
  return (
    <figure className="mx-auto w-full max-w-100 lg:rotate-1">
      <Receipt>
        <figcaption className="mb-4 text-center">
          <p className="font-bold text-lg">{t`Tower of Slime`}</p>
          <p className="text-sm text-soft">{t`Example: one minute of one link`}</p>
        </figcaption>
        <ol className="space-y-2 py-3 perforation">
          {clicks.map((click) => (
            <li
              key={click.at}
              className="demo-click flex items-center justify-between gap-3 text-sm"
            >
              <span className="min-w-0">
                <span className="font-figures">{click.at}</span>{" "}
                <span className="block text-soft">{click.visitor}</span>
              </span>
              <span className="grid justify-items-end text-right *:col-start-1 *:row-start-1">
                <span aria-hidden="true" className="demo-pending">
                  <Stamp verdict="pending" />
                </span>
                <span className="demo-verdict">
                  <Stamp
                    verdict={click.verdict}
                    {...(click.reason ? { reason: click.reason } : {})}
                  />
                </span>
              </span>
            </li>
          ))}
        </ol>
        <dl>
          <Total label={t`3 valid × $0.0015`}>$0.0045</Total>
          <div className="line mt-1 text-sm">
            <dt>{t`1,000 valid clicks`}</dt>
            <dd>$1.50</dd>
          </div>
        </dl>
      </Receipt>
    </figure>
  );
}

/** Rounded time from a click to its verdict. */
export function judgingTime(windowSeconds: number): string {
  if (windowSeconds < 50) return plural(windowSeconds, "about # second", "about # seconds");
  const minutes = Math.round(windowSeconds / 60);
  return minutes === 1 ? t`about a minute` : plural(minutes, "about # minute", "about # minutes");
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-rule border-t-2 border-dashed py-14 lg:py-20">
      <h2 className="mb-8 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

const Rules = lazy(async () => ({ default: (await import("../policy/rules")).Rules }));

/** Every rule in force and the verdict that it leads to. */
function RuleTable() {
  return (
    <Part
      loading={t`Loading the rules`}
      failure={t`The rules could not be loaded.`}
      className="min-h-dvh"
    >
      <Rules />
    </Part>
  );
}

const TrialTable = lazy(async () => ({
  default: (await import("../policy/trial-table")).TrialTable,
}));

function RuleTrials() {
  return (
    <Part
      loading={t`Loading the figures`}
      failure={t`The figures could not be loaded.`}
      className="min-h-dvh"
    >
      <TrialTable />
    </Part>
  );
}
