import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";

it.each([
  ["navigate", "", ""],
  ["navigate", "#payouts", "Lower"],
  ["reload", "", "Lower"],
  ["back_forward", "", "Lower"],
])("first draws of the lower part of a page (%s%s): %s", async (type, hash, first) => {
  vi.resetModules();
  window.location.hash = hash;
  const load = { type } as PerformanceNavigationTiming;
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([load]);
  const { BelowFold } = await import("./layout");
  const open = () => {
    const page = document.createElement("div");
    createRoot(page).render(<BelowFold>Lower</BelowFold>);
    return page;
  };
  const page = open();
  expect(page.textContent).toBe(first);
  await vi.waitFor(() => expect(page.textContent).toBe("Lower"));
  expect(open().textContent).toBe("Lower");
});
