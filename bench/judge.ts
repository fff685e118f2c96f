import { judgeFixtures } from "./judge/judge-fixtures";
import { printTable } from "./report/print-table";

const classes = judgeFixtures();
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
for (const { name, wrong } of classes) {
  for (const { userAgent, reason } of wrong) {
    console.log(`${name}: ${reason ?? "not refused"}: ${userAgent}`);
  }
}
