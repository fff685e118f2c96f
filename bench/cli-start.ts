import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine } from "./report/describe-machine";
import { printTable } from "./report/print-table";
import { computeSpread, show } from "./report/statistics";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "fairclick-cli-start-"));

type Start = { cpuSeconds: number; wallSeconds: number; mebibytes: number };

function start(command: string[]): Start {
  const startedAt = performance.now();
  const { exitCode, resourceUsage, stderr } = Bun.spawnSync(command, { stdout: "ignore" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed: ${stderr}`);
  return {
    cpuSeconds: Number(resourceUsage.cpuTime.total) / 1e6,
    wallSeconds: (performance.now() - startedAt) / 1000,
    mebibytes: resourceUsage.maxRSS / 2 ** 20,
  };
}

/** Compares the built program with the least that an executable made by Bun can need. */
function benchStart(): void {
  const empty = join(folder, "empty");
  const fairclick = join(folder, "fairclick");
  writeFileSync(`${empty}.ts`, "");
  start([process.execPath, "build", "--compile", `${empty}.ts`, "--outfile", empty]);
  start([process.execPath, join(import.meta.dirname, "..", "dev", "build-cli.ts"), fairclick]);
  const programs: [string, string[]][] = [
    ["an empty program", [empty]],
    ["fairclick --help", [fairclick, "--help"]],
  ];
  const starts = programs.map((): Start[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, command]] of programs.entries()) starts[index]?.push(start(command));
  }
  console.log(`\n${describeMachine()}; ${rounds} alternating rounds, median (least–most)\n`);
  printTable(
    ["program", "processor s", "wall s", "peak MiB"],
    programs.map(([name], index) => {
      const column = (of: (each: Start) => number) => computeSpread((starts[index] ?? []).map(of));
      return [
        name,
        show(
          column(({ cpuSeconds }) => cpuSeconds),
          3,
        ),
        show(
          column(({ wallSeconds }) => wallSeconds),
          3,
        ),
        show(
          column(({ mebibytes }) => mebibytes),
          0,
        ),
      ];
    }),
  );
}

try {
  benchStart();
} finally {
  rmSync(folder, { recursive: true });
}
