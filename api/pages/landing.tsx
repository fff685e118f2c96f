/** @jsxImportSource hono/jsx */
import { ADULT_AGE, MIN_AGE } from "@fairclick/core/accounts/agreement";
import {
  MIN_BUDGET_CLICKS,
  RECOMMENDED_RATE_DOLLARS,
} from "@fairclick/core/campaigns/campaign-input";
import { describeWait } from "@fairclick/core/campaigns/estimates";
import { describeFee } from "@fairclick/core/campaigns/prices";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import { formatUtcDay, plural, t } from "@fairclick/core/language/t";
import type { FirstWaits } from "@fairclick/core/money/holds";
import { describePayoutCountries } from "@fairclick/core/money/payout-countries";
import type { Child, FC, PropsWithChildren } from "hono/jsx";
import type { presentListedCampaign } from "../campaigns/campaigns";
import {
  ButtonLink,
  Cover,
  Frame,
  Lines,
  type PageView,
  Price,
  publicLink,
  Receipt,
  rich,
  Stamp,
  TextLine,
} from "./frame";

export type Listed = ReturnType<typeof presentListedCampaign>;

export type LandingFacts = {
  /** Empty if none is open, or if they could not be read. */
  games: readonly Listed[];
  windowSeconds: number;
  burstClicks: number;
  feeBasisPoints: number;
  firstWaits: FirstWaits;
  minimums: string;
  now: Date;
};

