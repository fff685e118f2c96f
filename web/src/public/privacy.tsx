import { t } from "@fairclick/core/language/t";
import type { Privacy } from "@fairclick/core/operations/privacy";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { privacyQuery } from "../queries/policy";
import { TextPage } from "../shell/text-page";
import { Failure } from "../ui/layout";

export function PrivacyPage() {
  return (
    <TextPage title={t`Privacy`}>
      <PrivacyText />
    </TextPage>
  );
}

/** Names, periods and stored items come from the server's settings. */
function PrivacyText() {
  const { data: privacy, isError, refetch } = useQuery(privacyQuery);
  const facts = { privacy, failed: isError, onRetry: () => void refetch() };
  return (
    <>
      <h2>{t`Who is responsible`}</h2>
      <Controller {...facts} />
      <h2>{t`When you follow a link`}</h2>
      <p>
        {t`We log the click's time, IP address, referrer and user agent, and set one first-party cookie with a random value, so that the same device is not counted twice. We use them to tell people from machines and to pay for valid clicks, for nothing else. The game may report that you arrived and came back, with its own id of you; we keep a keyed hash of that id as long as the click's address. We do this because creators and developers have a legitimate interest in paying for people only (Article 6(1)(f) GDPR).`}
      </p>
      <h2>{t`When you have an account`}</h2>
      <p>
        {t`We keep your username, e-mail address and, unless you sign in with Google only, a hash of your password, because we cannot fulfil our contract with you without them (Article 6(1)(b)). Addresses and devices from which you sign in are remembered for a few days, so that nobody is paid for their own clicks, and a device that is new to your account is reported to you: our legitimate interest and yours. Your session token is kept in your browser's storage; for each session we keep which browser it belongs to, until it ends, so that you can see on your profile where you are signed in.`}
      </p>
      <p>
        {t`If you are 13 to 17 years old, we keep when you confirmed that the payout account is a parent's or guardian's: without it nobody can be paid for you. It is deleted with your account.`}
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
      <Retention {...facts} />
      <h2>{t`What is stored in your browser`}</h2>
      <p>
        {t`These pages load nothing from third parties, show no advertisements and follow nobody across websites. This is everything that they store; each item is needed for what you asked for or to keep clicks honest:`}
      </p>
      <Storage {...facts} />
      <h2>{t`Your rights`}</h2>
      <p>
        {rich`You can see and download everything that we have about your account, correct it, and
          delete it with the account: all three are on your
          ${<Link to="/app/profile">{t`profile`}</Link>}. You can object to what we do for a
          legitimate interest, ask us to restrict it, and complain to the data protection authority
          of your country. ${<Link to="/contact">{t`Write to us`}</Link>}; you need no account for
          it.`}
      </p>
    </>
  );
}

const placeNames: Record<Privacy["storage"][number]["place"], string> = {
  cookie: t`cookie`,
  "local storage": t`local storage`,
  "session storage": t`session storage`,
};

type Facts = { privacy: Privacy | undefined; failed: boolean; onRetry: () => void };

function Controller({ privacy, failed, onRetry }: Facts) {
  if (failed && !privacy) {
    return <Failure message={t`This server's details could not be loaded.`} onRetry={onRetry} />;
  }
  const { name, address, contact } = privacy?.controller ?? {};
  if (!name) {
    return (
      <p>
        {rich`The people who run this marketplace have not entered their name yet. How you reach them
          is on the ${<Link to="/contact">{t`contact page`}</Link>}.`}
      </p>
    );
  }
  return (
    <p className="break-words">
      {rich`${[name, address, contact].filter(Boolean).join(", ")}. You also reach us through the
        ${<Link to="/contact">{t`contact page`}</Link>}.`}
    </p>
  );
}

function Retention({ privacy }: Facts) {
  if (!privacy) return null;
  return (
    <dl className="space-y-3">
      {privacy.retention.map(({ what, kept }) => (
        <div key={what} className="gap-6 sm:grid sm:grid-cols-[3fr_2fr]">
          <dt>{what}</dt>
          <dd className="text-soft sm:text-right">{kept}</dd>
        </div>
      ))}
    </dl>
  );
}

function Storage({ privacy }: Facts) {
  if (!privacy) return null;
  return (
    <ul className="list-disc space-y-2 pl-5">
      {privacy.storage.map(({ name, place, when, kept, purpose }) => (
        <li key={name}>
          {rich`${<code className="break-all">{name}</code>} (${placeNames[place]}, ${kept}), when ${when}.
            ${purpose}`}
        </li>
      ))}
    </ul>
  );
}
