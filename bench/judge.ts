import { type Judged, judgeFixtures } from "./judge/judge-fixtures";
import { printTable } from "./report/print-table";

const known = judgeFixtures("fixtures");
console.log("What the rules were written with:\n");
printClasses(known);
for (const { name, wrong } of known) {
  for (const { userAgent, reason } of wrong) {
    console.log(`${name}: ${reason ?? "not refused"}: ${userAgent}`);
  }
}

console.log("\nHeld out, what no rule was written with:\n");
printClasses(judgeFixtures("held-out"));

function printClasses(classes: Judged[]): void {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  printTable(
    ["Class", "Requests", "Recall", "Wrongly refused"],
    classes.map(({ name, refused, requests, wrong }) => [
      name,
      String(requests),
      refused ? percent(requests - wrong.length, requests) : "",
      refused ? "" : percent(wrong.length, requests),
    ]),
  );
}