/** The landing page. Its claims are the specification's; figures are this server's. */
export const Landing: FC<{ view: PageView; facts: LandingFacts }> = ({ view, facts }) => (
  <Frame view={view}>
    <Hero facts={facts} />
    {facts.games.length > 0 ? <Games view={view} games={facts.games} /> : null}
    <Section title={t`What is broken`}>
      <div class="grid gap-x-16 gap-y-6 md:grid-cols-2">
        <Point title={t`For creators`} figure="≈ $50">
          {t`10M views are worth roughly $50. Nobody can check the sum.`}
        </Point>
        <Point title={t`For developers`} figure="$0.08+">
          {t`Payouts start at $0.08+ per click for under 3% retention. How many were bots stays secret.`}
        </Point>
      </div>
    </Section>
    <Section title={t`How it works`}>
      <ol class="receipt-shadow grid bg-paper md:grid-cols-3">
        {describeSteps(facts.windowSeconds).map(([title, text], index) => (
          <li class="flex gap-4 border-rule border-dashed p-5 not-first:border-t-2 md:not-first:border-t-0 md:not-first:border-l-2">
            <span aria-hidden="true" class="font-bold font-figures text-2xl">
              {index + 1}
            </span>
            <div>
              <h3 class="text-lg">{title}</h3>
              <p class="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
    <Section title={t`Checked, click by click`}>
      <div class="grid gap-x-16 gap-y-6 md:grid-cols-2">
        <Point title={t`Redirect link tracking`}>
          {t`Clicks are logged with IP, timestamp, referrer and user agent. Developers can disable links.`}
        </Point>
        <Point title={t`Bot detection`}>
          {rich`Bot protection uses per-IP and per-device rate limits, headless-browser detection and hidden honeypot elements. ${<a href={publicLink(view, "/rules")}>{t`The rules, and what they miss`}</a>}`}
        </Point>
      </div>
    </Section>
    <div class="gap-x-16 md:grid md:grid-cols-2">
      <Section title={t`How it pays`}>
        <WayToBank facts={facts} />
      </Section>
      <Section title={t`Two questions`}>
        <div class="grid gap-y-6">
          <Point title={t`What does it cost?`}>
            {t`Creators pay nothing.`}{" "}
            {t`Developers pay per valid click, usually $${RECOMMENDED_RATE_DOLLARS.toFixed(2)} per 1,000, from a budget of at least ${Number(MIN_BUDGET_CLICKS)} clicks; what is not spent returns to their wallet.`}{" "}
            {describeFee(facts.feeBasisPoints)}
          </Point>
          <Point title={t`How old must I be?`}>
            {t`${MIN_AGE}. Under ${ADULT_AGE}, a parent or guardian is paid for you.`}
          </Point>
        </div>
        <ButtonLink href="/register?role=creator" variant="primary" class="mt-10">
          {t`Get your link`}
        </ButtonLink>
      </Section>
    </div>
  </Frame>
);

const Hero: FC<{ facts: LandingFacts }> = ({ facts }) => (
  <section class="grid grid-cols-[minmax(0,1fr)] items-center gap-8 pb-10 lg:grid-cols-[1.25fr_1fr] lg:gap-16 lg:pb-20">
    <div>
      <h1 class="break-words font-extrabold text-hero tracking-[-0.035em]">
        {rich`Ad systems are broken. This one ${<span class="hero-mark">{t`prints\u00a0receipts.`}</span>}`}
      </h1>
      <p class="mt-4 max-w-prose text-lg text-soft">
        {t`Share a game you like and get paid for every real click, with a receipt for each.`}
      </p>
      <div class="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/register?role=creator" variant="primary">
          {t`Join as UGC Creator`}
        </ButtonLink>
        <ButtonLink href="/register?role=developer">{t`Join as Game Developer`}</ButtonLink>
      </div>
    </div>
    <DemoReceipt burstClicks={facts.burstClicks} />
  </section>
);

const Games: FC<{ view: PageView; games: readonly Listed[] }> = ({ view, games }) => (
  <Section title={t`Games that pay now`}>
    <ul class="grid gap-4 md:grid-cols-3 md:gap-6">
      {games.map((game, index) => (
        <li>
          <a
            href={publicLink(view, `/campaigns/${game._id}`)}
            class="receipt-shadow flex h-full items-center gap-4 rounded-sm bg-paper p-3 no-underline hover:bg-bar md:flex-col md:items-stretch md:p-4"
          >
            <Cover
              cover={game.cover}
              sizes="(min-width: 768px) 22rem, 9rem"
              class="max-md:w-36 shrink-0"
              first={index === 0}
            />
            <span class="min-w-0">
              <span class="block break-words font-bold text-lg leading-tight">{game.name}</span>
              <span class="mt-1 block">
                <Price payoutMicros={game.payoutPerClick} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
    <ButtonLink href={publicLink(view, "/campaigns")} class="mt-6">
      {t`See open campaigns`}
    </ButtonLink>
  </Section>
);

const describeSteps = (windowSeconds: number): readonly [string, Child][] => [
  [
    t`Launch a campaign`,
    rich`A developer names the game and the price. The budget is reserved first. ${<a href="/app/campaigns/create">{t`Plan one without an account`}</a>}`,
  ],
  [t`Creators join and promote`, t`You get your own link. Post it where people watch.`],
  [
    t`Earn and track in real time`,
    t`Every click is judged about ${describeWait(windowSeconds)} after it happened.`,
  ],
];

/** When what is earned today arrives, at the latest if nothing is disputed. */
const WayToBank: FC<{ facts: LandingFacts }> = ({ facts: { firstWaits, minimums, now } }) => {
  const after = (hours: number) => formatUtcDay(new Date(now.getTime() + hours * 3_600_000));
  const { requestHours, checkHours } = firstWaits;
  return (
    <div class="space-y-6">
      <Receipt>
        <Lines>
          <TextLine label={t`You earn it`}>{t`Today`}</TextLine>
          <TextLine label={t`Yours to withdraw`}>
            {requestHours > 0 ? after(requestHours) : t`At once`}
          </TextLine>
          {checkHours > 0 ? (
            <TextLine label={t`First one checked by`}>{after(requestHours + checkHours)}</TextLine>
          ) : null}
          <TextLine label={t`Minimum`}>{minimums}</TextLine>
          <TextLine label={t`In your bank`}>{t`2-3 business days later`}</TextLine>
        </Lines>
      </Receipt>
      <p class="max-w-prose">
        {requestHours + checkHours > 0
          ? t`That is the longest way, if the developer paid by a new card today and nothing is disputed.`
          : ""}{" "}
        {describePayoutCountries()} {t`Your link's page shows every click and what it paid.`}{" "}
        {t`Test mode: no real money moves yet.`}
      </p>
    </div>
  );
};

type DemoClick = { at: string; visitor: string; verdict: FinalVerdict };

const demoClicks = (burstClicks: number): DemoClick[] => [
  { at: "16:04:07", visitor: "iPhone, TikTok", verdict: "valid" },
  { at: "16:04:09", visitor: t`Android, Discord`, verdict: "valid" },
  { at: "16:04:11", visitor: `HeadlessChrome, ${t`bot traffic`}`, verdict: "invalid" },
  { at: "16:04:15", visitor: t`Windows, YouTube`, verdict: "valid" },
  {
    at: "16:04:22",
    visitor: plural(burstClicks, "# click, one IP", "# clicks, one IP"),
    verdict: "invalid",
  },
];

/** Animated example: clicks arrive as pending and then get their verdicts. */
const DemoReceipt: FC<{ burstClicks: number }> = ({ burstClicks }) => (
  <figure class="mx-auto w-full max-w-100 lg:rotate-1">
    <Receipt>
      <figcaption class="mb-3 text-center">
        <p class="font-bold text-lg">{t`Tower of Slime`}</p>
        <p class="text-sm text-soft">{t`Example: one minute of one link`}</p>
      </figcaption>
      <ol class="space-y-2 py-3 perforation">
        {demoClicks(burstClicks).map((click) => (
          <li class="demo-click flex items-center justify-between gap-3 text-sm">
            <span class="min-w-0">
              <span class="font-figures">{click.at}</span>{" "}
              <span class="block text-soft">{click.visitor}</span>
            </span>
            <span class="grid justify-items-end text-right *:col-start-1 *:row-start-1">
              <span aria-hidden="true" class="demo-pending">
                <Stamp verdict="pending" />
              </span>
              <span class="demo-verdict">
                <Stamp verdict={click.verdict} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <dl>
        <div class="line pt-3 font-bold perforation">
          <dt>{t`3 valid × $0.0015`}</dt>
          <dd class="text-lg">
            <span class="marked">$0.0045</span>
          </dd>
        </div>
        <div class="line mt-1 text-sm">
          <dt>{t`1,000 valid clicks`}</dt>
          <dd>$1.50</dd>
        </div>
      </dl>
    </Receipt>
  </figure>
);

type SectionProps = PropsWithChildren<{ title: string }>;

const Section: FC<SectionProps> = ({ title, children }) => (
  <section class="below-fold border-rule border-t-2 border-dashed py-8 lg:py-16">
    <h2 class="mb-5 text-2xl lg:mb-8">{title}</h2>
    {children}
  </section>
);

const Point: FC<SectionProps & { figure?: string }> = ({ title, figure, children }) => (
  <div>
    <h3 class="mb-1 text-lg">{title}</h3>
    {figure === undefined ? null : <p class="font-bold font-figures text-3xl">{figure}</p>}
    <p class="max-w-prose">{children}</p>
  </div>
);
