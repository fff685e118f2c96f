import { lazy } from "react";
import { Part } from "../ui/part";

const TrialTable = lazy(async () => ({ default: (await import("./trial-table")).TrialTable }));

export function RuleTrials() {
  return (
    <Part
      loading="Loading the figures"
      failure="The figures could not be loaded."
      className="min-h-dvh"
    >
      <TrialTable />
    </Part>
  );
}
