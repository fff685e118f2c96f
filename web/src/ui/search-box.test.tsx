import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { SearchBox } from "./search-box";

it("searches once typing pauses, from what the page shows by then", async () => {
  vi.useFakeTimers();
  const [before, since] = [vi.fn(), vi.fn()];
  const { rerender } = render(<SearchBox label="Search" initial="" onSearch={before} />);
  const box = screen.getByRole("searchbox");
  fireEvent.change(box, { target: { value: "tow" } });
  fireEvent.change(box, { target: { value: " tower " } });
  rerender(<SearchBox label="Search" initial="" onSearch={since} />);
  expect(since).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(since.mock.calls).toEqual([["tower"]]);
  expect(before).not.toHaveBeenCalled();
});
