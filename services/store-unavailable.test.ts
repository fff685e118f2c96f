import { describe, expect, it } from "vitest";
import { isStoreUnavailable } from "./connection-errors";

const coded = (code: string) => Object.assign(new Error("failed"), { code });

describe("isStoreUnavailable", () => {
  it.each([
    ["a refused connection", coded("ECONNREFUSED")],
    ["too many connections", coded("53300")],
    ["a full disk", coded("53100")],
    ["a lost connection", coded("08006")],
    ["a server that shuts down", coded("57P01")],
    ["a crashed server", coded("57P02")],
    ["a statement that waits for too long", coded("57014")],
    ["a disk that fails", coded("58030")],
    ["a standby", coded("25006")],
    ["pg's full pool", new Error("timeout exceeded when trying to connect")],
    ["pg's lost connection", new Error("Connection terminated unexpectedly")],
    ["a Redis that is away", new Error("Connection is closed.")],
    ["a Redis that loads", new Error("LOADING Redis is loading the dataset in memory")],
    ["a full Redis", new Error("OOM command not allowed when used memory > 'maxmemory'.")],
    ["a replica", new Error("READONLY You can't write against a read only replica.")],
    ["one of them as the cause", new Error("failed", { cause: coded("53300") })],
  ])("is true for %s", (_, error) => {
    expect(isStoreUnavailable(error)).toBe(true);
  });

  it.each([
    ["a missing table", coded("42P01")],
    ["a broken constraint", coded("23505")],
    ["a number that is too large", coded("22003")],
    ["an error without a code", new Error("Cannot read properties of undefined")],
    ["a text", "ECONNREFUSED"],
    ["nothing", undefined],
  ])("is false for %s", (_, error) => {
    expect(isStoreUnavailable(error)).toBe(false);
  });

  it("ends where causes go in circles", () => {
    const error = new Error("a circle");
    error.cause = error;
    expect(isStoreUnavailable(error)).toBe(false);
  });
});
