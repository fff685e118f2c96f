import { t } from "@fairclick/core/language/t";
import { RuleTable } from "../../policy/rule-table";
import { RuleTrials } from "../../policy/rule-trials";
import { Section } from "./section";

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
