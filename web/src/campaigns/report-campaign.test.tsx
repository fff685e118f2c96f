import { fireEvent, screen, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, item, list, signedIn, stubApi } from "../testing/stub-api";

it("reports a campaign from its details, and asks what is wrong first", async () => {
  localStorage.setItem("token", "secret");
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([campaign]),
    [`GET /api/campaigns/${campaign._id}`]: item(campaign),
    [`POST /api/campaigns/${campaign._id}/report`]: {
      body: { status: "success", message: "Thank you. An operator looks at what is reported." },
    },
  });
  openApp(`/app/creator-hub?campaign=${campaign._id}`);
  const dialog = within(await screen.findByRole("dialog"));
  const open = dialog.getByRole("button", { name: "Report this campaign" });
  expect(open.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(open);
  fireEvent.click(await dialog.findByRole("button", { name: "Send Report" }));
  expect(dialog.getByRole("alert").textContent).toBe("Please choose what is wrong.");
  fireEvent.click(dialog.getByRole("radio", { name: "Scam or malware" }));
  fireEvent.change(dialog.getByLabelText("What did you see?"), { target: { value: "A form." } });
  fireEvent.click(dialog.getByRole("button", { name: "Send Report" }));
  await screen.findByText("Thank you. An operator looks at what is reported.");
  const sent = calls.find(({ name }) => name.startsWith("POST"));
  expect(sent?.body).toEqual({ reason: "scam", text: "A form." });
  expect(dialog.queryByRole("button", { name: "Send Report" })).toBeNull();
});
