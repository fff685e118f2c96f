import { useRules } from "./policy-query";

export function RuleTable() {
  const { burstClicks, windowSeconds } = useRules();
  return (
    <p>
      {burstClicks} {windowSeconds}
    </p>
  );
}
