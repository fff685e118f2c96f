import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { costs, targetLimits } from "@fairclick/core/accounts/limits";
import { asId, type UserId } from "@fairclick/core/ids";
import { limitNetwork } from "@fairclick/services/accounts/limits";
import { deleteCovers } from "@fairclick/services/campaigns/covers";
import { makeBomb, makePhoto, makePng } from "@fairclick/services/campaigns/testing/images";
import { deleteAccount } from "@fairclick/services/money/close-account";
import { afterAll, describe, expect, it } from "vitest";
import { campaignInput, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const dataDir = mkdtempSync(join(tmpdir(), "fairclick-covers-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const app = await createTestApp({ config: { dataDir } });
const { call, deps, owner, clock, addOperator } = app;
const PATH = "/api/campaigns/covers";
const DAY_MS = 86_400_000;

const upload = (person: Pick<Person, "token">, body: Uint8Array<ArrayBuffer>) =>
  call("POST", PATH, { token: person.token, body, headers: { "content-type": "image/png" } });
/** Returns a different image for each test: covers are named by their content. */
let shade = 0;
const makeImage = () => makePng({ width: 640 + 2 * ++shade });
async function uploaded(person: Person): Promise<string> {
  const { status, text, json } = await upload(person, await makeImage());
  if (status !== 200) throw new Error(text);
  return json.data.hash;
}
const edit = (person: Person, id: string, cover: unknown) =>
  call("PATCH", `/api/campaigns/${id}`, { token: person.token, json: { cover } });
const serve = (path: string, headers: Record<string, string> = {}) =>
  app.app.request(path, { headers }, { peerIp: "127.0.0.1" });
const readStatus = async (path: string) => (await serve(path)).status;
const coverPath = (hash: string) => `/covers/${hash}-640.webp`;
const clean = (afterMs = 0) => {
  const now = () => new Date(clock.at.getTime() + afterMs);
  const ctx = { ...deps, actor: { kind: "system" as const, job: "delete-covers" }, now };
  return deleteCovers(ctx, deps.pictures.store);
};

describe("an upload", () => {
  it("is served immutable, without a cookie, and can do nothing when opened", async () => {
    const hash = await uploaded(await register(app));
    for (const [file, type] of [
      ["320.avif", "image/avif"],
      ["1280.webp", "image/webp"],
      ["1200.jpg", "image/jpeg"],
    ]) {
      const response = await serve(`/covers/${hash}-${file}`, { cookie: "fc_device=x" });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      });
      expect(response.headers.get("set-cookie")).toBeNull();
      expect((await response.bytes()).length).toBeGreaterThan(100);
    }
  });

  it("is stored once, also for two people, and again after it was interrupted", async () => {
    const image = await makeImage();
    const [first, second] = [await register(app), await register(app)];
    const { json } = await upload(first, image);
    const { hash } = json.data;
    await owner`update covers set stored_at = null where hash = ${hash}`;
    await deps.pictures.store.remove(hash);
    expect((await upload(second, image)).json.data.hash).toBe(hash);
    expect(await readStatus(coverPath(hash))).toBe(200);
    expect((await readdir(join(dataDir, "covers", hash))).length).toBe(7);
    const rows = await owner`select from cover_uploads where hash = ${hash}`;
    expect(rows).toHaveLength(2);
  });

  it("needs a person, and a body whose length is declared and within the limit", async () => {
    const person = await register(app);
    const body = await makeImage();
    expect((await call("POST", PATH, { body })).status).toBe(401);
    const large = new Uint8Array(8 * 1_024 * 1_024 + 1);
    expect((await upload(person, large)).status).toBe(413);
    const chunked = { "transfer-encoding": "chunked" };
    const { status } = await call("POST", PATH, {
      token: person.token,
      body: large.subarray(0, 100_000),
      headers: chunked,
    });
    expect(status).toBe(413);
  });

  it.each([
    [
      "is too large",
      async () => new Uint8Array(5 * 1_024 * 1_024),
      "Image file size must be less than 5MB",
    ],
    ["is empty", async () => new Uint8Array(), "Please select a valid image file"],
    [
      "is an SVG, whatever its type says",
      async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      "Please select a valid image file",
    ],
    ["is a bomb", () => makeBomb(50_000, 50_000), "50000 × 50000 pixels"],
    ["is cut off", async () => (await makePhoto()).slice(0, 1_000), "cannot be read"],
  ])("that %s is refused, and nothing is kept", async (_, make, message) => {
    const person = await register(app);
    const answer = await upload(person, await make());
    expect([answer.status, answer.json.code]).toEqual([422, "validation"]);
    expect(answer.json.message).toContain(message);
    expect(await owner`select from cover_uploads where user_id = ${person.id}`).toEqual([]);
  });

  it("is limited by images that no campaign shows, and by attempts", async () => {
    const person = await register(app);
    await owner`
      with made as (insert into covers (hash, created_at, stored_at)
        select md5(n::text) || md5('x' || n), now(), now() from generate_series(1, 20) n
        returning hash)
      insert into cover_uploads select ${person.id}, hash, now() from made`;
    expect((await upload(person, await makeImage())).json).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("20 images"),
    });
    const empty = () => upload(person, new Uint8Array());
    const statuses = await Promise.all(Array.from({ length: costs.heavy.user }, empty));
    expect(statuses.map(({ status }) => status)).toContain(429);
  });

  it.each(["../../etc/passwd", "..%2f..%2fetc%2fpasswd", `${"a".repeat(64)}-640.webp%00`])(
    "is not found under the name %s",
    async (name) => expect(await readStatus(`/covers/${name}`)).toBe(404),
  );
});

