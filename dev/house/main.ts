import { readFigures, readLimits } from "./read-figures";

const limits = readLimits();
for (const [name, figure] of Object.entries(readFigures())) {
  const limit = limits[name];
  const left = limit === undefined ? "no limit" : `at most ${limit}`;
  console.log(`${String(figure).padStart(8)}  ${name} (${left})`);
}
