import { parseArgs } from "node:util";
import { type Judged, judgeFixtures } from "./judge/judge-fixtures";
import { printTable } from "./report/print-table";

const { values } = parseArgs({ options: { without: { type: "string" } } });
if (values.without) console.log(`Without ${values.without}: it is only noted.\n`);

const known = judgeFixtures("fixtures", values.without);
console.log("Fixtures that the rules were written with:\n");
printClasses(known);
for (const { name, wrong } of known) {
  for (const { userAgent, reason } of wrong) {
    console.log(`${name}: ${reason ?? "not invalid"}: ${userAgent}`);
  }
}

console.log("\nHeld-out fixtures, not used to write rules:\n");
printClasses(judgeFixtures("held-out", values.without));

function printClasses(classes: Judged[]): void {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const all = [true, false].map((isInvalid) => {
    const own = classes.filter((each) => each.isInvalid === isInvalid);
    const requests = own.reduce((sum, each) => sum + each.requests, 0);
    return {
      name: isInvalid ? "all programs" : "all people",
      ...{ isInvalid, requests, wrong: own.flatMap(({ wrong }) => wrong) },
    };
  });
  printTable(
    ["Class", "Requests", "Recall", "Wrongly invalid"],
    [...classes, ...all].map(({ name, isInvalid, requests, wrong }) => [
      name,
      String(requests),
      isInvalid ? percent(requests - wrong.length, requests) : "",
      isInvalid ? "" : percent(wrong.length, requests),
    ]),
  );
}
