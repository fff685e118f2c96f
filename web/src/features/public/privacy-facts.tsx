import { t } from "@fairclick/core/language/t";
import type { Privacy } from "@fairclick/core/operations/privacy";
import { Link } from "@tanstack/react-router";
import { rich } from "../../language/rich";
import { Failure } from "../../ui/notices";

const placeNames: Record<Privacy["storage"][number]["place"], string> = {
  cookie: t`cookie`,
  "local storage": t`local storage`,
  "session storage": t`session storage`,
};

type Facts = { privacy: Privacy | undefined; failed: boolean; onRetry: () => void };

export function Controller({ privacy, failed, onRetry }: Facts) {
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

export function Retention({ privacy }: Facts) {
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

export function Storage({ privacy }: Facts) {
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
