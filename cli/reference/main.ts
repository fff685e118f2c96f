import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeCommands } from "./describe-commands";

writeFileSync(join(import.meta.dirname, "../../docs/cli.md"), describeCommands());
