import { fireEvent, screen } from "@testing-library/preact";
import { beforeEach } from "vitest";

export const LAUNCHED =
  "Campaign created successfully! Your campaign is now available for creators to join.";

export const wallet = {
  "GET /api/wallet/summary": {
    body: { walletBalance: 50, withdrawableBalance: 0, totalEarnings: 0, pendingPayouts: 0 },
  },
};

export async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
}

export function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

export async function fillGame() {
  await fill({
    "Game URL": "https://www.roblox.com/games/1",
    "Game title": "Tower of Tests",
    Description: "Climb.",
    "Target audience": "Climbers",
  });
  press("Obby");
}

/** Fills all three steps; `paysFor` is the name of what it pays for. */
export async function fillAll(paysFor?: RegExp) {
  await fillGame();
  press("Continue");
  await fill({ "Payout rate": "1.50" });
  if (paysFor) fireEvent.click(screen.getByRole("radio", { name: paysFor }));
  press("Continue");
  const year = new Date().getFullYear();
  await fill({
    "Start date": `${year}-01-01`,
    "End date": `${year + 1}-02-01`,
    "Content to display": "Show the last jump.",
  });
}

/** Signs in before each test of a file, without a draft, and closes the wizard after it. */
export function signInForWizard(): void {
  beforeEach(() => {
    localStorage.setItem("token", "secret");
    sessionStorage.clear();
  });
}
