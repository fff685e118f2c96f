import { t } from "@fairclick/core/language/t";
import { lazy } from "react";
import { Part } from "../ui/part";

const TrialTable = lazy(async () => ({ default: (await import("./trial-table")).TrialTable }));

export function RuleTrials() {
  return (
    <Part
      loading={t`Loading the figures`}
      failure={t`The figures could not be loaded.`}
      className="min-h-dvh"
    >
      <TrialTable />
    </Part>
  );
}