it("limits how many new drawings an address can request, but not known ones", async () => {
  const ip = "198.51.100.7";
  const draw = (name: string, from = ip) => call("GET", `/covers/drawn/${name}`, { ip: from });
  const { points } = targetLimits.drawingNetwork;
  expect((await draw("q1-obby-1.png")).status).toBe(200);
  const others = Array.from({ length: points - 1 }, () =>
    limitNetwork(deps.limits, "drawingNetwork", ip),
  );
  await Promise.all(others);
  const refused = await draw("q2-obby-1.png");
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Too many attempts. Please wait a while and try again.");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("cache-control")).toBeNull();
  expect((await draw("q1-obby-1.png")).status).toBe(200);
  expect((await draw("q2-obby-1.svg")).status).toBe(200);
  expect((await draw("q2-obby-1.png", "198.51.100.8")).status).toBe(200);
});

describe("a campaign", () => {
  it("starts with a drawn cover, takes an uploaded one with its description, and loses it again", async () => {
    const { developer, id } = await launch(app);
    const drawn = {
      hash: null,
      alt: "",
      image: expect.stringMatching(/^\/covers\/drawn\/tf-obby-\d+\.svg$/),
      preview: expect.stringMatching(/\.png$/),
    };
    const before = (await call("GET", `/api/campaigns/${id}`)).json.data.cover;
    expect(before).toEqual(drawn);
    const svg = await serve(before.image);
    expect([svg.status, svg.headers.get("content-type")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
    ]);
    const png = await serve(before.preview);
    expect([png.status, png.headers.get("content-type")]).toEqual([200, "image/png"]);
    const hash = await uploaded(developer);
    const changed = await edit(developer, id, { hash, alt: " Two towers " });
    const cover = {
      hash,
      alt: "Two towers",
      image: coverPath(hash),
      preview: `/covers/${hash}-1200.jpg`,
    };
    expect(changed.json.data.cover).toEqual(cover);
    expect((await edit(developer, id, null)).json.data.cover).toEqual(drawn);
  });

  it("can be launched with a cover", async () => {
    const developer = await register(app);
    const hash = await uploaded(developer);
    const json = campaignInput(app, { cover: { hash } });
    const answer = await call("POST", "/api/campaigns", { token: developer.token, json });
    expect(answer.json.data.cover).toMatchObject({ hash, alt: "" });
  });

  it.each([
    ["that somebody else uploaded", async () => ({ hash: await uploaded(await register(app)) })],
    ["that nobody uploaded", async () => ({ hash: "a".repeat(64) })],
    ["that leads out of the folder", async () => ({ hash: "../../../../etc/passwd" })],
    ["with a long description", async (own: string) => ({ hash: own, alt: "x".repeat(201) })],
    ["with text that turns around", async (own: string) => ({ hash: own, alt: "a\u202Eb" })],
  ])("does not take a cover %s", async (_, make) => {
    const { developer, id } = await launch(app);
    const answer = await edit(developer, id, await make(await uploaded(developer)));
    expect([answer.status, answer.json.code]).toEqual([422, "validation"]);
  });
});

