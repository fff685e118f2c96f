import { compileDestination, TEST_CLICK_ID } from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { rich } from "../../../language/rich";
import { buttonClass } from "../../../ui/button";
import { writeClickIdGuide } from "./click-id-guide";
import type { Wizard } from "./use-wizard";

/** Any phone's user agent: it decides which link Roblox games get. */
const PHONE = "iPhone";

/** Shows the address that a visitor gets for the typed game URL, and opens it. Empty until the URL is valid. */
export function GameLinkCheck({ wizard }: { wizard: Wizard }) {
  const typed = useWatch({ control: wizard.form.control, name: "gameUrl" });
  const parsed = gameUrlSchema.safeParse(typed);
  if (!parsed.success) return null;
  const guide = writeClickIdGuide(parsed.data);
  const write = compileDestination(parsed.data);
  const computer = write(TEST_CLICK_ID);
  const phone = write(TEST_CLICK_ID, PHONE);
  return (
    <section
      aria-label={t`Where a click leads`}
      className={`space-y-3 border-2 p-4 text-sm ${guide.isCarried ? "border-rule" : "border-held"}`}
    >
      <p>{guide.text}</p>
      <dl className="space-y-2">
        <Address
          label={phone === computer ? t`A visitor's address` : t`On a computer`}
          url={computer}
        />
        {phone === computer ? null : <Address label={t`On a phone`} url={phone} />}
      </dl>
      <a
        href={write(TEST_CLICK_ID, navigator.userAgent)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass()}
      >
        {t`Try it`}
      </a>
      {guide.isCarried ? (
        <p className="text-soft">
          {rich`The sample id is ${<code>{TEST_CLICK_ID}</code>}. A report with it shows as a test on your campaign's page, and counts nowhere.`}
        </p>
      ) : null}
      {guide.code ? <Code text={guide.code} /> : null}
    </section>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div>
      <dt className="font-semibold">{label}</dt>
      <dd className="break-all font-figures">{url}</dd>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Where the game reads it`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll it otherwise */}
      <pre tabIndex={0} className="overflow-auto border-2 border-rule bg-bar p-3">
        <code className="font-figures">{text}</code>
      </pre>
      <p className="text-soft">
        {t`After the launch, your campaign's page has the complete code that reports players.`}
      </p>
    </details>
  );
}
