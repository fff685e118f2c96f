import { render, screen } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { Tabs } from "./tabs";

const tabs = ["clicks", "money"].map((name) => ({ name, label: name, content: () => name }));

it("scrolls to a chosen tab that is out of view, and lays out no page that opens on its first", () => {
  const measured = vi
    .spyOn(HTMLElement.prototype, "getBoundingClientRect")
    .mockImplementation(function (this: HTMLElement) {
      const isTab = this.getAttribute("role") === "tab";
      return new DOMRect(isTab ? 300 : 0, 0, isTab ? 150 : 390, 44);
    });
  const show = (current: string) => (
    <Tabs label="Sections" tabs={tabs} current={current} onChange={() => {}} />
  );
  const { rerender } = render(show("clicks"));
  expect(measured).not.toHaveBeenCalled();
  rerender(show("money"));
  const row = screen.getByRole("tablist").parentElement;
  expect(row?.scrollLeft).toBe(60);
});