describe("cleaning up", () => {
  it("keeps what a campaign uses, and deletes the rest after a day", async () => {
    const { developer, id } = await launch(app);
    const [shown, unused] = [await uploaded(developer), await uploaded(developer)];
    await edit(developer, id, { hash: shown });
    await clean(DAY_MS - 60_000);
    expect(await readStatus(coverPath(unused))).toBe(200);
    await clean(DAY_MS + 60_000);
    await clean(DAY_MS + 60_000);
    const statuses = await Promise.all([shown, unused].map((hash) => readStatus(coverPath(hash))));
    expect(statuses).toEqual([200, 404]);
    expect(await owner`select from covers where hash = ${unused}`).toEqual([]);
  });

  it("goes on where it was killed", async () => {
    const person = await register(app);
    const hash = await uploaded(person);
    await owner`update covers set expired_at = now() where hash = ${hash}`;
    const { id, developer } = await launch(app);
    expect((await edit(developer, id, { hash })).status).toBe(422);
    await clean();
    expect(await readStatus(coverPath(hash))).toBe(404);
    expect(await owner`select from cover_uploads where hash = ${hash}`).toEqual([]);
  });

  it("deletes the images of a deleted account, and not those that others use too", async () => {
    const { developer, id } = await launch(app);
    const other = await launch(app);
    const image = await makeImage();
    const [own, both] = [
      await uploaded(developer),
      (await upload(developer, image)).json.data.hash,
    ];
    await upload(other.developer, image);
    await edit(developer, id, { hash: own });
    await edit(other.developer, other.id, { hash: both });
    const userId = asId<UserId>(developer.id);
    const ctx = { ...deps, actor: { kind: "user" as const, userId } };
    await deleteAccount(ctx, { giveUpWalletCents: 1_000_000, giveUpEarnings: true });
    await clean();
    expect([await readStatus(coverPath(own)), await readStatus(coverPath(both))]).toEqual([
      404, 200,
    ]);
    expect((await call("GET", `/api/campaigns/${id}`)).json.data.cover.hash).toBeNull();
  });
});

describe("an operator", () => {
  it("removes a cover from all campaigns that show it, and the image is refused from then on", async () => {
    const [first, second] = [await launch(app), await launch(app)];
    const image = await makeImage();
    const { hash } = (await upload(first.developer, image)).json.data;
    await upload(second.developer, image);
    await edit(first.developer, first.id, { hash });
    await edit(second.developer, second.id, { hash });
    const remove = await removal(first.id);
    expect((await remove(true)).json.data).toMatchObject({ applied: false });
    expect(await readStatus(coverPath(hash))).toBe(200);
    expect((await remove(false)).json.data).toMatchObject({
      applied: true,
      before: { coverHash: hash },
      after: { coverHash: null },
    });
    expect(await readStatus(coverPath(hash))).toBe(404);
    for (const { id, developer } of [first, second]) {
      expect((await call("GET", `/api/campaigns/${id}`)).json.data.cover.hash).toBeNull();
      expect(
        await owner`
        select data from notices where user_id = ${developer.id}
          and kind = 'campaign.decided' and data ->> 'decision' = 'cover_removed'`,
      ).toMatchObject([{ data: { reason: "Not yours" } }]);
      expect((await upload(developer, image)).json).toMatchObject({
        code: "forbidden",
        message: "Fairclick removed this image. The reason: Not yours",
      });
      expect((await edit(developer, id, { hash })).status).toBe(422);
    }
    expect((await remove(false)).status).toBe(409);
    const [row] = await owner`select cleared_at as at from covers where hash = ${hash}`;
    expect(row?.at).not.toBeNull();
  });

  it("has the files deleted later if the store is away", async () => {
    const { developer, id } = await launch(app);
    const hash = await uploaded(developer);
    await edit(developer, id, { hash });
    const { store } = deps.pictures;
    const { remove: removeFiles } = store;
    store.remove = () => Promise.reject(new Error("away"));
    expect((await (await removal(id))(false)).status).toBe(200);
    store.remove = removeFiles;
    expect(await readStatus(coverPath(hash))).toBe(200);
    await clean();
    expect(await readStatus(coverPath(hash))).toBe(404);
  });
});

async function removal(id: string) {
  const scopes = ["campaigns:write"];
  const { token } = await addOperator(crypto.randomUUID(), scopes);
  return (dryRun: boolean) =>
    call("POST", `/api/admin/campaigns/${id}/remove-cover`, {
      token,
      json: { reason: "Not yours", dryRun },
    });
}
