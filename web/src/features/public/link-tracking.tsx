import { Stamp } from "../../ui/clicks/stamp";
import { Line, Lines, Receipt } from "../../ui/receipt";
import { Section } from "./section";

export function LinkTracking() {
  return (
    <Section title="Redirect link tracking">
      <div className="grid items-start gap-10 md:grid-cols-2">
        <div className="max-w-prose space-y-4">
          <p>
            Each creator has a link of their own for each campaign. A visitor who follows it is
            redirected to the game at once; the click is stored first.
          </p>
          <p>Clicks are logged with IP, timestamp, referrer and user agent.</p>
          <p>
            Developers can disable links: one switch, and a link stops within a second, without
            touching the others.
          </p>
        </div>
        <Receipt>
          <p className="mb-3 font-bold">One click, as it is logged</p>
          <Lines className="text-sm">
            <Line label="IP">203.0.113.24</Line>
            <Line label="Timestamp">16:04:07.412</Line>
            <Line label="Referrer">tiktok.com</Line>
            <Line label="User agent">Mobile Safari 26</Line>
            <Line label="Verdict">
              <Stamp verdict="valid" />
            </Line>
            <Line label="Paid">$0.0015</Line>
          </Lines>
        </Receipt>
      </div>
    </Section>
  );
}
