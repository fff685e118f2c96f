import { RuleTable } from "../../policy/rule-table";
import { RuleTrials } from "../../policy/rule-trials";
import { Section } from "./section";

export function BotDetection() {
  return (
    <Section title="Bot detection">
      <p className="mb-8 max-w-prose">
        Bot protection uses per-IP and per-device rate limits, headless-browser detection and hidden
        honeypot elements. These are the rules that judge clicks on this server right now.
      </p>
      <RuleTable />
      <h3 className="mt-12 mb-3 text-xl">How often a rule is wrong</h3>
      <p className="mb-6 max-w-prose">
        Games report who arrived and who came back on a later day, also for clicks that a rule
        refused. Programs rarely come back to play.
      </p>
      <RuleTrials />
    </Section>
  );
}
