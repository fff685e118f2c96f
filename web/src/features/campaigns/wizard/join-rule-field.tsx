import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { JoinRuleChoice } from "../join-rule-choice";
import type { Wizard } from "./use-wizard";

/** Who may join the campaign; closed until somebody wants to choose. */
export function JoinRuleField({ wizard }: { wizard: Wizard }) {
  const chosen = useWatch({ control: wizard.form.control, name: "whoMayJoin" });
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Who may join (optional)`}</summary>
      <p className="mb-3 text-sm text-soft">
        {t`You can change this at any time. Creators who have joined stay.`}
      </p>
      <JoinRuleChoice chosen={chosen || "everybody"} onChange={wizard.chooseJoinRule} />
    </details>
  );
}
