import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "@fairclick/api/testing/people";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { afterAll, expect, it } from "vitest";

const app = await createTestApp();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "fairclick-client-"));
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const packages = join(folder, "node_modules");
const client = join(packages, "fairclick-client");
const built = Bun.spawnSync([process.execPath, "dev/build-client.ts", client], { cwd: root });
if (!built.success) throw new Error(`The client could not be built: ${built.stderr}`);
mkdirSync(join(packages, "@types"), { recursive: true });
symlinkSync(join(root, "dev/node_modules/openapi-fetch"), join(packages, "openapi-fetch"));

const { developer } = await launch(app);
const key = await app.call("POST", "/api/keys", {
  token: developer.token,
  json: { name: "Reader", scopes: ["read"] },
});

const readme = await Bun.file(join(client, "README.md")).text();
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);

const resolutions = {
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"],
  nodenext: ["--module", "nodenext", "--moduleResolution", "nodenext"],
};

/** Returns the compiler's complaints about a program that uses the client. */
async function complaints(
  name: string,
  code: string,
  resolution: keyof typeof resolutions = "bundler",
): Promise<string> {
  await Bun.write(join(folder, name), code);
  await Bun.write(
    join(folder, "env.d.ts"),
    "declare const process: { env: Record<string, string | undefined> };",
  );
  const options = ["--noEmit", "--strict", ...resolutions[resolution]];
  const flags = [
    ...options,
    "--target",
    "esnext",
    "--lib",
    "esnext,dom,dom.iterable",
    "--types",
    "",
  ];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const run = Bun.spawnSync([process.execPath, tsc, ...flags, name, "env.d.ts"], { cwd: folder });
  return run.stdout.toString();
}

function runProgram(name: string) {
  const FAIRCLICK_URL = `http://127.0.0.1:${server.port}`;
  const env = { FAIRCLICK_URL, FAIRCLICK_KEY: key.json.data.token };
  return Bun.spawn([process.execPath, name], { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
}

it("is a package with a version, and no route of operators", async () => {
  const manifest = await Bun.file(join(client, "package.json")).json();
  expect(manifest).toMatchObject({ name: "fairclick-client", version: "1.0.0", type: "module" });
  const types = await Bun.file(join(client, "schema.d.ts")).text();
  expect(types).toContain('"/api/webhooks"');
  expect(types).not.toContain("/api/admin/");
});

it.each(["bundler", "nodenext"] as const)(
  "accepts the three examples of its README, compiled for %s",
  async (resolution) => {
    expect(examples).toHaveLength(3);
    for (const [index, code] of examples.entries()) {
      expect(await complaints(`example-${index}.mts`, code, resolution)).toBe("");
    }
  },
);

it("refuses an unknown path, a missing field and a wrong type", async () => {
  const wrong = `import { createFairclick } from "fairclick-client";
const client = createFairclick({ url: "", key: "" });
await client.GET("/api/nothing");
await client.POST("/api/webhooks", { body: { url: "https://game.example" } });
const { data } = await client.GET("/api/campaigns/my-campaigns");
export const name: number | undefined = data?.data[0]?.name;
`;
  const found = (await complaints("wrong.ts", wrong)).match(/^wrong\.ts\((\d+),/gm) ?? [];
  expect(found.map((place) => place.replace(",", ""))).toEqual(
    expect.arrayContaining(["wrong.ts(3", "wrong.ts(4", "wrong.ts(6"]),
  );
});

it("reads the campaigns of a running marketplace with a key", async () => {
  await Bun.write(join(folder, "read.ts"), examples[0] ?? "");
  const run = runProgram("read.ts");
  const [out, exitCode] = [await new Response(run.stdout).text(), await run.exited];
  expect([exitCode, out.trim().split("\n")]).toEqual([0, [expect.stringMatching(/ ACTIVE$/)]]);
});
