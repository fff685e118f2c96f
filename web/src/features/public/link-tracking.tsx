import { t } from "@fairclick/core/language/t";
import { Stamp } from "../../ui/clicks/stamp";
import { Line, Lines, Receipt } from "../../ui/receipt";
import { Section } from "./section";

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
