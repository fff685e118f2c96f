import { t } from "@fairclick/core/language/t";
import { lazy } from "react";
import { Part } from "../ui/layout";

const Rules = lazy(async () => ({ default: (await import("./rules")).Rules }));

/** Every rule in force and the verdict that it leads to. */
export function RuleTable() {
  return (
    <Part
      loading={t`Loading the rules`}
      failure={t`The rules could not be loaded.`}
      className="min-h-dvh"
    >
      <Rules />
    </Part>
  );
}

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
