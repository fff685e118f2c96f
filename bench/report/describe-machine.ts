import { cpus, loadavg, totalmem } from "node:os";

/** Describes the machine and its current load, for the heading of a report. */
export function describeMachine(): string {
  const processors = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const [lastMinute = 0] = loadavg();
  return [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}`,
    `${memory} GB`,
    `${process.platform} ${process.arch}`,
    `Bun ${Bun.version}`,
    `load average ${lastMinute.toFixed(1)}`,
  ].join(", ");
}
