import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { SearchBox } from "./search-box";

it("searches once: when typing pauses, or before what is pressed next", async () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  render(<SearchBox label="Search" initial="" onSearch={onSearch} />);
  const box = screen.getByRole("searchbox");
  fireEvent.change(box, { target: { value: " tower " } });
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.focusOut(box);
  expect(onSearch.mock.calls).toEqual([["tower"]]);
  await vi.advanceTimersByTimeAsync(1_000);
  fireEvent.change(box, { target: { value: "castle" } });
  await vi.advanceTimersByTimeAsync(1_000);
  fireEvent.focusOut(box);
  expect(onSearch.mock.calls).toEqual([["tower"], ["castle"]]);
});
