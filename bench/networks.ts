import { parseArgs } from "node:util";
import { benchNetworks } from "./networks/bench-networks";

const { values, positionals } = parseArgs({
  options: { addresses: { type: "string", default: "20000" } },
  allowPositionals: true,
});
const [folder] = positionals;
if (!folder) {
  console.error(
    "Usage: bun bench/networks.ts FOLDER [--addresses N]\nThe folder has lists named relay-*, tor-*, cloud-*, datacenter-* and vpn-*, people's addresses named people-*, and AS tables named asn-*.csv or asn-*.tsv.",
  );
  process.exit(2);
}
await benchNetworks({ folder, addresses: Number(values.addresses) });
