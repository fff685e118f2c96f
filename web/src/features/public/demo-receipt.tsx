import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import { plural, t } from "@fairclick/core/language/t";
import { usePolicyNumbers } from "../../policy/use-policy-numbers";
import { Stamp } from "../../ui/clicks/stamp";
import { Receipt, Total } from "../../ui/receipt";

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
export function DemoReceipt() {
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
