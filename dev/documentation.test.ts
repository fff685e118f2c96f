import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { settingNames } from "@fairclick/services/config";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe("every setting", () => {
  it("has a row in the README's table", () => {
    const rows = read("README.md").match(/^\| `[A-Z][A-Z0-9_`, ]+ \|/gm) ?? [];
    const named = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    expect(named.toSorted()).toEqual(settingNames.toSorted());
  });

  it.each(["api", "worker"])(
    "is passed to the %s of compose.yaml, from .env where possible",
    (name) => {
      const { services } = composeSchema.parse(Bun.YAML.parse(read("compose.yaml")));
      const environment = services[name]?.environment ?? {};
      const imageSettings = ["LISTEN_HOST", "DATA_DIR"];
      const containerSettings = ["DATABASE_OWNER_URL", "PORT", ...imageSettings];
      expect(read("Dockerfile")).toMatch(/^ENV .*LISTEN_HOST=0\.0\.0\.0 .*DATA_DIR=\/data$/m);
      const names = Object.keys(environment);
      expect(names.filter((each) => !settingNames.includes(each))).toEqual([]);
      expect(
        settingNames.filter((each) => !names.includes(each) && !containerSettings.includes(each)),
      ).toEqual([]);
      const fixed = names.filter((each) => !environment[each]?.startsWith(`\${${each}:`));
      const composed = ["DATABASE_URL", "REDIS_URL", ...containerSettings];
      expect(fixed.filter((each) => !composed.includes(each))).toEqual([]);
    },
  );
});

it("the image contains every workspace", () => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(read("package.json"));
  const copied = read("Dockerfile").match(/(?<=^COPY )\S+(?=\/package\.json)/gm);
  expect(copied?.toSorted()).toEqual(workspaces.toSorted());
});

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ expr: z.string(), annotations: z.object({ runbook: z.string() }) }),
      ),
    }),
  ),
});

describe("alerts and dashboard", () => {
  const { groups } = rulesSchema.parse(Bun.YAML.parse(read("deploy/prometheus/alerts.yml")));
  const rules = groups.flatMap(({ rules }) => rules);

  it("has a runbook for every alert, and an alert for every runbook", () => {
    const pages = readdirSync(join(root, "docs/runbooks")).filter((name) => name !== "README.md");
    const named = new Set(rules.map(({ annotations }) => annotations.runbook));
    expect([...named].toSorted()).toEqual(pages.toSorted());
  });
});

describe("links in the documentation", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  it.each(["README.md", "SECURITY.md", ...pages])("lead to existing files in %s", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) =>
      join(root, dirname(page), target ?? ""),
    );
    expect(targets.filter((path) => !existsSync(path)).map((path) => relative(root, path))).toEqual(
      [],
    );
  });
});

it("the index of the decisions lists every decision once", () => {
  const pages = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d/.test(name));
  const listed = [...read("docs/decisions/README.md").matchAll(/^- \[(\d+)\]\((.+?)\)/gm)];
  expect(listed.map(([, , page]) => page).toSorted()).toEqual(pages.toSorted());
});

const folders = readdirSync(root).filter((name) => !/^(\.|dist$)/.test(name));
it.each([
  "README.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/operators.md",
  "docs/security.md",
  "docs/tuning.md",
])("every file that %s names exists", (page) => {
  const namesOnlyFiles = page === "docs/security.md";
  const paths = [...read(page).matchAll(/`((?:\.?[\w-]+\/)+[\w.-]*)`/g)]
    .map(([, path]) => path ?? "")
    .filter((path) => namesOnlyFiles || folders.includes(path.split("/")[0] ?? ""));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  if (namesOnlyFiles) expect(paths.length).toBeGreaterThan(80);
});
