import { beforeEach, type Mock, vi } from "vitest";
import { user } from "./stub-api";

/** A user with a connected bank account. */
export const verified = {
  "GET /api/auth/me": {
    body: {
      status: "success",
      message: "",
      data: { user: { ...user, stripeAccountVerified: true } },
    },
  },
};

export const summary = {
  walletBalance: 35,
  withdrawableBalance: 12.34,
  totalEarnings: 20.045,
  pendingPayouts: 0,
  owed: 0,
  waitingEarnings: 0,
  waiting: [],
  reviews: [],
  unjudgedClicks: 0,
  heldClicks: 0,
  judgedUpTo: null,
};

export function history(transactions: unknown[], judgedUpTo: string | null = null) {
  return {
    "GET /api/wallet/transactions": { body: { transactions, nextCursor: null, judgedUpTo } },
  };
}

export const wallet = {
  "GET /api/wallet/summary": { body: summary },
  ...history([]),
  "GET /api/users/dashboard": { body: { stats: { activeLinks: 0, totalClicks: 0 } } },
  "GET /api/stripe/config": { body: { publishableKey: "pk_test_1" } },
};

/** Signs in before each test of a file. Returns the mock that replaces leaving the app. */
export function stubLeaving(): Mock<typeof window.location.assign> {
  const leave: Mock<typeof window.location.assign> = vi.fn();

  beforeEach(() => {
    localStorage.setItem("token", "secret");
    sessionStorage.clear();
    leave.mockClear();
    vi.spyOn(window.location, "assign").mockImplementation(leave);
  });

  return leave;
}
