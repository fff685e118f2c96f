/** A process for a test to kill: reports sums again and again, one minute later each time. */
import { connect } from "@fairclick/sql/db/client";
import { systemCtx } from "../../testing/system-ctx";
import { reportSums } from "../webhooks";

const [url = "", from = ""] = process.argv.slice(2);
const db = connect(url, { max: 1, maxTransactions: 1 });
process.stdout.write("reporting\n");
for (let at = Number(from); ; at += 60_000) {
  await reportSums(systemCtx(db, () => new Date(at)));
}
