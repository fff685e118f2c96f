import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createProgramDocument } from "@fairclick/api/app";
import { plugin } from "bun";
import openapiFetch from "openapi-fetch/package.json" with { type: "json" };
import ts from "typescript-6";

/** openapi-typescript needs the API of a compiler that is written in JavaScript. */
plugin({
  name: "typescript-6 as typescript",
  setup: (build) => {
    build.module("typescript", () => ({ loader: "object", exports: { default: ts, ...ts } }));
  },
});

const readme = Bun.file(join(import.meta.dirname, "client", "README.md"));

const program = `import createClient from "openapi-fetch";

export function createFairclick({ url, key }) {
  return createClient({ baseUrl: url, headers: { authorization: \`Bearer \${key}\` } });
}
`;

const declarations = `import type { Client } from "openapi-fetch";
import type { paths } from "./schema.js";

export type { paths } from "./schema.js";

export type FairclickOptions = {
  /** Address of the marketplace, \`https://fairclick.example\`. */
  url: string;
  /** An API key, \`fck_…\`, or a campaign's key, \`fcc_…\`. */
  key: string;
};

/** Creates a client. Its calls return \`data\`, or \`error\` with a \`code\` and a \`message\`. */
export declare function createFairclick(options: FairclickOptions): Client<paths>;
`;

/** Builds the typed client for programs of developers and creators, as a package for npm. */
async function buildClient(folder: string): Promise<void> {
  const { default: openapiTypes, astToString } = await import("openapi-typescript");
  const document = createProgramDocument();
  const types = astToString(await openapiTypes(JSON.stringify(document)));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, "schema.d.ts"), types);
  await Bun.write(join(folder, "index.js"), program);
  await Bun.write(join(folder, "index.d.ts"), declarations);
  await Bun.write(join(folder, "README.md"), readme);
  const manifest = {
    name: "fairclick-client",
    version: `${document.info.version}.0.0`,
    description: "Typed client of the Fairclick API",
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    files: ["index.js", "index.d.ts", "schema.d.ts"],
    dependencies: { "openapi-fetch": openapiFetch.version },
  };
  await Bun.write(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "..", "dist", "client"));
await buildClient(folder);
console.log(`The client was built: ${folder}`);
