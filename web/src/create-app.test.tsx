import { expect, it, vi } from "vitest";

it("creates no date or number format before one is needed", async () => {
  // Other files of this worker may have loaded it.
  vi.resetModules();
  const made = [vi.spyOn(Intl, "DateTimeFormat"), vi.spyOn(Intl, "NumberFormat")];
  await import("./create-app");
  for (const format of made) expect(format).not.toHaveBeenCalled();
  const { formatDay } = await import("./ui/format");
  expect(formatDay("2026-03-01T12:00:00Z")).toBe("Mar 1, 2026");
  expect(made[0]).toHaveBeenCalledOnce();
});
