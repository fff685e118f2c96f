/** @jsxImportSource hono/jsx */
import { ADULT_AGE, MIN_AGE, TERMS_DATE, TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { formatUtcDay, t } from "@fairclick/core/language/t";
import type { Privacy } from "@fairclick/core/operations/privacy";
import type { FC } from "hono/jsx";
import { type PageView, publicLink, rich, Sentences, TextPage } from "./frame";
import type { PublicPolicy } from "./rules";

type TermsProps = { view: PageView; policy: Pick<PublicPolicy, "money" | "withdrawals"> };

export const TermsPage: FC<TermsProps> = ({ view, policy: { money, withdrawals } }) => (
  <TextPage view={view} title={t`Terms`}>
    <p class="text-soft">{t`Version ${TERMS_VERSION}, ${formatUtcDay(TERMS_DATE)}`}</p>
    <h2>{t`What Fairclick does`}</h2>
    <p>
      {t`Developers launch campaigns with a budget and a payout per click. Creators join campaigns and share links. Fairclick judges each click and pays the creator for each valid one out of the campaign's reserved budget.`}
    </p>
    <h2>{t`Budgets`}</h2>
    <p>
      {t`A campaign's budget is reserved from the developer's wallet before it can be joined. When the campaign ends, the unspent rest returns to the wallet.`}
    </p>
    <h2>{t`Prices and fee`}</h2>
    <p>
      {t`A developer can raise the price of a click at once, and lower it 24 hours after creators were shown the new price. Each click pays the price of its time.`}
    </p>
    <Sentences of={money.campaign} />
    <h2>{t`Clicks`}</h2>
    <p>
      {rich`Clicks are judged by ${<a href={publicLink(view, "/rules")}>{t`published rules`}</a>}. Clicking on your own links, by hand or by machine, earns nothing, and the account can be suspended. A click that was paid by mistake or through abuse can be reversed.`}
    </p>
    <h2>{t`Payments`}</h2>
    <p>
      {t`Payments run in test mode: no real money moves. Deposits and withdrawals go through Stripe and are subject to its terms as well.`}
    </p>
    <Sentences of={money.deposit} />
    <h2 id="refunds">{t`Refunds`}</h2>
    <Sentences of={money.refund} />
    <h2 id="withdrawals">{t`Withdrawals`}</h2>
    <p>{t`Withdrawals are sent to the bank account that you have set up with Stripe.`}</p>
    <Sentences of={[...money.withdrawal, ...withdrawals.rules]} />
    <h2>{t`Accounts`}</h2>
    <p>
      {t`You have to be at least ${MIN_AGE} years old. If you are younger than ${ADULT_AGE}, you can join campaigns and earn, but money is paid out to a parent or guardian only, into an account in their name. Without one it is kept until you are ${ADULT_AGE}. One person has one account. Accounts that abuse the marketplace are suspended; they keep the money that valid clicks have earned.`}
    </p>
  </TextPage>
);

const placeNames: Record<Privacy["storage"][number]["place"], () => string> = {
  cookie: () => t`cookie`,
  "local storage": () => t`local storage`,
  "session storage": () => t`session storage`,
};

/** Names, periods and stored items come from the server's settings. */
export const PrivacyPage: FC<{ view: PageView; privacy: Privacy }> = ({ view, privacy }) => (
  <TextPage view={view} title={t`Privacy`}>
    <h2>{t`Who is responsible`}</h2>
    <Controller {...privacy.controller} />
    <h2>{t`When you follow a link`}</h2>
    <p>
      {t`We log the click's time, IP address, referrer and user agent, and set one first-party cookie with a random value, so that the same device is not counted twice. We use them to tell people from machines and to pay for valid clicks, for nothing else. The game may report that you arrived and came back, with its own id of you; we keep a keyed hash of that id as long as the click's address. We do this because creators and developers have a legitimate interest in paying for people only (Article 6(1)(f) GDPR).`}
    </p>
    <h2>{t`When you have an account`}</h2>
    <p>
      {t`We keep your username, e-mail address and, unless you sign in with Google only, a hash of your password, because we cannot fulfil our contract with you without them (Article 6(1)(b)). Addresses and devices from which you sign in are remembered for a few days, so that nobody is paid for their own clicks, and a device that is new to your account is reported to you: our legitimate interest and yours. Your session token is kept in your browser's storage; for each session we keep which browser it belongs to, until it ends, so that you can see on your profile where you are signed in.`}
    </p>
    <p>
      {t`If you say that you are under 18, we keep that, and when you confirmed that the payout account is a parent's or guardian's: without it nobody can be paid for you. Both are deleted with your account. We do not ask when you were born.`}
    </p>
    <h2>{t`When money moves`}</h2>
    <p>
      {t`Payments are handled by Stripe, which receives what it needs for them. We keep amounts, times and Stripe's ids: for the contract, and because the law requires books (Article 6(1)(c)). After your account is deleted they stay, without your name, your email address and your ids at Stripe, except the payout account of each withdrawal.`}
    </p>
    <h2>{t`Mails`}</h2>
    <p>
      {t`We mail you what you need to know for the safety of your account and your money. All other mails can be switched off on your profile and in the mail itself.`}
    </p>
    <h2>{t`Who sees what`}</h2>
    <p>
      {t`Creators and developers see how many clicks got which verdict and why, never a visitor's address. The people who run this marketplace see the evidence for a verdict.`}
    </p>
    <h2>{t`How long we keep it`}</h2>
    <dl class="space-y-3">
      {privacy.retention.map(({ what, kept }) => (
        <div class="gap-6 sm:grid sm:grid-cols-[3fr_2fr]">
          <dt>{what}</dt>
          <dd class="text-soft sm:text-right">{kept}</dd>
        </div>
      ))}
    </dl>
    <h2>{t`What is stored in your browser`}</h2>
    <p>
      {t`These pages load nothing from third parties, show no advertisements and follow nobody across websites. This is everything that they store; each item is needed for what you asked for or to keep clicks honest:`}
    </p>
    <ul class="list-disc space-y-2 pl-5">
      {privacy.storage.map(({ name, place, when, kept, purpose }) => (
        <li>
          {rich`${<code class="break-all">{name}</code>} (${placeNames[place]()}, ${kept}), when ${when}.
            ${purpose}`}
        </li>
      ))}
    </ul>
    <h2>{t`Your rights`}</h2>
    <p>
      {rich`You can see and download everything that we have about your account, correct it, and
        delete it with the account: all three are on your
        ${<a href="/app/profile">{t`profile`}</a>}. You can object to what we do for a
        legitimate interest, ask us to restrict it, and complain to the data protection authority
        of your country. ${<a href="/contact">{t`Write to us`}</a>}; you need no account for
        it.`}
    </p>
  </TextPage>
);

const Controller: FC<Privacy["controller"]> = ({ name, address, contact }) => {
  const page = <a href="/contact">{t`contact page`}</a>;
  if (!name) {
    return (
      <p>
        {rich`The people who run this marketplace have not entered their name yet. How you reach them
          is on the ${page}.`}
      </p>
    );
  }
  return (
    <p class="break-words">
      {rich`${[name, address, contact].filter(Boolean).join(", ")}. You also reach us through the
        ${page}.`}
    </p>
  );
};
