import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRedirectMetrics } from "@fairclick/api/redirect/redirect-metrics";
import { findProgram, promtool } from "@fairclick/dev/setup/find-program";
import { exportSpool, exportVitals } from "@fairclick/services/operations/export-vitals";
import { createWorkerMetrics } from "@fairclick/worker/metrics";
import { expect, it } from "vitest";

const deploy = join(import.meta.dirname, "..", "deploy");

/** Prometheus' own tool runs it: its language decides when an alert fires. */
it("raises nothing for a healthy marketplace, and each alert for its fault", () => {
  const { status, stdout, stderr } = spawnSync(
    findProgram(promtool) ?? "",
    ["test", "rules", "alerts.test.yml"],
    {
      cwd: join(deploy, "prometheus"),
      encoding: "utf8",
    },
  );
  expect(`${stdout}${stderr}`).not.toContain("FAILED");
  expect(status).toBe(0);
});

it("alerts and dashboard name only metrics that api and worker export", () => {
  const { registry } = createWorkerMetrics();
  createRedirectMetrics(registry, { countLinks: () => 0 });
  exportSpool(registry, deploy);
  const settings = { clickWindowSeconds: 60, ipDataUrl: null };
  exportVitals(registry, () => Promise.reject(new Error("No store")), settings);
  const exported = registry.getMetricsAsArray().map(({ name }) => name);
  const texts = ["prometheus/alerts.yml", "grafana/fairclick.json"];
  const used = texts.flatMap((path) =>
    readFileSync(join(deploy, path), "utf8").match(/\bfairclick_\w+/g),
  );
  expect(used.length).toBeGreaterThan(30);
  expect([...new Set(used)].filter((name) => !exported.includes(name ?? ""))).toEqual([]);
});
