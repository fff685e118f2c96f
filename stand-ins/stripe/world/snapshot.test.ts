import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSnapshot, loadState } from "./snapshot";
import { emptyState } from "./state";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stripe-snapshot-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("concurrent saves do not interfere with each other", async () => {
  const folder = await emptyFolder();
  const state = emptyState();
  const { save } = createSnapshot(folder, () => state);
  for (let step = 1; step <= 50; step += 1) {
    const first = save();
    const whenItEnds = first.then(() => {
      state.clockOffsetMs = step;
      return save();
    });
    await Promise.all([first, whenItEnds, save(), save()]);
    expect((await loadState(folder)).clockOffsetMs).toBe(step);
  }
});

test("the state at the time of the call is on disk when save resolves", async () => {
  const folder = await emptyFolder();
  const state = emptyState();
  const { save } = createSnapshot(folder, () => state);
  save();
  await Bun.sleep(0);
  state.clockOffsetMs = 42;
  await save();
  const saved = JSON.parse(await readFile(join(folder, "stripe.json"), "utf8"));
  expect(saved.state.clockOffsetMs).toBe(42);
});

test("an unwritable directory fails the save, and a later save can succeed", async () => {
  const folder = await emptyFolder();
  const { save } = createSnapshot(folder, emptyState);
  await save();
  await rm(folder, { recursive: true });
  await expect(save()).rejects.toThrow("ENOENT");
  await mkdir(folder);
  await save();
  expect(await loadState(folder)).toEqual(emptyState());
});
