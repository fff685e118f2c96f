/** A process for a test to kill: settles the clicks of a shard in small batches, as a worker does. */
import { connect } from "@fairclick/sql/db/client";
import { systemCtx } from "../../testing/system-ctx";
import { settleClicks } from "../settle-clicks";

const [url = "", batchSize = "1", shard = "0", shards = "1"] = process.argv.slice(2);
const db = connect(url, { max: 1, maxTransactions: 1 });
process.stdout.write("settling\n");
await settleClicks(systemCtx(db), {
  watermark: new Date(),
  windowSeconds: 60,
  shard: Number(shard),
  shards: Number(shards),
  batchSize: Number(batchSize),
});
await db.end();
