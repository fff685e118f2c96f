import { render } from "ink-testing-library";
import { expect, it } from "vitest";
import { Working } from "./prompts";

it("shows what is running and for how long", () => {
  const app = render(<Working label="Checking the books" />);
  expect(app.lastFrame()).toBe("⠋ Checking the books 0 s");
  app.unmount();
});
