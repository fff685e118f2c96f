import { afterAll, expect, it } from "vitest";
import { checkDuring } from "./check-during";

const pause = () => Bun.sleep(1);

it("checks until the work has ended", async () => {
  let checks = 0;
  const check = async () => {
    checks += 1;
    await pause();
  };
  await checkDuring(check, () => Bun.sleep(20));
  const during = checks;
  expect(during).toBeGreaterThan(1);
  await Bun.sleep(20);
  expect(checks).toBe(during);
});

it("ends when the work fails, and throws its error", async () => {
  await expect(checkDuring(pause, () => Promise.reject(new Error("no work")))).rejects.toThrow(
    "no work",
  );
});

it("throws the error of a check after the work has ended", async () => {
  let isWorkOver = false;
  const work = async () => {
    await Bun.sleep(10);
    isWorkOver = true;
  };
  const check = () => Promise.reject(new Error("wrong books"));
  await expect(checkDuring(check, work)).rejects.toThrow("wrong books");
  expect(isWorkOver).toBe(true);
});

let checksOfUnfinished = 0;

it("ends with its test, even if the work never ends", () => {
  const check = async () => {
    checksOfUnfinished += 1;
    await pause();
  };
  void checkDuring(check, () => new Promise(() => undefined));
});

afterAll(async () => {
  const before = checksOfUnfinished;
  await Bun.sleep(20);
  expect(checksOfUnfinished - before).toBeLessThanOrEqual(1);
  expect(before).toBeGreaterThan(0);
});
