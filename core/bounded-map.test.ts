import { describe, expect, it } from "vitest";
import { BoundedMap } from "./memory";

describe("a bounded map", () => {
  it("forgets what was set longest ago, and nothing while there is room", () => {
    const map = new BoundedMap<string, number>(2);
    map.set("a", 1).set("b", 2);
    expect([...map]).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    map.set("c", 3);
    expect([...map.keys()]).toEqual(["b", "c"]);
  });

  it("keeps what is set anew, and not what is only read", () => {
    const map = new BoundedMap<string, number>(2);
    map.set("a", 1).set("b", 2).set("a", 3);
    map.get("b");
    map.set("c", 4);
    expect([...map]).toEqual([
      ["a", 3],
      ["c", 4],
    ]);
  });
});
